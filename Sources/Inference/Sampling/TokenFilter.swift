// What a sampler asks about the tokens that may come next.

/// The tokens that may come next.
package protocol TokenFilter {
    /// A set that holds every allowed token, and perhaps others: bit i % 64 of word i / 64 is token i. Costs more than one
    /// question about one token, far less than a question about each.
    mutating func candidates() -> [UInt64]
    /// Whether a token is allowed: the final word.
    mutating func isAllowed(_ token: Int32) -> Bool
}
