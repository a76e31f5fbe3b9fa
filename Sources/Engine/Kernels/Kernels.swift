// The kernels in Swift's words: rows in, rows out, on the chosen instruction set. Everything here is a thin cover over
// one C call; nothing here decides how a number is computed.

internal import CKernels

/// The kernels of one instruction set.
package struct Kernels: Sendable {
    package let path: CPUPath
    private var value: ck_path { path.value }

    /// `path` must be available: its instructions would end the process on another machine.
    package init(path: CPUPath) {
        precondition(path.isAvailable, "this machine has no \(path.rawValue); ask CPUPath.available")
        self.path = path
    }

    /// out = norm(x) * weight; the root of the mean square over the row.
    func normalize(_ x: FloatSlice, weight: FloatSlice, epsilon: Float, into out: FloatSlice) {
        precondition(weight.count == x.count && out.count == x.count)
        unsafe ck_rms_norm(value, x.base, weight.base, epsilon, out.base, x.count)
    }

    func add(_ x: FloatSlice, to y: FloatSlice) {
        precondition(x.count == y.count)
        unsafe ck_add(value, y.base, x.base, y.count)
    }

    func scale(_ y: FloatSlice, by factor: Float) { unsafe ck_scale(value, y.base, factor, y.count) }

    func softcap(_ y: FloatSlice, cap: Float) { unsafe ck_softcap(value, y.base, y.count, cap) }

    /// out = activation(gate) * up.
    func gate(_ activation: LayerPlan.Activation, _ gate: FloatSlice, up: FloatSlice, into out: FloatSlice) {
        precondition(gate.count == up.count && out.count == up.count)
        switch activation {
        case .silu: unsafe ck_silu_multiply(value, gate.base, up.base, out.base, out.count)
        case .gelu: unsafe ck_gelu_multiply(value, gate.base, up.base, out.base, out.count)
        }
    }

    /// Rotates the leading `2 * pairs` values of one head; `cosine` and `sine` hold `pairs` values.
    func rotate(_ head: FloatSlice, interleaved: Bool, cosine: FloatSlice, sine: FloatSlice) {
        precondition(head.count >= 2 * cosine.count && sine.count == cosine.count)
        unsafe ck_rotate(value, head.base, Int32(cosine.count), interleaved, cosine.base, sine.base)
    }

    /// Quantizes rows `range` of `x` (each `activations.layout.width` long) into the panels.
    func quantize(_ x: FloatBuffer, rows range: Range<Int>, into activations: Activations) {
        precondition(range.upperBound <= x.rows)
        unsafe withUnsafePointer(to: activations.layout) { layout in
            unsafe ck_activations_fill(
                value, layout, x.base, x.width, Int32(range.lowerBound), Int32(range.upperBound))
        }
    }

    /// Rows of `strips` of the product of `matrix` with every column of `activations`: column c into row c of `out`.
    func multiply(_ matrix: PackedMatrix, _ activations: Activations, strips: Range<Int>, into out: FloatBuffer) {
        precondition(out.width >= matrix.rows && strips.upperBound <= matrix.strips)
        unsafe withUnsafePointer(to: matrix.matrix) { matrix in
            unsafe withUnsafePointer(to: activations.layout) { layout in
                unsafe ck_matmul(
                    value, matrix, layout, out.base, out.width, Int32(strips.lowerBound), Int32(strips.upperBound))
            }
        }
    }

    /// Index of the largest value; the lowest among equals.
    package func argmax(_ x: FloatRow) -> Int { Int(unsafe ck_argmax(value, x.base, x.count)) }

    /// out[i] = exp(x[i]).
    package func exponentials(_ x: FloatRow, into out: FloatRow) {
        precondition(out.count >= x.count)
        unsafe ck_exp_f32(value, x.base, out.base, x.count)
    }

    /// Stores the keys and values of one position, one row of `kvHeads` heads each, at `slot` of `block`.
    func store(keys: FloatSlice, values: FloatSlice, layer: Int, slot: Int, in block: KVBlock) {
        let layout = block.layout
        precondition(slot >= 0 && slot < KVLayout.positions)
        for head in 0..<layout.heads {
            unsafe ck_kv_store(
                value, layout.format, Int32(layout.headWidth), block.memory,
                layout.keyOffset(layer: layer, head: head), layout.valueOffset(layer: layer, head: head), Int32(slot),
                keys.base + head * layout.headWidth, values.base + head * layout.headWidth)
        }
    }

    /// Attention of query rows that share one key/value head.
    func attend(_ tile: AttentionTile, blocks: KVBlockList, layer: Int, head: Int, scale: Float, softcap: Float) {
        let layout = blocks.layout
        unsafe blocks.withPointers { pointers in
            var view = unsafe ck_kv_head(
                format: layout.format, head_width: Int32(layout.headWidth), blocks: pointers,
                key_offset: layout.keyOffset(layer: layer, head: head),
                value_offset: layout.valueOffset(layer: layer, head: head), scale: scale, softcap: softcap)
            unsafe tile.queries.withUnsafeBufferPointer { queries in
                unsafe tile.outputs.withUnsafeBufferPointer { outputs in
                    unsafe tile.begin.withUnsafeBufferPointer { begin in
                        unsafe tile.end.withUnsafeBufferPointer { end in
                            unsafe ck_attention(
                                value, &view, Int32(tile.count), queries.baseAddress, begin.baseAddress,
                                end.baseAddress,
                                outputs.baseAddress)
                        }
                    }
                }
            }
        }
    }
}

/// Query rows handed to one attention call, each with the keys that it sees.
@safe struct AttentionTile {
    fileprivate var queries: [UnsafePointer<Float>?] = unsafe []
    fileprivate var outputs: [UnsafeMutablePointer<Float>?] = unsafe []
    fileprivate var begin: [Int32] = []
    fileprivate var end: [Int32] = []

    var count: Int { begin.count }

    init(capacity: Int) {
        unsafe queries.reserveCapacity(capacity)
        unsafe outputs.reserveCapacity(capacity)
        begin.reserveCapacity(capacity)
        end.reserveCapacity(capacity)
    }

    mutating func append(query: FloatSlice, output: FloatSlice, keys: Range<Int>) {
        unsafe queries.append(UnsafePointer(query.base))
        unsafe outputs.append(output.base)
        begin.append(Int32(keys.lowerBound))
        end.append(Int32(keys.upperBound))
    }
}

/// Elementary functions in double precision, the same on every machine.
package enum Elementary {
    package static func exp(_ x: Double) -> Double { ck_exp(x) }
    package static func log(_ x: Double) -> Double { ck_log(x) }
    package static func sin(_ x: Double) -> Double { ck_sin(x) }
    package static func cos(_ x: Double) -> Double { ck_cos(x) }
    /// True where this thread computes as the contract needs.
    package static var environmentIsSound: Bool { ck_environment_is_sound() }
}
