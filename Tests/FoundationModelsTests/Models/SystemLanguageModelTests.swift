// The system's model: availability as weights come, one open model for all sessions, languages, counting tokens.

import Foundation
import FoundationModels
import Inference
import Synchronization
import Testing

/// A source with one model, which may be missing.
final class ScriptedSource: ModelSource {
    struct Missing: Error, CustomStringConvertible {
        let description = "the weights of 'scripted' are missing; run 'playground model pull scripted' [models.missing]"
    }

    let defaultModelName = "scripted"
    private let model: ScriptedModel
    private let isPresent: Mutex<Bool>
    private let loads = Mutex(0)

    init(_ model: ScriptedModel, isPresent: Bool = true) {
        self.model = model
        self.isPresent = Mutex(isPresent)
    }

    var loadCount: Int { loads.withLock { $0 } }

    func install() {
        isPresent.withLock { $0 = true }
    }

    func isInstalled(_ name: String) -> Bool { isPresent.withLock { $0 } && name == defaultModelName }
    func languageCodes(of name: String) -> [String] { ["en", "fr"] }

    func load(named name: String) throws -> any TextModel {
        guard isInstalled(name) else { throw Missing() }
        loads.withLock { $0 += 1 }
        return model
    }

    func load(contentsOf url: URL) throws -> any TextModel { try FileModelSource().load(contentsOf: url) }
}

@Suite struct SystemLanguageModelTests {
    @Test func theModelIsAvailableOnceItsWeightsAreHere() async throws {
        let source = ScriptedSource(ScriptedModel("Hi", contextSize: 64), isPresent: false)
        let model = SystemLanguageModel { source }
        #expect(model.availability == .unavailable(.modelNotReady))
        #expect(!model.isAvailable)
        #expect(model.contextSize == 0)

        source.install()
        #expect(model.availability == .available)
        #expect(model.isAvailable)
        #expect(model.contextSize == 64)
    }

    @Test func aSessionWithoutWeightsSaysWhatToDo() async throws {
        let source = ScriptedSource(ScriptedModel("Hi"), isPresent: false)
        let session = LanguageModelSession(model: SystemLanguageModel { source })
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "Hi")
        }
        guard case .assetsUnavailable(let context) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription
                == "the weights of 'scripted' are missing; run 'playground model pull scripted' [models.missing]")
        source.install()
        #expect(try await session.respond(to: "Hi").content == "Hi")
    }

    @Test func sessionsShareOneOpenModel() async throws {
        let source = ScriptedSource(ScriptedModel("Hi"))
        let model = SystemLanguageModel { source }
        #expect(source.loadCount == 0)
        for _ in 0..<3 { try await LanguageModelSession(model: model).respond(to: "Hi") }
        #expect(source.loadCount == 1)
    }

    @Test(arguments: [
        ("en_US", true), ("en", true), ("en_001", true), ("fr-Latn_CA", true), ("de_DE", false), ("ang", false),
        ("", false),
    ])
    func languagesAreKnownInTheFormOfTheLocale(_ identifier: String, isSupported: Bool) {
        let source = ScriptedSource(ScriptedModel("Hi"))
        let model = SystemLanguageModel { source }
        let locale = Locale(identifier: identifier)
        #expect(model.supportsLocale(locale) == isSupported)
        #expect(model.supportedLanguages(for: locale).contains(locale.language) == isSupported)
        #expect(model.supportedLanguages.contains(Locale.Language(identifier: "fr")))
    }

    @Test func tokensAreCountedByTheModel() async throws {
        let source = ScriptedSource(ScriptedModel("Hi"))
        let model = SystemLanguageModel { source }
        #expect(try await model.tokenCount(for: "one two three") == 3)
        #expect(try await model.tokenCount(for: Instructions("one two")) == 2)
        let session = LanguageModelSession(model: model, instructions: "one")
        try await session.respond(to: "two")
        #expect(try await model.tokenCount(for: session.transcript) == 3)
        #expect(try await model.tokenCount(for: session.transcript.prefix(1)) == 1)
    }
}
