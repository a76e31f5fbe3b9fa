// Memory for packed weights: one anonymous mapping, advised to use 2 MiB pages, which are worth 10 to 50 % of read
// bandwidth where weights stream from memory. Filled once while loading, only read afterwards.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A bump allocator over one mapping of a size known beforehand.
@safe final class WeightArena: @unchecked Sendable {
    // Sendable: `reserve` is called only while one thread loads a model, before the arena is shared.
    // The bytes are written by the loading pool's disjoint strips, and the pool joins before anyone reads.
    // Afterwards nothing writes.
    private let base: UnsafeMutableRawPointer
    private let byteCount: Int
    private var used = 0

    private static let hugePage = 2 << 20

    /// Address space for `byteCount` bytes; pages appear when they are written.
    init(byteCount: Int) throws(EngineError) {
        let rounded = (max(byteCount, 1) + Self.hugePage - 1) / Self.hugePage * Self.hugePage
        let memory = unsafe mmap(nil, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            throw EngineError(kind: .outOfMemory(byteCount: rounded))
        }
        #if os(Linux)
            _ = unsafe madvise(memory, rounded, Int32(MADV_HUGEPAGE))
        #endif
        unsafe base = memory
        self.byteCount = rounded
    }

    deinit { unsafe munmap(base, byteCount) }

    /// The next `count` bytes, 64-byte aligned.
    func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(used + count <= byteCount, "the arena was sized by the same figures")
        let start = used
        used += (count + 63) / 64 * 64
        return unsafe (base + start).assumingMemoryBound(to: UInt8.self)
    }

    /// Bytes that `reserve(count)` takes.
    static func footprint(_ count: Int) -> Int { (count + 63) / 64 * 64 }
}
