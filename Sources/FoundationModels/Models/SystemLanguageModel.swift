// The model that a machine answers with unless it is told another: the registered default, where its weights are here.

public import FoundationEssentials
internal import Inference
public import Observation
internal import Tokenization

/// The default language model of this machine.
public final class SystemLanguageModel: Sendable, Observable {
    /// Whether the model can answer.
    @frozen public enum Availability: Equatable, Sendable {
        /// Why the model can't answer.
        public enum UnavailableReason: Equatable, Sendable, Hashable {
            /// The machine can't run the model.
            case deviceNotEligible
            /// The user has not allowed the model.
            case appleIntelligenceNotEnabled
            /// The weights are not on this machine.
            case modelNotReady
        }

        case available
        case unavailable(UnavailableReason)
    }

    private static let shared = SystemLanguageModel(source: { InstalledModels.source })

    /// The registered default.
    public static var `default`: SystemLanguageModel { shared }

    let handle: ModelHandle
    private let source: @Sendable () -> any ModelSource

    package init(source: @escaping @Sendable () -> any ModelSource) {
        self.source = source
        handle = ModelHandle {
            let source = source()
            return try source.load(named: source.defaultModelName)
        }
    }

    /// Looks for the weights each time it is asked.
    public var availability: Availability {
        let source = source()
        return source.isInstalled(source.defaultModelName) ? .available : .unavailable(.modelNotReady)
    }

    /// Whether `availability` is `.available`.
    public var isAvailable: Bool { availability == .available }

    /// Tokens that a conversation may have; 0 while the model can't be opened. Opens the model.
    public var contextSize: Int { (try? handle.model().contextSize) ?? 0 }

    /// The languages that the model speaks: each without a region, and the current locale's own form of it, so that
    /// `supportedLanguages.contains(Locale.current.language)` tells whether the model speaks the user's language.
    public var supportedLanguages: Set<Locale.Language> { supportedLanguages(for: .current) }

    /// Whether the model speaks the language of `locale`, whatever its script and region.
    public func supportsLocale(_ locale: Locale = .current) -> Bool {
        supportedLanguages(for: locale).contains(locale.language)
    }

    package func supportedLanguages(for locale: Locale) -> Set<Locale.Language> {
        let source = source()
        let languages = source.languageCodes(of: source.defaultModelName).map {
            Locale.Language(languageCode: Locale.LanguageCode($0))
        }
        // Locale identifiers begin with the language: en_US, zh-Hant_TW.
        let code = locale.identifier.prefix { $0 != "_" && $0 != "-" && $0 != "@" }
        guard languages.contains(Locale.Language(languageCode: Locale.LanguageCode(String(code)))) else {
            return Set(languages)
        }
        return Set(languages + [locale.language])
    }
}

extension SystemLanguageModel {
    /// Tokens of a conversation that consists of this prompt, with what the chat template adds.
    public nonisolated(nonsending) func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
        try count([ChatMessage(role: "user", content: prompt.promptRepresentation.text)])
    }

    /// Tokens of a conversation that consists of these instructions, with what the chat template adds.
    public nonisolated(nonsending) func tokenCount(for instructions: Instructions) async throws -> Int {
        try count([ChatMessage(role: "system", content: instructions.text)])
    }

    /// Tokens of a conversation, with what the chat template adds.
    public nonisolated(nonsending) func tokenCount(
        for entries: some Collection<Transcript.Entry>
    ) async throws -> Int {
        try count(Transcript(entries: entries).messages)
    }

    private func count(_ messages: [ChatMessage]) throws -> Int {
        do {
            return try handle.model().countTokens(messages)
        } catch let error as Inference.GenerationError {
            throw ModelFailure(error)
        } catch {
            throw ModelFailure.assetsUnavailable(error)
        }
    }
}
