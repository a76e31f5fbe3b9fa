// The engine's threads: a pool that runs one job at a time in chunks, the caller taking part.

internal import CKernels

/// Threads that run the chunks of a job. One caller at a time; a decoder owns its pool.
@safe package final class WorkerPool: @unchecked Sendable {
    // Sendable: the C pool is internally synchronized except that only one thread may call `run` at a time.
    // A pool is owned by one `Decoder`, whose steps are exclusive (see there), or used while loading, before it is shared.
    // `threads` never changes.
    private let pool: OpaquePointer
    package let threads: Int

    /// `threads` nil: as many as the process may use CPUs.
    package init(threads: Int? = nil) {
        let wanted = max(1, threads ?? Int(ck_affinity_count()))
        guard let pool = unsafe ck_pool_create(Int32(wanted)) else {
            preconditionFailure("no threads to be had")
        }
        unsafe self.pool = unsafe pool
        self.threads = wanted
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
