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

    private static func memory(_ layout: KVLayout) -> UnsafeMutableRawPointer {
        guard let memory = unsafe aligned_alloc(64, (layout.byteCount + 63) / 64 * 64) else {
            preconditionFailure("out of memory: \(layout.byteCount) bytes for keys and values")
        }
        return unsafe memory
    }

    deinit { unsafe free(memory) }

    /// The stored bytes of the first `positions` positions, canonical: what two equal prefixes have equal.
    package func bytes(upTo positions: Int) -> [UInt8] {
        let size = layout.isFloat32 ? 4 : 2
        var result: [UInt8] = []
        for layer in 0..<layout.layers {
            for head in 0..<layout.heads {
                let keys = unsafe memory + layout.keyOffset(layer: layer, head: head)
                for component in 0..<layout.headWidth {
                    let run = unsafe UnsafeRawBufferPointer(
                        start: keys + component * KVLayout.positions * size, count: positions * size)
                    unsafe result.append(contentsOf: run)
                }
                let values = unsafe UnsafeRawBufferPointer(
                    start: memory + layout.valueOffset(layer: layer, head: head),
                    count: positions * layout.headWidth * size)
                unsafe result.append(contentsOf: values)
            }
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
