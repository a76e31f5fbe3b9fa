// A flag that any thread of a job may lower.

internal import Synchronization

/// Up until someone clears it.
final class AtomicFlag: Sendable {
    private let flag = Atomic<Bool>(true)

    var value: Bool { flag.load(ordering: .acquiring) }

    func clear() { flag.store(false, ordering: .releasing) }
}
