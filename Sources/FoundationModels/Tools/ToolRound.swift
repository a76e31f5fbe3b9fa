// The one place that calls tools: all calls of a turn at once, their outputs in the order of the calls.

/// The calls of one turn.
struct ToolRound: Sendable {
    /// A call with the tool that it names.
    fileprivate struct Step: Sendable {
        var call: Transcript.ToolCall
        var tool: any Tool
    }

    private let steps: [Step]

    /// - Throws: where a call names no tool of the session.
    init(_ calls: [Transcript.ToolCall], tools: [any Tool]) throws {
        steps = try calls.map { call in
            guard let tool = tools.first(where: { $0.name == call.toolName }) else {
                let names = tools.map { "'\($0.name)'" }.joined(separator: ", ")
                throw ModelFailure.decodingFailure(
                    "the model called the tool '\(call.toolName)', but the session has "
                        + (names.isEmpty ? "none" : "\(names)") + " [session.unknown-tool]")
            }
            return Step(call: call, tool: tool)
        }
    }

    /// Makes the calls at the same time. The first error ends the others.
    /// - Throws: `LanguageModelSession.ToolCallError`; `CancellationError` where the request was ended.
    func outputs() async throws -> [Transcript.ToolOutput] {
        try await withThrowingTaskGroup(of: (Int, Transcript.ToolOutput).self) { group in
            for (index, step) in steps.enumerated() {
                group.addTask { (index, try await step.output()) }
            }
            var outputs: [Int: Transcript.ToolOutput] = [:]
            for try await (index, output) in group { outputs[index] = output }
            return steps.indices.compactMap { outputs[$0] }
        }
    }
}

extension ToolRound.Step {
    fileprivate func output() async throws -> Transcript.ToolOutput {
        do {
            let prompt = try await tool.output(of: call.arguments)
            return Transcript.ToolOutput(id: call.id, toolName: call.toolName, segments: prompt.segments)
        } catch {
            try Task.checkCancellation()
            throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
        }
    }
}

extension Tool {
    /// Calls the tool with arguments as a model generated them.
    /// - Throws: where they are no arguments of this tool, or what the tool throws.
    func output(of arguments: GeneratedContent) async throws -> Prompt {
        try await call(arguments: try Arguments(arguments)).promptRepresentation
    }
}
