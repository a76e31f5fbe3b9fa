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

/// The form that an answer must have.
package enum ResponseForm: Sendable, Hashable {
    case text
    /// JSON by a schema.
    case json(OutputSchema, spacing: JSONSpacing)

    package var isGuided: Bool { self != .text }
}

/// A JSON Schema that what a model writes must follow.
package struct OutputSchema: Sendable, Hashable {
    /// JSON text, properties in source order.
    package var text: String
    /// Whether it is of Swift types: its patterns are then Swift's regexes, which mean the whole string, and its integers have 64
    /// bits. Else its patterns are ECMAScript's, which search, and integers have any number of digits.
    package var isOfSwiftTypes: Bool
    /// Whether objects have no members but the declared ones, where the schema does not say.
    package var closesObjects: Bool

    package init(_ text: String, isOfSwiftTypes: Bool = false, closesObjects: Bool = false) {
        self.text = text
        self.isOfSwiftTypes = isOfSwiftTypes
        self.closesObjects = closesObjects
    }
}

/// The white space of generated JSON.
package enum JSONSpacing: Sendable, Hashable {
    /// `{"a":1,"b":[1,2]}`
    case compact
    /// `{"a": 1, "b": [1, 2]}`, as Apple's framework prints it.
    case spaced
}

/// Whether an answer may, must or must not call tools.
package enum ToolChoice: Sendable, Hashable {
    case allowed
    case required
    case disallowed
}

/// One generation: what the model reads, and how it is to answer.
package struct GenerationRequest: Sendable {
    package var input: ModelInput
    package var form: ResponseForm
    package var toolChoice: ToolChoice
    /// Tokens that a reasoning model may think for; nil: no limit.
    package var reasoningBudget: Int?
    package var sampling: Sampling
    /// Tokens after which the answer is cut; nil: until the context is full.
    package var maximumResponseTokens: Int?
    /// Ids to take instead of sampled ones, as far as they go and are tokens of the model: a recorded answer to be
    /// reproduced.
    package var forcedTokens: [Int32]
    /// What the answer is expected to be. Changes its speed alone.
    package var draft: AnswerDraft?

    package var messages: [ChatMessage] { input.messages }

    package init(
        messages: [ChatMessage], sampling: Sampling = .greedy, maximumResponseTokens: Int? = nil,
        forcedTokens: [Int32] = []
    ) {
        self.init(
            input: ModelInput(messages: messages), sampling: sampling, maximumResponseTokens: maximumResponseTokens,
            forcedTokens: forcedTokens)
    }

    package init(
        input: ModelInput, form: ResponseForm = .text, toolChoice: ToolChoice = .allowed, reasoningBudget: Int? = nil,
        sampling: Sampling = .greedy, maximumResponseTokens: Int? = nil, forcedTokens: [Int32] = []
    ) {
        self.input = input
        self.form = form
        self.toolChoice = toolChoice
        self.reasoningBudget = reasoningBudget
        self.sampling = sampling
        self.maximumResponseTokens = maximumResponseTokens
        self.forcedTokens = forcedTokens
    }
}

/// Why a generation ended.
package enum FinishReason: String, Sendable, Hashable, Codable {
    /// The model ended its turn, or its answer was complete.
    case stop
    /// The model called tools: it is to be asked again with their outputs.
    case toolCalls
    /// `maximumResponseTokens` was reached.
    case length
}

/// Tokens that a generation read and wrote.
package struct TokenUsage: Sendable, Hashable, Codable {
    /// Tokens of the rendered prompt, of which `cached` were not computed again.
    package var input: Int
    package var cached: Int
    package var output: Int
    /// Of the output, tokens spent on reasoning.
    package var reasoning: Int

    package init(input: Int = 0, cached: Int = 0, output: Int = 0, reasoning: Int = 0) {
        self.input = input
        self.cached = cached
        self.output = output
        self.reasoning = reasoning
    }
}

/// A call of a tool as the model writes it.
package struct ToolCallText: Sendable, Hashable {
    package var name: String
    /// JSON text of the arguments so far; grows by prefix.
    package var arguments: String

    package init(name: String, arguments: String) {
        self.name = name
        self.arguments = arguments
    }
}

/// The answer so far. Texts grow by prefix; `finish` is set in the last snapshot only.
package struct GenerationSnapshot: Sendable, Hashable {
    /// What is said to the user: neither reasoning nor calls of tools.
    package var text: String
    /// What the model thought before it answered.
    package var reasoning: String
    /// Calls begun so far; the arguments of the last one may be incomplete.
    package var toolCalls: [ToolCallText]
    /// Ids generated so far, without the one that ended the turn.
    package var tokens: [Int32]
    package var usage: TokenUsage
    /// Of a guided answer: steps at which the tokens left forbade what the schema allows.
    package var narrowedSteps = 0
    package var finish: FinishReason?

    package init(
        text: String, reasoning: String = "", toolCalls: [ToolCallText] = [], tokens: [Int32], usage: TokenUsage,
        finish: FinishReason? = nil
    ) {
        self.text = text
        self.reasoning = reasoning
        self.toolCalls = toolCalls
        self.tokens = tokens
        self.usage = usage
        self.finish = finish
    }
}
