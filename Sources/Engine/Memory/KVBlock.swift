// Keys and values of 64 absolute positions, all layers: the unit in which prefixes are shared. A block is written by the
// one state that owns it and copied before anyone else writes; its bytes are rounded once, at write.

internal import CKernels

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where things stand inside a block. Layer-major; inside a layer head by head, the keys [K][64], then the values [64][K].
package struct KVLayout: Sendable, Hashable {
    /// Positions in a block.
    package static let positions = Int(CK_KV_BLOCK)

    package var layers: Int
    /// Key/value heads.
    package var heads: Int
    package var headWidth: Int
    /// False: float16, the contract. True: float32, for comparison with other engines.
    package var isFloat32: Bool

    package init(layers: Int, heads: Int, headWidth: Int, isFloat32: Bool) {
        self.layers = layers
        self.heads = heads
        self.headWidth = headWidth
        self.isFloat32 = isFloat32
    }

    var format: ck_kv_format { isFloat32 ? CK_KV_F32 : CK_KV_F16 }
    private var elementBytes: Int { isFloat32 ? 4 : 2 }
    private var halfBytes: Int { Self.positions * headWidth * elementBytes }
    package var byteCount: Int { layers * heads * 2 * halfBytes }
    /// Bytes that `positions` of a block's positions take where nothing else is stored.
    package func storedByteCount(_ positions: Int) -> Int { byteCount / Self.positions * positions }
    func keyOffset(layer: Int, head: Int) -> Int { (layer * heads + head) * 2 * halfBytes }
    func valueOffset(layer: Int, head: Int) -> Int { keyOffset(layer: layer, head: head) + halfBytes }
}

/// The memory of one block.
@safe package final class KVBlock: @unchecked Sendable {
    // Sendable: written only by a `KVState` that holds the only reference (checked before every write),
    // or by the strips of one job of that state's step, which write disjoint slots.
    // Everyone else only reads, and a shared block is never written.
    package let layout: KVLayout
    let memory: UnsafeMutableRawPointer

    /// Traps where there is no memory: a step can't go on without its block, and `Decoder` has checked its size.
    init(layout: KVLayout) {
        self.layout = layout
        unsafe memory = unsafe Self.memory(layout)
        // Zeroed, so that equal states are equal byte for byte also where no position has been written.
        unsafe memset(memory, 0, layout.byteCount)
    }

    init(copying other: KVBlock) {
        layout = other.layout
        unsafe memory = unsafe Self.memory(layout)
        unsafe memcpy(memory, other.memory, layout.byteCount)
    }

    /// A block of `positions` positions, whose stored bytes (`storedByteCount` of them) `fill` writes.
    ///
    /// - Throws: what `fill` throws.
    package init<Failure: Error>(
        layout: KVLayout, positions: Int, filledBy fill: (inout MutableRawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        precondition((1...KVLayout.positions).contains(positions))
        self.layout = layout
        unsafe memory = unsafe Self.memory(layout)
        if positions == KVLayout.positions {
            let whole = unsafe UnsafeMutableRawBufferPointer(start: memory, count: layout.byteCount)
            var span = unsafe whole.mutableBytes
            try fill(&span)
        } else {
            unsafe memset(memory, 0, layout.byteCount)
            var stored = [UInt8](repeating: 0, count: layout.storedByteCount(positions))
            var numbers = stored.mutableSpan
            var span = unsafe numbers.mutableBytes
            try fill(&span)
            adopt(stored, positions)
        }
    }

    /// Writes stored bytes to their places.
    private func adopt(_ stored: [UInt8], _ positions: Int) {
        var read = 0
        forEachRun(of: positions) { run, count in
            unsafe stored.withUnsafeBytes { stored in
                unsafe UnsafeMutableRawBufferPointer(start: memory + run, count: count)
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: stored[read..<read + count]))
            }
            read += count
        }
    }

    /// Hands out the stored bytes of the first `positions` positions: equal prefixes have equal ones, whatever stands
    /// behind them in the block. In place for a full block, a copy for a part of one.
    package func withStoredBytes<Result, Failure: Error>(
        _ positions: Int, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard positions == KVLayout.positions else { return try unsafe body(bytes(upTo: positions).span.bytes) }
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(UnsafeRawBufferPointer(start: memory, count: layout.byteCount).bytes)
    }

    /// Calls `body` with offset and length of each run of bytes that the first `positions` positions take, in the order
    /// in which they are stored.
    private func forEachRun(of positions: Int, _ body: (_ offset: Int, _ count: Int) -> Void) {
        let size = layout.isFloat32 ? 4 : 2
        for layer in 0..<layout.layers {
            for head in 0..<layout.heads {
                let keys = layout.keyOffset(layer: layer, head: head)
                for component in 0..<layout.headWidth {
                    body(keys + component * KVLayout.positions * size, positions * size)
                }
                body(layout.valueOffset(layer: layer, head: head), positions * layout.headWidth * size)
            }
        }
    }

    private static func memory(_ layout: KVLayout) -> UnsafeMutableRawPointer {
        guard let memory = unsafe aligned_alloc(64, (layout.byteCount + 63) / 64 * 64) else {
            preconditionFailure("out of memory: \(layout.byteCount) bytes for keys and values")
        }
        return unsafe memory
    }

    deinit { unsafe free(memory) }

    /// The stored bytes of the first `positions` positions, canonical: what two equal prefixes have equal.
    package func bytes(upTo positions: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(layout.storedByteCount(positions))
        forEachRun(of: positions) { run, count in
            unsafe result.append(contentsOf: UnsafeRawBufferPointer(start: memory + run, count: count))
        }
        return result
    }
}

/// Pointers to the blocks of a state, in order, for the length of a step.
@safe final class KVBlockList {
    let layout: KVLayout
    let blocks: [KVBlock]
    private let pointers: [UnsafeRawPointer?]

    init(layout: KVLayout, blocks: [KVBlock]) {
        self.layout = layout
        self.blocks = blocks
        unsafe pointers = blocks.map { unsafe UnsafeRawPointer($0.memory) }
    }

    func withPointers(_ body: (UnsafePointer<UnsafeRawPointer?>?) -> Void) {
        unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}
