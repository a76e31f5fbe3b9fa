// What can go wrong between a request and its answer.

/// A failed generation.
package enum GenerationError: Error, Sendable, Hashable {
    /// The prompt, or prompt and answer, need `needed` tokens; the context has `size`.
    case contextFull(needed: Int, size: Int)
    /// The chat template refused the conversation.
    case template(message: String)
    /// The prompt rendered to no token at all.
    case emptyPrompt
    /// The model called a tool in a way that can't be followed; the snapshots before it hold what it said until then.
    case malformedToolCall(MalformedToolCall)
    /// The schema can't be enforced; `message` begins with the place.
    case schema(message: String)
    /// A document takes `needed` tokens at least, and only `available` may be written.
    case budgetTooSmall(needed: Int, available: Int)
}
