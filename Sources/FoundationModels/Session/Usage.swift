// Token counts of requests.

internal import Inference

extension LanguageModelSession {
    /// Tokens that one request, or all requests of a session, read and wrote. The turns of a request in which tools are
    /// called each read the whole conversation, and count each.
    public struct Usage: Sendable, Equatable {
        /// Tokens read.
        public struct Input: Sendable, Equatable {
            public var totalTokenCount: Int
            /// Of the total, those that did not have to be computed again.
            public var cachedTokenCount: Int

            public init(totalTokenCount: Int, cachedTokenCount: Int) {
                self.totalTokenCount = totalTokenCount
                self.cachedTokenCount = cachedTokenCount
            }
        }

        /// Tokens written.
        public struct Output: Sendable, Equatable {
            public var totalTokenCount: Int
            /// Of the total, those that the model spent on reasoning.
            public var reasoningTokenCount: Int

            public init(totalTokenCount: Int, reasoningTokenCount: Int) {
                self.totalTokenCount = totalTokenCount
                self.reasoningTokenCount = reasoningTokenCount
            }
        }

        public var input: Input
        public var output: Output
        /// What else the executor told. Models of this package tell under `finishReason` why the last response ended:
        /// `stop`, or `length` where a limit cut it, which tells an empty response from a cut one.
        public var metadata: [String: GeneratedContent]

        /// Tokens read and written.
        public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

        public init(
            input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
        ) {
            self.input = input
            self.output = output
            self.metadata = metadata.mapValues(\.generatedContent)
        }
    }
}

extension LanguageModelSession.Usage {
    static let finishReasonKey = "finishReason"
    /// Of a guided answer: steps at which the tokens left forbade what the schema allows. Absent where there were none.
    static let narrowedStepCountKey = "narrowedStepCount"

    init(_ usage: TokenUsage = TokenUsage()) {
        self.init(
            input: Input(totalTokenCount: usage.input, cachedTokenCount: usage.cached),
            output: Output(totalTokenCount: usage.output, reasoningTokenCount: usage.reasoning))
    }

    static func += (sum: inout Self, usage: Self) {
        sum.input.totalTokenCount += usage.input.totalTokenCount
        sum.input.cachedTokenCount += usage.input.cachedTokenCount
        sum.output.totalTokenCount += usage.output.totalTokenCount
        sum.output.reasoningTokenCount += usage.output.reasoningTokenCount
        sum.metadata.merge(usage.metadata) { $1 }
    }
}
