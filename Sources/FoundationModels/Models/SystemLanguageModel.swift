// The model that a machine answers with unless it is told another: the registered default, where its weights are here.

public import FoundationEssentials
internal import Inference
public import Observation

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

    /// The registered default, for a task. All models of this kind share the weights, which are opened once.
    public convenience init(useCase: UseCase = .general, guardrails: Guardrails = .default) {
        self.init(sharing: .shared, useCase: useCase)
    }

    package init(source: @escaping @Sendable () -> any ModelSource) {
        self.source = source
        handle = ModelHandle(check: Simulation.requireSystemModel) {
            let source = source()
            return try source.load(named: source.defaultModelName)
        }
    }

    /// The model of another for a task.
    package init(sharing other: SystemLanguageModel, useCase: UseCase) {
        source = other.source
        let weights = other.handle
        handle =
            useCase.preface.map { preface in
                ModelHandle(preface: preface, check: Simulation.requireSystemModel) { try weights.model() }
            } ?? weights
    }

    /// Looks for the weights each time it is asked. Tests put another answer in its place with
    /// `simulate(_:during:)`, people with `FOUNDATIONMODELS_SIMULATE`.
    public var availability: Availability {
        if let simulated = Simulation.current.system { return simulated }
        let source = source()
        return source.isInstalled(source.defaultModelName) ? .available : .unavailable(.modelNotReady)
    }

    /// Whether `availability` is `.available`.
    public var isAvailable: Bool { availability == .available }

    /// Tokens that a conversation may have, as the model's file says at its front; the weights are not read for it. 0 where
    /// there is no file, or none that can be read: no token can be taken then, and a request or `tokenCount(for:)` throws
    /// the reason.
    public var contextSize: Int {
        if let model = handle.modelIfOpen { return model.contextSize }
        let source = source()
        return (try? source.head(of: source.defaultModelName).contextSize) ?? 0
    }

    /// Which model this is.
    public var variant: Variant { Variant(displayName: source().defaultModelName) }

    /// The languages that the model speaks: each without a region, and the current locale's own form of it, so that
    /// `supportedLanguages.contains(Locale.current.language)` tells whether the model speaks the user's language.
    ///
    /// The registry says which; of a model that it knows nothing of, the model's file does; where that is silent, too, it
    /// is English, which hardly any model lacks.
    public var supportedLanguages: Set<Locale.Language> { supportedLanguages(for: .current) }

    /// Whether the model speaks the language of `locale`, whatever its script and region.
    public func supportsLocale(_ locale: Locale = .current) -> Bool {
        supportedLanguages(for: locale).contains(locale.language)
    }

    package func supportedLanguages(for locale: Locale) -> Set<Locale.Language> {
        let languages = languageCodes.map { Locale.Language(languageCode: Locale.LanguageCode($0)) }
        // Locale identifiers begin with the language: en_US, zh-Hant_TW.
        let code = locale.identifier.prefix { $0 != "_" && $0 != "-" && $0 != "@" }
        guard languages.contains(Locale.Language(languageCode: Locale.LanguageCode(String(code)))) else {
            return Set(languages)
        }
        return Set(languages + [locale.language])
    }

    private var languageCodes: [String] {
        let source = source()
        let registered = source.languageCodes(of: source.defaultModelName)
        if !registered.isEmpty { return registered }
        let stated = (try? source.head(of: source.defaultModelName).languageCodes) ?? []
        return stated.isEmpty ? ["en"] : stated
    }
}
