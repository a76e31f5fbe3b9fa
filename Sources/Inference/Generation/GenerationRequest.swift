// The values that go into one generation and come out of it. No type of the parts below appears here: a caller sees
// messages, numbers and text.

package import Tokenization

/// How the next token is chosen. The noise of a draw depends on the seed, the absolute position and the token id alone.
package enum Sampling: Sendable, Hashable {
    /// The token of the largest logit; the lowest id among equals.
    case greedy
    /// `temperature` > 0; `topK` nil: no limit; `topP` in 0...1, nil: no limit.
    case random(temperature: Float, topK: Int?, topP: Float?, seed: UInt64)
}

/// One generation: a conversation, and how to answer it.
package struct GenerationRequest: Sendable {
    package var messages: [ChatMessage]
    package var sampling: Sampling
    /// Tokens after which the answer is cut; nil: until the context is full.
    package var maximumResponseTokens: Int?
    /// Ids to take instead of sampled ones, as far as they go and are tokens of the model: a recorded answer to be
    /// reproduced.
    package var forcedTokens: [Int32]

    package init(
        messages: [ChatMessage], sampling: Sampling = .greedy, maximumResponseTokens: Int? = nil,
        forcedTokens: [Int32] = []
    ) {
        self.messages = messages
        self.sampling = sampling
        self.maximumResponseTokens = maximumResponseTokens
        self.forcedTokens = forcedTokens
    }
}

/// Why a generation ended.
package enum FinishReason: String, Sendable, Hashable, Codable {
    /// The model ended its turn.
    case stop
    /// `maximumResponseTokens` was reached.
    case length
}

/// Tokens that a generation read and wrote.
package struct TokenUsage: Sendable, Hashable, Codable {
    /// Tokens of the rendered prompt, of which `cached` were not computed again.
    package var input: Int
    package var cached: Int
    package var output: Int

    package init(input: Int = 0, cached: Int = 0, output: Int = 0) {
        self.input = input
        self.cached = cached
        self.output = output
    }
}

/// The answer so far. Texts grow by prefix; `finish` is set in the last snapshot only.
package struct GenerationSnapshot: Sendable, Hashable {
    package var text: String
    /// Ids generated so far, without the one that ended the turn.
    package var tokens: [Int32]
    package var usage: TokenUsage
    package var finish: FinishReason?

    package init(text: String, tokens: [Int32], usage: TokenUsage, finish: FinishReason? = nil) {
        self.text = text
        self.tokens = tokens
        self.usage = usage
        self.finish = finish
    }
}
