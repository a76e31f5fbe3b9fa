// The worker pool: every chunk exactly once, whatever the number of threads, chunks and jobs; and what it refuses.

import CKernels
import Foundation
import Synchronization
import Testing

/// What a job writes: how often each chunk ran, and which threads ran any.
private final class Tally: Sendable {
    let counts: [Atomic<Int>.Box]
    let threads: Mutex<Set<Int>> = .init([])

    init(chunks: Int) { counts = (0..<chunks).map { _ in .init() } }
}

extension Atomic<Int> {
    /// An atomic in an array.
    fileprivate final class Box: Sendable {
        let value = Atomic<Int>(0)
    }
}

private func run(_ pool: OpaquePointer?, _ tally: Tally) {
    ck_pool_run(
        pool,
        { context, chunk, thread in
            guard let context else { return }
            let tally = Unmanaged<Tally>.fromOpaque(context).takeUnretainedValue()
            tally.counts[Int(chunk)].value.add(1, ordering: .relaxed)
            tally.threads.withLock { _ = $0.insert(Int(thread)) }
        }, Unmanaged.passUnretained(tally).toOpaque(), Int32(tally.counts.count))
}

private func mixed(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> UInt64 {
    let product: UInt64 = a &* 3
    return product &+ b &+ c
}

@Suite struct PoolTests {
    @Test("every chunk runs exactly once, on threads that exist", arguments: [1, 2, 3, 8], [0, 1, 2, 7, 64, 1_000])
    func chunks(threads: Int, chunks: Int) {
        let pool = ck_pool_create(Int32(threads))
        defer { ck_pool_destroy(pool) }
        #expect(ck_pool_threads(pool) == threads)
        for _ in 0..<20 {
            let tally = Tally(chunks: chunks)
            run(pool, tally)
            #expect(tally.counts.allSatisfy { $0.value.load(ordering: .relaxed) == 1 })
            #expect(tally.threads.withLock { $0.allSatisfy { (0..<threads).contains($0) } })
        }
    }

    @Test("jobs back to back never mix, however late a worker is", arguments: [2, 3, 8])
    func backToBack(threads: Int) {
        let pool = ck_pool_create(Int32(threads))
        defer { ck_pool_destroy(pool) }
        // Each job has an array of its own length: a chunk of the wrong job would miss or be out of bounds.
        for job in 0..<3_000 {
            var results = [Int32](repeating: 0, count: 2 + job % 11)
            results.withUnsafeMutableBufferPointer { results in
                ck_pool_run(
                    pool,
                    { context, chunk, _ in
                        context?.assumingMemoryBound(to: Int32.self)[Int(chunk)] += chunk + 1
                    }, results.baseAddress, Int32(results.count))
            }
            let expected = [Int32](1...Int32(results.count))
            #expect(results == expected)
        }
    }

    @Test("what a job wrote is seen after it, also by the next job", arguments: [2, 3])
    func memory(threads: Int) {
        let pool = ck_pool_create(Int32(threads))
        defer { ck_pool_destroy(pool) }
        var numbers = [UInt64](repeating: 1, count: 257)
        let odd: ck_job = { context, chunk, _ in
            guard let cells = context?.assumingMemoryBound(to: UInt64.self) else { return }
            let i = 2 * Int(chunk) + 1
            cells[i] = mixed(cells[i], cells[i - 1], cells[i + 1])
        }
        let even: ck_job = { context, chunk, _ in
            guard let cells = context?.assumingMemoryBound(to: UInt64.self) else { return }
            let i = 2 * Int(chunk)
            cells[i] = mixed(cells[i], i < 256 ? cells[i + 1] : 7, 1)
        }
        numbers.withUnsafeMutableBufferPointer { numbers in
            for _ in 0..<400 {
                ck_pool_run(pool, odd, numbers.baseAddress, 128)
                ck_pool_run(pool, even, numbers.baseAddress, 129)
            }
        }
        var expected = [UInt64](repeating: 1, count: 257)
        for _ in 0..<400 {
            for i in 0..<128 { expected[2 * i + 1] = mixed(expected[2 * i + 1], expected[2 * i], expected[2 * i + 2]) }
            for i in 0..<129 { expected[2 * i] = mixed(expected[2 * i], i < 128 ? expected[2 * i + 1] : 7, 1) }
        }
        #expect(numbers == expected)
    }

    @Test("a pool that slept wakes for the next job")
    func sleep() throws {
        let pool = ck_pool_create(3)
        defer { ck_pool_destroy(pool) }
        for _ in 0..<5 {
            Thread.sleep(forTimeInterval: 0.02)  // far longer than the workers spin
            let tally = Tally(chunks: 50)
            run(pool, tally)
            #expect(tally.counts.allSatisfy { $0.value.load(ordering: .relaxed) == 1 })
        }
    }

    @Test("workers take part in a long job", arguments: [2, 3])
    func workersTakePart(threads: Int) {
        let pool = ck_pool_create(Int32(threads))
        defer { ck_pool_destroy(pool) }
        // Each chunk waits until all threads are in the job: it ends only if every thread takes one.
        let arrived = Atomic<Int>.Box()
        withExtendedLifetime(arrived) {
            let rendezvous = Rendezvous(expected: threads, arrived: arrived)
            ck_pool_run(
                pool,
                { context, _, _ in
                    guard let context else { return }
                    Unmanaged<Rendezvous>.fromOpaque(context).takeUnretainedValue().meet()
                }, Unmanaged.passUnretained(rendezvous).toOpaque(), Int32(threads))
        }
        #expect(arrived.value.load(ordering: .relaxed) == threads)
    }

    @Test("a pool may go right after a job, or without one")
    func destroy() {
        for i in 0..<100 {
            let pool = ck_pool_create(Int32(1 + i % 4))
            if i % 3 != 0 { run(pool, Tally(chunks: 5)) }
            ck_pool_destroy(pool)
        }
        ck_pool_destroy(nil)
    }

    @Test("less than one thread is one thread", arguments: [0, -1] as [Int32])
    func fewThreads(threads: Int32) {
        let pool = ck_pool_create(threads)
        defer { ck_pool_destroy(pool) }
        #expect(ck_pool_threads(pool) == 1)
    }

    @Test func `this process may run on at least one CPU`() {
        #expect(ck_affinity_count() >= 1)
        #expect(ck_affinity_count() <= 4_096)
    }

    #if os(Linux) || os(macOS)
        @Test func `a job that runs a job on its own pool traps`() async {
            await #expect(processExitsWith: .failure) {
                let pool = ck_pool_create(2)
                ck_pool_run(
                    pool, { pool, _, _ in ck_pool_run(OpaquePointer(pool), { _, _, _ in }, nil, 2) },
                    UnsafeMutableRawPointer(pool), 2)
            }
        }
    #endif
}

/// A point that `expected` threads must reach before any goes on.
private final class Rendezvous: Sendable {
    let expected: Int
    let arrived: Atomic<Int>.Box

    init(expected: Int, arrived: Atomic<Int>.Box) {
        self.expected = expected
        self.arrived = arrived
    }

    func meet() {
        arrived.value.add(1, ordering: .acquiringAndReleasing)
        while arrived.value.load(ordering: .acquiring) < expected { sched_yield() }
    }
}
