// Token counts of requests.

internal import Inference

extension LanguageModelSession {
    /// Tokens that one request, or all requests of a session, read and wrote.
    public struct Usage: Sendable, Equatable {
        /// Tokens read.
        public struct Input: Sendable, Equatable {
            public var totalTokenCount: Int
            /// Of the total, those that did not have to be computed again.
            public var cachedTokenCount: Int
        }

        /// Tokens written.
        public struct Output: Sendable, Equatable {
            public var totalTokenCount: Int
            /// Of the total, those that the model spent on reasoning.
            public var reasoningTokenCount: Int
        }

        public var input: Input
        public var output: Output

        /// Tokens read and written.
        public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }
    }
}

extension LanguageModelSession.Usage {
    init(_ usage: TokenUsage = TokenUsage()) {
        input = Input(totalTokenCount: usage.input, cachedTokenCount: usage.cached)
        output = Output(totalTokenCount: usage.output, reasoningTokenCount: 0)
    }

    static func += (sum: inout Self, usage: Self) {
        sum.input.totalTokenCount += usage.input.totalTokenCount
        sum.input.cachedTokenCount += usage.input.cachedTokenCount
        sum.output.totalTokenCount += usage.output.totalTokenCount
        sum.output.reasoningTokenCount += usage.output.reasoningTokenCount
    }
}
