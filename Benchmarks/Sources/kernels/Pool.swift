// The engine's worker pool, with closures.
import CKernels

final class Pool {
    private let pool: OpaquePointer
    let threads: Int

    init(threads: Int) {
        self.threads = threads
        guard let pool = ck_pool_create(Int32(threads)) else { fatalError("no pool of \(threads) threads") }
        self.pool = pool
    }

    deinit { ck_pool_destroy(pool) }

    /// Runs `work` for 0..<chunks on all threads.
    func run(_ chunks: Int, _ work: (Int) -> Void) {
        withoutActuallyEscaping(work) { work in
            var context = Context(work: work)
            withUnsafeMutablePointer(to: &context) { context in
                ck_pool_run(
                    pool,
                    { context, chunk, _ in context?.assumingMemoryBound(to: Context.self).pointee.work(Int(chunk)) },
                    context, Int32(chunks))
            }
        }
    }

    private struct Context { let work: (Int) -> Void }
}

/// The shortest of `rounds` rounds, in seconds.
func best(_ rounds: Int, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    var shortest = Double.infinity
    for _ in 0..<rounds {
        let time = clock.measure(body) / .seconds(1)
        shortest = min(shortest, time)
    }
    return shortest
}
