// What an expression may contain beside its operators: an automaton over bytes, as a leaf.

/// A deterministic automaton that an expression may contain as a leaf: what has no short expression, such as the decimal
/// numbers divisible by m.
package protocol ByteAutomaton: Sendable {
    var start: Int { get }
    /// The state after `byte`; nil where no continuation is accepted.
    func step(_ state: Int, _ byte: UInt8) -> Int?
    func accepts(_ state: Int) -> Bool
    /// Bytes that lead on from `state`.
    func bytes(from state: Int) -> ByteSet
    /// A length that no continuation is below; 0 where nothing better is known.
    func leastLength(from state: Int) -> Int
}

extension ByteAutomaton {
    package func leastLength(from state: Int) -> Int { 0 }
}
