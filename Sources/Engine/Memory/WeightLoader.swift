// Turns tensors of a file into what the decoder reads: checked, packed, converted. Lives for the length of one load.

internal import CKernels

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Loads the tensors that a plan names, and notes which those are.
struct WeightLoader {
    let file: GGUFFile
    let plan: ModelPlan
    let precision: Precision
    let pool: WorkerPool
    let arena: WeightArena
    private(set) var vectors: [FloatBuffer] = []
    private var used: Set<String> = []

    init(file: GGUFFile, plan: ModelPlan, precision: Precision, pool: WorkerPool) throws {
        self.file = file
        self.plan = plan
        self.precision = precision
        self.pool = pool
        var bytes = 0
        for tensor in file.tensors where tensor.dimensions.count == 2 {
            let format = precision == .reference ? CK_F32 : ck_format(tensor.format.rawValue)
            bytes += WeightArena.footprint(
                PackedMatrix.byteCount(
                    format: format, rows: tensor.dimensions[1], columns: tensor.dimensions[0]))
        }
        arena = try WeightArena(byteCount: bytes)
    }

    /// The description of a tensor of the given shape (columns first), noted as used.
    mutating func tensor(_ name: String, shape: [Int]) throws -> GGUFTensor {
        used.insert(name)
        return try file.require(tensor: name, shape: shape)
    }

    mutating func matrix(_ name: String, columns: Int, rows: Int) throws -> PackedMatrix {
        let tensor = try tensor(name, shape: [columns, rows])
        let format = ck_format(tensor.format.rawValue)
        let packed: PackedMatrix? =
            unsafe file.withBytes(of: tensor) { buffer -> PackedMatrix? in
                guard let bytes = buffer.baseAddress else { return nil }
                guard precision == .reference else {
                    return unsafe PackedMatrix.pack(
                        format: format, rows: rows, columns: columns, raw: bytes, arena: arena, pool: pool)
                }
                let floats = FloatBuffer(rows: rows, width: columns)
                let rowBytes = columns / Int(ck_format_block(format)) * ck_format_block_bytes(format)
                pool.split(rows, perThread: 4) { range in
                    for row in range {
                        unsafe ck_dequantize(format, bytes + row * rowBytes, columns, floats[row].base)
                    }
                }
                return unsafe PackedMatrix.pack(
                    format: CK_F32, rows: rows, columns: columns, raw: UnsafeRawPointer(floats.base), arena: arena,
                    pool: pool)
            }
        guard let packed else { throw EngineError(kind: .notFinite(tensor: name)) }
        return packed
    }

    /// A tensor of one dimension as floats.
    mutating func vector(_ name: String, count: Int) throws -> FloatRow {
        let tensor = try tensor(name, shape: [count])
        let format = ck_format(tensor.format.rawValue)
        let buffer = FloatBuffer(rows: 1, width: count)
        let vector = buffer[0]
        let isFinite = unsafe file.withBytes(of: tensor) { buffer -> Bool in
            guard let bytes = buffer.baseAddress else { return true }
            unsafe ck_dequantize(format, bytes, count, vector.base)
            return unsafe ck_raw_is_finite(format, bytes, count / Int(ck_format_block(format)))
        }
        guard isFinite else { throw EngineError(kind: .notFinite(tensor: name)) }
        vectors.append(buffer)
        return vector
    }

    private mutating func optionalVector(_ name: String?, count: Int) throws -> FloatRow? {
        guard let name else { return nil }
        return try vector(name, count: count)
    }

    mutating func layer(_ layer: LayerPlan) throws -> LayerWeights {
        let (width, hidden) = (plan.width, plan.hiddenWidth)
        let (queries, keys) = (plan.heads * plan.headWidth, plan.kvHeads * plan.headWidth)
        return LayerWeights(
            plan: layer,
            attentionNorm: try vector(layer.attentionNorm, count: width),
            query: try matrix(layer.query, columns: width, rows: queries),
            key: try matrix(layer.key, columns: width, rows: keys),
            value: try matrix(layer.value, columns: width, rows: keys),
            queryBias: try optionalVector(layer.queryBias, count: queries),
            keyBias: try optionalVector(layer.keyBias, count: keys),
            valueBias: try optionalVector(layer.valueBias, count: keys),
            queryNorm: try optionalVector(layer.queryNorm, count: plan.headWidth),
            keyNorm: try optionalVector(layer.keyNorm, count: plan.headWidth),
            attentionOutput: try matrix(layer.attentionOutput, columns: queries, rows: width),
            attentionOutputBias: try optionalVector(layer.attentionOutputBias, count: width),
            postAttentionNorm: try optionalVector(layer.postAttentionNorm, count: width),
            feedForwardNorm: try vector(layer.feedForwardNorm, count: width),
            gate: try matrix(layer.gate, columns: width, rows: hidden),
            up: try matrix(layer.up, columns: width, rows: hidden),
            down: try matrix(layer.down, columns: hidden, rows: width),
            postFeedForwardNorm: try optionalVector(layer.postFeedForwardNorm, count: width))
    }

    /// Refuses a file with a tensor that the family does not read: running without it would be another model.
    func requireAllUsed() throws {
        guard let tensor = file.tensors.first(where: { !used.contains($0.name) }) else { return }
        throw EngineError(
            kind: .unusedTensor(tensor.name, architecture: try file.metadata.requiredString("general.architecture")))
    }
}
