// What is to be read into one sequence, alone or in the same steps as others.

/// Tokens on their way into a state.
package struct Reading {
    package let tokens: [Int32]
    /// Grows step by step.
    package internal(set) var state: KVState
    package let logits: Decoder.LogitsWanted
    /// Tokens read so far.
    package private(set) var count = 0

    package init(_ tokens: [Int32], into state: KVState, logits: Decoder.LogitsWanted = .last) {
        self.tokens = tokens
        self.state = state
        self.logits = logits
    }

    /// Tokens to go.
    package var left: Int { tokens.count - count }

    func next(_ count: Int) -> ArraySlice<Int32> { tokens[self.count..<self.count + count] }

    /// Counts tokens whose keys and values have been written.
    mutating func commit(_ count: Int) {
        state.commit(count)
        self.count += count
    }

    /// Whether logits are wanted after the token at `index`.
    func wantsLogits(after index: Int) -> Bool {
        switch logits {
        case .none: false
        case .last: index == tokens.count - 1
        case .all: true
        }
    }
}
