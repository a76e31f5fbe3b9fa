// Calls of tools in a session: what the model is told, in which order things happen, what the transcript keeps.

import FoundationModels
import Testing

@Suite struct ToolCallingTests {
    private func roles(_ transcript: some Sequence<Transcript.Entry>) -> [String] {
        transcript.map { $0.description }
    }

    private let askTide: ScriptedLanguageModel.Turn = [
        .toolCall(id: "k1", name: "tide", arguments: #"{"port": "Brest"}"#)
    ]

    @Test func aCallIsMadeAndTheModelIsAskedAgainWithTheOutput() async throws {
        let model = ScriptedLanguageModel([askTide, [.text("High tide is"), .text(" at 05:12.")]])
        let session = LanguageModelSession(model: model, tools: [TideTool()], instructions: "Be brief.")
        let response = try await session.respond(to: "When is high tide in Brest?")

        #expect(response.content == "High tide is at 05:12.")
        #expect(
            roles(session.transcript) == [
                "(Instructions) Be brief.", "(Prompt) When is high tide in Brest?",
                #"(Tool calls) tide({"port": "Brest"})"#, "(Tool output) tide: Brest 05:12",
                "(Response) High tide is at 05:12.",
            ])
        #expect(Array(response.transcriptEntries) == Array(session.transcript.dropFirst()))
        #expect(model.requests.count == 2)
        #expect(Array(model.requests[1].transcript) == Array(session.transcript.dropLast()))
        guard case .toolOutput(let output) = session.transcript[3] else {
            Issue.record("expected an output")
            return
        }
        #expect(output.id == "k1")
    }

    @Test func theModelIsToldTheToolsInTheRequestAndInTheInstructions() async throws {
        let model = ScriptedLanguageModel([[.text("Hi")]])
        let session = LanguageModelSession(model: model, tools: [TideTool(), CountingTool()])
        try await session.respond(to: "Hi")

        let definition = Transcript.ToolDefinition(
            name: "tide", description: "High tide time for a port", parameters: PortArguments.generationSchema)
        #expect(model.requests[0].enabledToolDefinitions.map(\.name) == ["tide", "count"])
        #expect(model.requests[0].enabledToolDefinitions.first == definition)
        guard case .instructions(let instructions) = session.transcript.first else {
            Issue.record("expected instructions")
            return
        }
        #expect(instructions.toolDefinitions == model.requests[0].enabledToolDefinitions)
        #expect(instructions.segments.map(\.text) == [""])
    }

    @Test func callsOfATurnRunAtTheSameTimeAndTheirOutputsKeepTheOrderOfTheCalls() async throws {
        let ports = ["Brest", "Calais", "Dover", "Emden"]
        let model = ScriptedLanguageModel([
            ports.map { .toolCall(name: "meet", arguments: #"{"port": "\#($0)"}"#) }, [.text("Done")],
        ])
        let session = LanguageModelSession(model: model, tools: [MeetingTool(ports.count)])
        try await session.respond(to: "Go")
        #expect(
            session.transcript.compactMap {
                if case .toolOutput(let output) = $0 { output.segments[0].text } else { nil }
            }
                == ports.map { "met \($0)" })
        guard case .toolCalls(let calls) = session.transcript[2] else {
            Issue.record("expected calls")
            return
        }
        #expect(calls.map(\.id) == ["call-1", "call-2", "call-3", "call-4"])
    }

    @Test func aModelMayCallInSeveralTurns() async throws {
        let tool = CountingTool()
        let model = ScriptedLanguageModel([
            [.toolCall(name: "count", arguments: "{}")], [.toolCall(name: "count", arguments: "")], [.text("Two")],
        ])
        let session = LanguageModelSession(model: model, tools: [tool])
        #expect(try await session.respond(to: "Count").content == "Two")
        #expect(tool.callCount == 2)
        #expect(
            roles(session.transcript.dropFirst(2)) == [
                "(Tool calls) count({})", "(Tool output) count: 1", "(Tool calls) count({})",
                "(Tool output) count: 2", "(Response) Two",
            ])
    }

