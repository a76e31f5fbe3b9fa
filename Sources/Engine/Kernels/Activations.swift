// Activations on their way into a matrix product: quantized per row and block, in panels of a few columns. One buffer
// serves every product that reads the same rows.

internal import CKernels

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Room for `capacity` rows of at most `maximumWidth` activations with one scale a block of `block` (1: float32, no scale).
@safe final class Activations {
    /// The forms that there are: float32, one scale for 32, one scale for 256.
    static let blocks = [1, 32, 256]

    let block: Int
    private let memory: UnsafeMutableRawPointer
    private let byteCount: Int
    private(set) var layout: ck_activations

    /// - Throws: `outOfMemory`.
    init(block: Int, capacity: Int, maximumWidth: Int) throws(EngineError) {
        self.block = block
        byteCount = Self.byteCount(block: block, capacity: capacity, maximumWidth: maximumWidth)
        guard let memory = unsafe aligned_alloc(64, byteCount) else {
            throw EngineError(kind: .outOfMemory(byteCount: byteCount))
        }
        unsafe self.memory = unsafe memory
        unsafe layout = unsafe ck_activations_place(Int32(block), Int32(capacity), Int32(maximumWidth), memory)
    }

    deinit { unsafe free(memory) }

    /// Bytes that such a buffer takes.
    static func byteCount(block: Int, capacity: Int, maximumWidth: Int) -> Int {
        (ck_activations_bytes(Int32(block), Int32(capacity), Int32(maximumWidth)) + 127) / 64 * 64
    }

    /// Lays the memory out for `count` rows of `width`.
    func prepare(count: Int, width: Int) {
        precondition(ck_activations_bytes(Int32(block), Int32(count), Int32(width)) <= byteCount)
        unsafe layout = unsafe ck_activations_place(Int32(block), Int32(count), Int32(width), memory)
    }
}
