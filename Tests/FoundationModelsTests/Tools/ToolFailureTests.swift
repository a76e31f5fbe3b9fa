// Tools that throw, calls that fit no tool, and models that call without end.

import FoundationModels
import Testing

@Suite struct ToolFailureTests {
    private func call(_ name: String, _ arguments: String = #"{"port": "Brest"}"#) -> ScriptedLanguageModel.Step {
        .toolCall(id: "k", name: name, arguments: arguments)
    }

    private var required: GenerationOptions {
        var options = GenerationOptions()
        options.toolCallingMode = .required
        return options
    }

    @Test func aThrownErrorEndsTheRequestAndTheModelSeesNothingOfIt() async throws {
        let model = ScriptedLanguageModel([[call("broken")], [.text("Never said")]])
        let session = LanguageModelSession(model: model, tools: [BrokenTool()])
        let before = session.transcript
        let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
            try await session.respond(to: "Go")
        }
        #expect(error?.tool.name == "broken")
        #expect(error?.underlyingError as? BrokenTool.Broken == BrokenTool.Broken())
        #expect(model.requests.count == 1)
        #expect(session.transcript == before)
        #expect(!session.isResponding)
    }

    @Test func aPreservedTranscriptKeepsTheCallThatFailed() async throws {
        let model = ScriptedLanguageModel([[.text("Hm."), call("broken")], [.text("Better")]])
        let session = LanguageModelSession(model: model, tools: [BrokenTool()])
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "Go") }
        #expect(
            session.transcript.dropFirst().map(\.description) == [
                "(Prompt) Go", "(Response) Hm.", #"(Tool calls) broken({"port": "Brest"})"#,
            ])
        // A call without an output would be no conversation: the next request does not show it.
        try await session.respond(to: "Again")
        #expect(
            model.requests[1].transcript.dropFirst().map(\.description) == [
                "(Prompt) Go", "(Response) Hm.", "(Prompt) Again",
            ])
    }

    @Test func argumentsOfAnotherShapeAreAnErrorOfTheCall() async throws {
        let session = LanguageModelSession(
            model: ScriptedLanguageModel([[call("tide", #"{"harbour": 1}"#)]]), tools: [TideTool()])
        let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
            try await session.respond(to: "Go")
        }
        #expect(error?.underlyingError as? PortArguments.MissingPort == PortArguments.MissingPort())
    }

    @Test(arguments: [
        (
            "wind", "{}",
            "the model called the tool 'wind', but the session has 'tide', 'broken' [session.unknown-tool]"
        ),
        (
            "tide", #"{"port": "Br"#,
            "the arguments of the model's call of 'tide' are no JSON"
        ),
    ])
    func callsThatCanNotBeMadeAreDecodingFailures(_ name: String, _ arguments: String, message: String) async throws {
        let session = LanguageModelSession(
            model: ScriptedLanguageModel([[call(name, arguments)]]), tools: [TideTool(), BrokenTool()])
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "Go")
        }
        guard case .decodingFailure(let context) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(context.debugDescription.hasPrefix(message))
        #expect(session.transcript.count == 1)
    }

    @Test func aRequiredCallIsRepeatedUntilATooThrows() async throws {
        let tool = CountingTool(limit: 3)
        let model = ScriptedLanguageModel { _ in [.toolCall(name: "count", arguments: "{}")] }
        let session = LanguageModelSession(model: model, tools: [tool])
        let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
            try await session.respond(to: "Go", options: required)
        }
        #expect(error?.underlyingError as? CountingTool.LimitReached == CountingTool.LimitReached())
        #expect(model.requests.count == 4)
        #expect(model.requests.allSatisfy { $0.generationOptions.toolCallingMode == .required })
    }

    @Test func turnsWithCallsHaveALimit() async throws {
        let tool = CountingTool()
        let session = LanguageModelSession(
            model: ScriptedLanguageModel { _ in [.toolCall(name: "count", arguments: "{}")] }, tools: [tool])
        session.toolRoundLimit = 5
        let error = await #expect(throws: LanguageModelSession.ToolCallLimitError(limit: 5)) {
            try await session.respond(to: "Go", options: required)
        }
        #expect(
            error?.errorDescription
                == "the model called tools in 5 turns and was about to call more; let a tool throw, or change the tool "
                + "calling mode, when the work is done [session.tool-limit]")
        #expect(tool.callCount == 5)
        #expect(session.transcript.count == 1)
    }

    @Test func aRequiredCallThatDoesNotComeIsAnError() async throws {
        let session = LanguageModelSession(
            model: ScriptedLanguageModel([[.text("I'd rather talk.")]]), tools: [TideTool()])
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "Go", options: required)
        }
        #expect(
            error?.errorDescription
                == "a call of a tool was required, but the model answered without one [session.no-tool-call]")
    }

    @Test func whatAModelCanNotDoFailsBeforeItIsAsked() async throws {
        let model = ScriptedLanguageModel([], capabilities: LanguageModelCapabilities([]))
        let tools = LanguageModelSession(model: model, tools: [TideTool()])
        await #expect(throws: LanguageModelError.self) { try await tools.respond(to: "Go") }
        let schema = LanguageModelSession(model: model)
        await #expect(throws: LanguageModelError.self) {
            try await schema.respond(to: "Go", schema: PortArguments.generationSchema)
        }
        let none = LanguageModelSession(model: ScriptedLanguageModel([]))
        let error = await #expect(throws: LanguageModelError.self) {
            try await none.respond(to: "Go", options: required)
        }
        #expect(
            error?.errorDescription
                == "a call of a tool is required, but the session has no tools; give it one, or leave the tool calling "
                + "mode [session.no-tools]")
        #expect(model.requests.isEmpty)
    }

    @Test func cancellingARequestCancelsItsTools() async throws {
        let gate = ScriptedLanguageModel.Gate()
        let tool = WaitingTool(gate: gate)
        let session = LanguageModelSession(model: ScriptedLanguageModel([[call("wait", "{}")]]), tools: [tool])
        let task = Task { try await session.respond(to: "Go").content }
        await gate.arrival()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!session.isResponding)
        #expect(session.transcript.count == 1)
    }
}

/// Waits at a gate.
private struct WaitingTool: Tool {
    let name = "wait"
    let description = "Waits"
    let gate: ScriptedLanguageModel.Gate

    var parameters: GenerationSchema { GenerationSchema(document: .members(["type": .string("object")])) }

    func call(arguments: GeneratedContent) async throws -> String {
        try await gate.pass()
        return "passed"
    }
}
