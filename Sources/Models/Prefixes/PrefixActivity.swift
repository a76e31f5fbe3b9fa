// What the prefix caches of a process did: counted, so that a cache that does nothing, or finds nothing but damage, is
// seen.

internal import Dispatch
internal import Synchronization

/// Figures of one process or one test, and the end of its writing.
package final class PrefixActivity: Sendable {
    /// Everything that was counted so far.
    package struct Figures: Sendable, Hashable {
        /// Read from files and used or held for use.
        package var readBlocks = 0
        package var readByteCount = 0
        package var writtenBlocks = 0
        package var writtenByteCount = 0
        /// Removed to keep the limit.
        package var evictedBlocks = 0
        /// Files that were wrong, each taken out of the way.
        package var defects: [PrefixDefect: Int] = [:]
        /// Blocks computed again by the verify mode; those that differed are among the defects.
        package var comparedBlocks = 0
        /// Why nothing was written any more, in words.
        package var writeFailure: String?

        package var defectCount: Int { defects.values.reduce(0, +) }
    }

    /// What all models of this process did.
    package static let ofProcess = PrefixActivity()

    private let state = Mutex(Figures())
    private let writes = DispatchGroup()

    package init() {}

    package var figures: Figures { state.withLock { $0 } }

    func count(_ change: (inout Figures) -> Void) { state.withLock { change(&$0) } }

    /// Runs `work` on `queue`, as something that `waitForWrites` waits for.
    func write(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
        queue.async(group: writes, execute: work)
    }

    /// Returns when everything is written that was to be written until now. Called before a process ends.
    package func waitForWrites() { writes.wait() }
}
