// Regular expressions over bytes with intersection and complement, each stored once, so that equal ones are one number.
// (Brzozowski, Derivatives of Regular Expressions, 1964, doi:10.1145/321239.321249.)

internal import Synchronization

/// A deterministic automaton that an expression may contain as a leaf: what has no short expression, such as the decimal
/// numbers divisible by m.
package protocol ByteAutomaton: Sendable {
    var start: Int { get }
    /// The state after `byte`; nil where no continuation is accepted.
    func step(_ state: Int, _ byte: UInt8) -> Int?
    func accepts(_ state: Int) -> Bool
    /// Bytes that lead on from `state`.
    func bytes(from state: Int) -> ByteSet
}

/// The expressions of one grammar. May be used from several threads.
package final class RegexArena: Sendable {
    package init() {}
}
