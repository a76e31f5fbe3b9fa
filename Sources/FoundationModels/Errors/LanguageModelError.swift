// What a request can fail with, by the names of the systems numbered 27: a case a cause, and what is known of it.

public import Foundation

/// A failed request to a language model.
public enum LanguageModelError: ModelFailureForm {
    /// The conversation is longer than the model's context.
    case contextSizeExceeded(ContextSizeExceeded)
    /// Too many requests in too short a time.
    case rateLimited(RateLimited)
    /// Prompt or response were held to be unsafe.
    case guardrailViolation(GuardrailViolation)
    /// The model would not answer.
    case refusal(Refusal)
    /// The model can't do what was asked for.
    case unsupportedCapability(UnsupportedCapability)
    /// The conversation holds something that the model can't read.
    case unsupportedTranscriptContent(UnsupportedTranscriptContent)
    /// A guide of a schema can't be followed.
    case unsupportedGenerationGuide(UnsupportedGenerationGuide)
    /// The model does not speak the language.
    case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
    /// The model took too long.
    case timeout(Timeout)
}

extension LanguageModelError {
    /// A conversation that is longer than the model's context.
    public struct ContextSizeExceeded: Sendable {
        /// Tokens that a conversation may have; 0 where a model of another maker did not say.
        public var contextSize: Int
        /// Tokens that this one needs; 0 where a model of another maker did not say.
        public var tokenCount: Int
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(
            contextSize: Int, tokenCount: Int, debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.contextSize = contextSize
            self.tokenCount = tokenCount
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// Too many requests.
    public struct RateLimited: Sendable {
        /// When requests are taken again, where that is known.
        public var resetDate: Date?
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(resetDate: Date? = nil, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.resetDate = resetDate
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// Something unsafe. What it was is not repeated here.
    public struct GuardrailViolation: Sendable {
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// Something that the model can't do.
    public struct UnsupportedCapability: Sendable {
        /// What would have been needed.
        public var capability: LanguageModelCapabilities.Capability
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(
            capability: LanguageModelCapabilities.Capability, debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.capability = capability
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// Something in the conversation that the model can't read.
    public struct UnsupportedTranscriptContent: Sendable {
        /// The entries that hold it.
        public var unsupportedContent: [Transcript.Entry]
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(
            unsupportedContent: [Transcript.Entry], debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.unsupportedContent = unsupportedContent
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// A guide that can't be followed.
    public struct UnsupportedGenerationGuide: Sendable {
        /// The schema that holds it, where it has a name.
        public var schemaName: String?
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(
            schemaName: String? = nil, debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.schemaName = schemaName
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// A language that the model does not speak.
    public struct UnsupportedLanguageOrLocale: Sendable {
        /// Which one.
        public var languageCode: Locale.LanguageCode
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(
            languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.languageCode = languageCode
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// A model that took too long.
    public struct Timeout: Sendable {
        /// What happened, for developers.
        public var debugDescription: String
        /// Further facts by name.
        public var metadata: [String: any Sendable]

        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }
}
