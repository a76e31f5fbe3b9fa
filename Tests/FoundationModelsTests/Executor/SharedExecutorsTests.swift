// Executors are made once for each configuration, when they are first needed, and shared.

import FoundationModels
import Synchronization
import Testing

@Suite struct SharedExecutorsTests {
    @Test func sessionsOnEqualModelsShareAnExecutorAndNoneIsMadeAhead() async throws {
        let ledger = Ledger()
        let sessions = (0..<3).map { _ in LanguageModelSession(model: CountedModel(name: "a", ledger: ledger)) }
        #expect(ledger.made.isEmpty)
        for session in sessions { #expect(try await session.respond(to: "Hi").content == "a") }
        try await LanguageModelSession(model: CountedModel(name: "b", ledger: ledger)).respond(to: "Hi")
        #expect(ledger.made == ["a", "b"])
    }

    @Test func sessionsThatAskAtTheSameTimeShareOneToo() async throws {
        let ledger = Ledger()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await LanguageModelSession(model: CountedModel(name: "a", ledger: ledger))
                        .respond(to: "Hi").content
                }
            }
            for try await text in group { #expect(text == "a") }
        }
        #expect(ledger.made == ["a"])
    }

    @Test func anExecutorThatCanNotBeMadeIsTheRequestsError() async throws {
        let ledger = Ledger()
        let session = LanguageModelSession(model: CountedModel(name: "", ledger: ledger))
        for _ in 0..<2 {
            await #expect(throws: CountedModel.Nameless.self) { try await session.respond(to: "Hi") }
        }
        #expect(session.transcript.isEmpty)
    }

    @Test func prewarmReachesTheExecutorWithWhatTheNextPromptBeginsWith() async throws {
        let model = ScriptedLanguageModel([])
        let session = LanguageModelSession(model: model, tools: [TideTool()], instructions: "Be brief.")
        session.prewarm(promptPrefix: Prompt("Translate:"))
        while model.prewarmedTranscripts.isEmpty { await Task.yield() }
        #expect(
            model.prewarmedTranscripts[0].map(\.description) == ["(Instructions) Be brief.", "(Prompt) Translate:"])
        #expect(session.transcript.count == 1)
        #expect(!session.isResponding)
    }
}

/// What executors were made.
private final class Ledger: Sendable, Hashable {
    private let names = Mutex<[String]>([])

    var made: [String] { names.withLock { $0 } }

    func note(_ name: String) { names.withLock { $0.append(name) } }

    static func == (left: Ledger, right: Ledger) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Says its name; an executor is made for each name.
private struct CountedModel: LanguageModel {
    struct Nameless: Error {}

    let name: String
    let ledger: Ledger
    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities(capabilities: []) }
    var executorConfiguration: Executor.Configuration { .init(name: name, ledger: ledger) }

    struct Executor: LanguageModelExecutor {
        struct Configuration: Hashable, Sendable {
            let name: String
            let ledger: Ledger
        }

        init(configuration: Configuration) throws {
            guard !configuration.name.isEmpty else { throw Nameless() }
            configuration.ledger.note(configuration.name)
        }

        nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: CountedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            await channel.send(.response(action: .appendText(model.name, tokenCount: 1)))
        }
    }
}
