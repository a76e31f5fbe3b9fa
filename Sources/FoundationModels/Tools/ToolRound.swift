// The one place that calls tools: all calls of a turn at once, their outputs in the order of the calls.

/// The calls of one turn.
struct ToolRound: Sendable {
    /// A call with the tool that it names.
    fileprivate struct Step: Sendable {
        var call: Transcript.ToolCall
        var tool: any Tool
    }

    private let steps: [Step]
    /// Whose hooks hear of the calls.
    private let profile: ResolvedProfile?
    /// Of the session, which tools may read and write.
    private let properties: SessionPropertyValues

    /// - Throws: where a call names no tool of the session.
    init(_ calls: [Transcript.ToolCall], _ setup: RequestSetup, properties: SessionPropertyValues) throws {
        let tools = setup.tools
        profile = setup.profile
        self.properties = properties
        steps = try calls.map { call in
            guard let tool = tools.first(where: { $0.name == call.toolName }) else {
                let names = tools.map { "'\($0.name)'" }.joined(separator: ", ")
                throw ModelFailure.decodingFailure(
                    "the model called the tool '\(call.toolName)', but the session has "
                        + (names.isEmpty ? "none" : "\(names)") + " [session.unknown-tool]")
            }
            return Step(call: call, tool: (tool as? any OrderedTool)?.tool(for: call) ?? tool)
        }
    }

    /// Makes the calls at the same time. The first error ends the others.
    /// - Throws: `LanguageModelSession.ToolCallError`; `CancellationError` where the request was ended.
    func outputs() async throws -> [Transcript.ToolOutput] {
        try await withThrowingTaskGroup(of: (Int, Transcript.ToolOutput).self) { group in
            for (index, step) in steps.enumerated() {
                group.addTask { (index, try await output(of: step)) }
            }
            var outputs: [Int: Transcript.ToolOutput] = [:]
            for try await (index, output) in group { outputs[index] = output }
            return steps.indices.compactMap { outputs[$0] }
        }
    }
}

extension ToolRound {
    private func output(of step: Step) async throws -> Transcript.ToolOutput {
        try await profile?.willCall(step.call)
        let output: Transcript.ToolOutput
        do {
            let prompt = try await properties.withScope(.tool) { try await step.tool.output(of: step.call.arguments) }
            output = Transcript.ToolOutput(id: step.call.id, toolName: step.call.toolName, segments: prompt.segments)
        } catch {
            try Task.checkCancellation()
            throw LanguageModelSession.ToolCallError(tool: step.tool, underlyingError: error)
        }
        try await profile?.didCall(step.call, output: output)
        return output
    }
}

extension Tool {
    /// Calls the tool with arguments as a model generated them.
    /// - Throws: where they are no arguments of this tool, or what the tool throws.
    func output(of arguments: GeneratedContent) async throws -> Prompt {
        try await call(arguments: try Arguments(arguments)).promptRepresentation
    }
}
