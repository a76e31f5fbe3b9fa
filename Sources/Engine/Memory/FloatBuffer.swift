// Float memory of the engine: 64-byte aligned, owned by one object, handed to kernels row by row. A row keeps its buffer
// alive, so a view never outlives its memory.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A run of `count` floats inside a `FloatBuffer`.
@safe package struct FloatRow {
    let base: UnsafeMutablePointer<Float>
    package let count: Int
    private let owner: FloatBuffer

    init(base: UnsafeMutablePointer<Float>, count: Int, owner: FloatBuffer) {
        unsafe self.base = unsafe base
        self.count = count
        self.owner = owner
    }

    package subscript(index: Int) -> Float {
        get {
            precondition(index >= 0 && index < count)
            return withExtendedLifetime(owner) { unsafe base[index] }
        }
        nonmutating set {
            precondition(index >= 0 && index < count)
            withExtendedLifetime(owner) { unsafe base[index] = newValue }
        }
    }

    /// `count` floats from `start` on.
    package func slice(_ start: Int, _ count: Int) -> FloatRow {
        precondition(start >= 0 && count >= 0 && start + count <= self.count)
        return unsafe FloatRow(base: base + start, count: count, owner: owner)
    }

    package var array: [Float] {
        withExtendedLifetime(owner) { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }
    }

    /// Reads the floats in place.
    package func withSpan<R>(_ body: (Span<Float>) throws -> R) rethrows -> R {
        defer { withExtendedLifetime(owner) {} }
        return try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
    }

    /// Writes the floats in place.
    package func withMutableSpan<R>(_ body: (inout MutableSpan<Float>) throws -> R) rethrows -> R {
        defer { withExtendedLifetime(owner) {} }
        let floats = unsafe UnsafeMutableBufferPointer(start: base, count: count)
        var span = unsafe floats.mutableSpan
        return try body(&span)
    }

    package func copy(to other: FloatRow) {
        precondition(other.count >= count)
        withExtendedLifetime((owner, other.owner)) { unsafe other.base.update(from: base, count: count) }
    }
}

/// `rows` x `width` floats, row-major, zero at first.
@safe package final class FloatBuffer {
    let base: UnsafeMutablePointer<Float>
    package let rows: Int
    package let width: Int

    /// - Throws: `outOfMemory`.
    package init(rows: Int, width: Int) throws(EngineError) {
        self.rows = rows
        self.width = width
        unsafe base = try Self.memory(rows: rows, width: width)
    }

    /// One row of these values. Traps where there is no memory for them: they are in memory already.
    package init(_ values: [Float]) {
        rows = 1
        width = values.count
        do {
            unsafe base = try Self.memory(rows: 1, width: values.count)
        } catch {
            preconditionFailure("\(error)")
        }
        for (index, value) in values.enumerated() { unsafe base[index] = value }
    }

    private static func memory(rows: Int, width: Int) throws(EngineError) -> UnsafeMutablePointer<Float> {
        precondition(rows >= 0 && width >= 0)
        let (count, overflow) = rows.multipliedReportingOverflow(by: width)
        guard !overflow, count <= Int.max / 8 else { throw EngineError(kind: .outOfMemory(byteCount: .max)) }
        let byteCount = max(64, (count * MemoryLayout<Float>.stride + 63) / 64 * 64)
        guard let memory = unsafe aligned_alloc(64, byteCount) else {
            throw EngineError(kind: .outOfMemory(byteCount: byteCount))
        }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        return unsafe memory.assumingMemoryBound(to: Float.self)
    }

    deinit { unsafe free(base) }

    package subscript(row: Int) -> FloatRow {
        precondition(row >= 0 && row < rows)
        return unsafe FloatRow(base: base + row * width, count: width, owner: self)
    }

    /// The row for a kernel; see `FloatSlice`.
    func slice(row: Int) -> FloatSlice {
        precondition(row >= 0 && row < rows)
        return unsafe FloatSlice(base: base + row * width, count: width)
    }
}
