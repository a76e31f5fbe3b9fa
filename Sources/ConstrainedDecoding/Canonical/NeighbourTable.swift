// Which tokens may stand beside each other, as far as it was asked: a fact of the tokenizer, that all grammars of a model share.

internal import Synchronization

/// Answers by pairs of tokens, kept up to a number, then all forgotten. May be used from several threads.
package final class NeighbourTable: Sendable {
    private static let limit = 65_536

    private let known = Mutex(NumberTable())

    package init() {}

    /// What is known of two tokens; else what `judge` says, which is kept.
    package func areNeighbours(_ left: Int, _ right: Int, _ judge: () -> Bool) -> Bool {
        let key = UInt64(UInt32(truncatingIfNeeded: left)) << 32 | UInt64(UInt32(truncatingIfNeeded: right))
        let answer = known.withLock { $0[key] }
        if answer >= 0 { return answer == 1 }
        let judged = judge()
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known.set(key, judged ? 1 : 0)
        }
        return judged
    }
}
