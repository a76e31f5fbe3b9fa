// The engine's threads: a pool that runs one job at a time in chunks, the caller taking part.

internal import CKernels

/// Threads that run the chunks of a job. One caller at a time: whoever shares a pool takes turns.
@safe package final class WorkerPool: @unchecked Sendable {
    // Sendable: the C pool is internally synchronized except that only one thread may call `run` at a time.
    // It serves one model at a time, first the loader and then its decoder, whose steps are exclusive (see there).
    // `threads` never changes.
    private let pool: OpaquePointer
    package let threads: Int

    /// Threads of a pool at most: more than any machine profits from, and few enough that they start everywhere.
    package static let largestCount = 256

    /// - Parameter threads: 1 to `largestCount`, others are taken as the nearest of these; nil: as many as the process may
    ///   use CPUs. Fewer start where the system gives no more.
    package init(threads: Int? = nil) {
        let wanted = min(max(1, threads ?? Int(ck_affinity_count())), Self.largestCount)
        guard let pool = unsafe ck_pool_create(Int32(wanted)) else {
            preconditionFailure("no threads to be had")
        }
        unsafe self.pool = unsafe pool
        self.threads = Int(unsafe ck_pool_threads(pool))
    }

    deinit { unsafe ck_pool_destroy(pool) }

    /// Runs `body(chunk)` for 0 ..< `chunks`, in any order and on any thread, and returns when all are done.
    package func run(_ chunks: Int, _ body: (Int) -> Void) {
        guard chunks > 1, threads > 1 else {
            for chunk in 0..<max(chunks, 0) { body(chunk) }
            return
        }
        withoutActuallyEscaping(body) { escaping in
            var box = Box(body: escaping)
            unsafe withUnsafeMutablePointer(to: &box) { context in
                unsafe ck_pool_run(
                    pool,
                    { context, chunk, _ in
                        guard let context = unsafe context else { return }
                        unsafe context.assumingMemoryBound(to: Box.self).pointee.body(Int(chunk))
                    }, context, Int32(chunks))
            }
        }
    }

    /// Runs `body(range)` over `count` items in about `perThread` ranges a thread, none shorter than `minimum` items.
    package func split(_ count: Int, perThread: Int, minimum: Int = 1, _ body: (Range<Int>) -> Void) {
        let pieces = max(1, min(count / max(1, minimum), threads == 1 ? 1 : threads * perThread))
        run(pieces) { piece in
            let range = count * piece / pieces..<count * (piece + 1) / pieces
            if !range.isEmpty { body(range) }
        }
    }

    private struct Box {
        let body: (Int) -> Void
    }
}
