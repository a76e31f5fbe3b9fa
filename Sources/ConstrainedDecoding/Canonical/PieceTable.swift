// Which tokens, alone or in pairs, a tokenizer splits their own text into, as far as it was asked: facts that all grammars of a
// model share.

internal import Synchronization

/// Answers by tokens, kept up to a number, then all forgotten. May be used from several threads.
package final class PieceTable: Sendable {
    private static let limit = 65_536

    private let known = Mutex(NumberTable())

    package init() {}

    /// What is known of one token or two; else what `judge` says, which is kept.
    package func isPiece(_ first: Int, _ second: Int?, _ judge: () -> Bool) -> Bool {
        let low = UInt32(truncatingIfNeeded: (second ?? -1) + 1)
        let key = UInt64(UInt32(truncatingIfNeeded: first)) << 32 | UInt64(low)
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
