// A session that follows a profile: evaluated before each turn, told of what happens, obeyed in its options.

import FoundationModels
import Synchronization
import Testing

private struct ModeKey: SessionPropertyKey {
    static var defaultValue: String { "plan" }
}

extension SessionPropertyValues {
    fileprivate var task: String {
        get { self[ModeKey.self] }
        set { self[ModeKey.self] = newValue }
    }
}

/// Switches the mode of its session.
private struct SwitchTool: Tool {
    @SessionProperty(\.task) private var task
    let name = "switch"
    let description = "Switches the mode"

    func call(arguments: PortArguments) async throws -> String {
        task = arguments.port
        return "now \(task)"
    }
}

/// What happened, in order.
private final class Events: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func note(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct TwoModes: LanguageModelSession.DynamicProfile {
    let model: ScriptedLanguageModel
    let events: Events
    @SessionProperty(\.task) private var task

    var body: some LanguageModelSession.DynamicProfile {
        if task == "plan" {
            Profile {
                Instructions("Plan.")
                SwitchTool()
            }
            .model(model)
            .temperature(0.2)
            .toolCallingMode(.required)
            .onActivate { events.note("plan on") }
            .onDeactivate { events.note("plan off") }
            .onPrompt { events.note("prompt \($0)") }
            .onToolCall { events.note("call \($0.toolName)") }
            .onToolOutput { events.note("output of \($0.toolName): \($1.segments[0].text)") }
        } else {
            Profile { Instructions("Act.") }
                .model(model)
                .temperature(0.9)
                .onActivate { events.note("act on") }
                .onReasoning { events.note("reasoned") }
                .onResponse { events.note("response \($0)") }
        }
    }
}

@Suite struct ProfileSessionTests {
    private func makeModel() -> ScriptedLanguageModel {
        ScriptedLanguageModel { request in
            request.generationOptions.toolCallingMode == .required
                ? [.toolCall(name: "switch", arguments: #"{"port": "act"}"#)]
                : [.reasoning("Hm"), .text("Done")]
        }
    }

    @Test func theProfileIsEvaluatedBeforeEachTurnAndHearsOfWhatHappens() async throws {
        let (model, events) = (makeModel(), Events())
        let session = LanguageModelSession(profile: TwoModes(model: model, events: events))
        let response = try await session.respond(to: "Go", options: GenerationOptions(maximumResponseTokens: 9))
        #expect(response.content == "Done")
        #expect(session.properties.task == "act")
        #expect(
            events.all == [
                "plan on", "prompt Go", "call switch", "output of switch: now act", "plan off", "act on", "reasoned",
                "response Done",
            ])
        #expect(model.requests.map(\.generationOptions.temperature) == [0.2, 0.9])
        #expect(model.requests.map(\.generationOptions.maximumResponseTokens) == [9, 9])
        #expect(model.requests.map(\.enabledToolDefinitions.count) == [1, 0])
        // A tool that the profile has no more is not spoken of; the transcript keeps what was said.
        #expect(
            model.requests.map { $0.transcript.map(\.description) } == [
                ["(Instructions) Plan.", "(Prompt) Go"], ["(Instructions) Act.", "(Prompt) Go"],
            ])
        #expect(
            session.transcript.map(\.description) == [
                "(Instructions) Act.", "(Prompt) Go", #"(Tool calls) switch({"port": "act"})"#,
                "(Tool output) switch: now act", "(Reasoning) Hm", "(Response) Done",
            ])
        #expect(response.transcriptEntries.map(\.description) == session.transcript.dropFirst().map(\.description))
    }

    @Test func optionsOfTheCallComeBeforeThoseOfTheProfile() async throws {
        let (model, events) = (makeModel(), Events())
        let session = LanguageModelSession(profile: TwoModes(model: model, events: events))
        session.properties.task = "act"
        try await session.respond(to: "Go", options: GenerationOptions(temperature: 0.5))
        #expect(model.requests.map(\.generationOptions.temperature) == [0.5])
    }

    @Test func aFailedRequestLeavesTheTranscriptAsItWas() async throws {
        let model = ScriptedLanguageModel([])
        let session = LanguageModelSession(
            model: model, dynamicInstructions: Instructions("Help."),
            history: [.prompt(.init(id: "p", segments: [.text(.init(id: "0", content: "Earlier"))]))])
        let before = session.transcript
        await #expect(throws: ScriptedLanguageModel.ScriptEndedError(turnCount: 0)) {
            try await session.respond(to: "Go")
        }
        #expect(session.transcript == before)
        #expect(
            model.requests[0].transcript.map(\.description) == [
                "(Instructions) Help.", "(Prompt) Earlier", "(Prompt) Go",
            ])
    }

    @Test func aTransformChangesWhatTheModelSeesAndNotTheTranscript() async throws {
        let model = ScriptedLanguageModel { _ in [.text("ok")] }
        let session = LanguageModelSession(
            profile: LanguageModelSession.Profile { Instructions("Help.") }
                .model(model)
                .historyTransform { $0.suffix(1) })
        try await session.respond(to: "one")
        try await session.respond(to: "two")
        #expect(model.requests[1].transcript.map(\.description) == ["(Instructions) Help.", "(Prompt) two"])
        #expect(session.transcript.count == 5)
    }

    @Test func whatAHookThrowsEndsTheRequest() async throws {
        struct Refused: Error {}
        let model = ScriptedLanguageModel { _ in [.text("ok")] }
        let session = LanguageModelSession(
            profile: LanguageModelSession.Profile { Instructions("Help.") }
                .model(model)
                .onResponse { _ in throw Refused() })
        await #expect(throws: Refused.self) { try await session.respond(to: "one") }
        #expect(session.transcript.isEmpty)
        #expect(!session.isResponding)
    }

    @Test func aHookMayShortenTheHistoryForGood() async throws {
        let model = ScriptedLanguageModel { _ in [.text("ok")] }
        let session = LanguageModelSession(
            profile: LanguageModelSession.Profile { Instructions("Help.") }
                .model(model)
                .onPrompt { _ in await Shortening().run() })
        try await session.respond(to: "one")
        let second = try await session.respond(to: "two")
        #expect(model.requests[1].transcript.map(\.description) == ["(Instructions) Help.", "(Prompt) two"])
        #expect(second.transcriptEntries.map(\.description) == ["(Prompt) two", "(Response) ok"])
        #expect(
            session.transcript.map(\.description) == ["(Instructions) Help.", "(Prompt) two", "(Response) ok"])
    }

    @Test func twoToolsOfOneNameAreRefused() async throws {
        let session = LanguageModelSession(
            model: ScriptedLanguageModel([]), tools: [TideTool(), AnyTool(TideTool())])
        let error = await #expect(throws: LanguageModelSession.DuplicateToolError(name: "tide")) {
            try await session.respond(to: "Go")
        }
        #expect(
            error?.errorDescription
                == "two tools are named 'tide'; give one of them another name [session.duplicate-tool]")
    }
}

/// Keeps the last entry of the history.
private struct Shortening {
    @LanguageModelSession.SessionProperty(\.history) private var history

    func run() async {
        if let last = history.last { history = [last] }
    }
}
