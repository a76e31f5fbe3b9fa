// What the changes of a turn carry.

public import FoundationEssentials

extension LanguageModelExecutorGenerationChannel {
    /// The metadata of an entry, whole.
    public struct Metadata: Sendable {
        public var values: [String: GeneratedContent]

        init(_ values: [String: any ConvertibleToGeneratedContent]) {
            self.values = values.mapValues(\.generatedContent)
        }
    }

    /// Tokens of an entry so far. The input of a turn is read once: of several entries the largest counts.
    public struct Usage: Sendable {
        /// Tokens read.
        public struct Input: Sendable {
            public var totalTokenCount: Int
            /// Of the total, those that did not have to be computed again.
            public var cachedTokenCount: Int

            public init(totalTokenCount: Int, cachedTokenCount: Int) {
                self.totalTokenCount = totalTokenCount
                self.cachedTokenCount = cachedTokenCount
            }
        }

        /// Tokens written.
        public struct Output: Sendable {
            public var totalTokenCount: Int
            /// Of the total, those spent on reasoning.
            public var reasoningTokenCount: Int

            public init(totalTokenCount: Int, reasoningTokenCount: Int) {
                self.totalTokenCount = totalTokenCount
                self.reasoningTokenCount = reasoningTokenCount
            }
        }

        public var input: Input
        public var output: Output
        /// Further facts by name.
        public var metadata: [String: GeneratedContent]

        public init(
            input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
        ) {
            self.input = input
            self.output = output
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }

    /// Text that a segment grows by.
    public struct TextFragment: Sendable {
        public var content: String
        public var segmentID: String?
        public var tokenCount: Int
    }

    /// Text that takes the place of all that a segment said.
    public struct TextSegmentReplacement: Sendable {
        public var content: String
        public var segmentID: String?
        public var tokenCount: Int
    }

    /// What proves to a model's maker that reasoning is its own.
    public struct ReasoningSignature: Sendable {
        public var signature: Data
        public var tokenCount: Int
    }
}