    @Test func callsAreInTheTranscriptWhileTheToolsRun() async throws {
        let gate = ScriptedLanguageModel.Gate()
        let model = ScriptedLanguageModel([askTide, [.pause(gate), .text("Done")]])
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        let stream = session.streamResponse(to: "Go")
        await gate.arrival()
        #expect(
            roles(session.transcript.dropFirst()) == [
                "(Prompt) Go", #"(Tool calls) tide({"port": "Brest"})"#, "(Tool output) tide: Brest 05:12",
            ])
        #expect(session.isResponding)
        gate.open()
        #expect(try await stream.collect().content == "Done")
    }

    @Test func whatIsSaidBeforeACallStandsBeforeTheAnswer() async throws {
        let model = ScriptedLanguageModel([[.text("Let me look.")] + askTide, [.text("05:"), .text("12")]])
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        var texts: [String] = []
        for try await snapshot in session.streamResponse(to: "Tide?") { texts.append(snapshot.content) }
        for (before, after) in zip(texts, texts.dropFirst()) { #expect(after.hasPrefix(before)) }
        #expect(texts.last == "Let me look.\n05:12")
        #expect(
            roles(session.transcript.dropFirst(2)) == [
                "(Response) Let me look.", #"(Tool calls) tide({"port": "Brest"})"#,
                "(Tool output) tide: Brest 05:12", "(Response) 05:12",
            ])
    }

    @Test func disallowedToolsAreHiddenButWhatTheySaidIsNot() async throws {
        let model = ScriptedLanguageModel([askTide, [.text("05:12")], [.text("Fine")]])
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        try await session.respond(to: "Tide?")
        var options = GenerationOptions()
        options.toolCallingMode = .disallowed
        try await session.respond(to: "And?", options: options)
        #expect(model.requests[2].enabledToolDefinitions.isEmpty)
        #expect(model.requests[2].generationOptions.toolCallingMode == .disallowed)
        #expect(Array(model.requests[2].transcript) == Array(session.transcript.dropLast()))
    }

    @Test func callsAndOutputsOfToolsThatASessionLacksAreNotShown() async throws {
        let first = LanguageModelSession(
            model: ScriptedLanguageModel([
                askTide + [.toolCall(name: "count", arguments: "{}")], [.text("Done")],
            ]), tools: [TideTool(), CountingTool()])
        try await first.respond(to: "Go")
        let model = ScriptedLanguageModel([[.text("Ok")]])
        let second = LanguageModelSession(model: model, tools: [CountingTool()], transcript: first.transcript)
        try await second.respond(to: "Again")
        #expect(
            roles(model.requests[0].transcript.dropFirst()) == [
                "(Prompt) Go", "(Tool calls) count({})", "(Tool output) count: 1", "(Response) Done", "(Prompt) Again",
            ])
        guard case .instructions(let instructions) = model.requests[0].transcript.first else {
            Issue.record("expected instructions")
            return
        }
        #expect(instructions.toolDefinitions.map(\.name) == ["count"])
        #expect(Array(second.transcript.prefix(first.transcript.count)) == Array(first.transcript))
    }

    @Test func aToolOfAnyTypeDoesWhatTheToolDoes() async throws {
        let tool = AnyTool(TideTool(includesSchemaInInstructions: false))
        #expect(tool.name == "tide")
        #expect(tool.description == "High tide time for a port")
        #expect(tool.parameters == PortArguments.generationSchema)
        #expect(!tool.includesSchemaInInstructions)
        let session = LanguageModelSession(
            model: ScriptedLanguageModel([askTide, [.text("Done")]]), tools: [tool])
        try await session.respond(to: "Go")
        #expect(session.transcript[3].description == "(Tool output) tide: Brest 05:12")
    }

    @Test func tokensOfAllTurnsAreCounted() async throws {
        func usage(_ input: Int, cached: Int, _ output: Int) -> ScriptedLanguageModel.Step {
            .usage(
                .init(
                    input: .init(totalTokenCount: input, cachedTokenCount: cached),
                    output: .init(totalTokenCount: output, reasoningTokenCount: 1)))
        }
        let model = ScriptedLanguageModel([
            askTide + [usage(9, cached: 0, 2), usage(10, cached: 4, 7)], [.text("Done"), usage(20, cached: 17, 3)],
        ])
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        let response = try await session.respond(to: "Go")
        #expect(
            response.usage
                == .init(
                    input: .init(totalTokenCount: 30, cachedTokenCount: 21),
                    output: .init(totalTokenCount: 10, reasoningTokenCount: 2)))
        #expect(session.usage == response.usage)
    }
}
