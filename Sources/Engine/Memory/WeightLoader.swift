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

    /// Rows and columns of a matrix at most: far beyond any model, and well inside the kernels' 32-bit counts.
    static let largestSide = 1 << 26

    init(file: GGUFFile, plan: ModelPlan, precision: Precision, pool: WorkerPool) throws {
        self.file = file
        self.plan = plan
        self.precision = precision
        self.pool = pool
        // Sized by what the plan names and nothing else: a file may hold other tensors of any size.
        var bytes = 0
        for matrix in plan.matrices {
            guard let tensor = file.tensor(named: matrix.tensor) else { continue }
            try Self.checkSides(of: tensor, file)
            let format = precision == .reference ? CK_F32 : ck_format(tensor.format.rawValue)
            bytes += WeightArena.footprint(
                PackedMatrix.byteCount(
                    format: format, rows: matrix.rows?.count ?? tensor.rows, columns: tensor.columns))
        }
        arena = try WeightArena(byteCount: bytes)
    }

    private static func checkSides(of tensor: GGUFTensor, _ file: GGUFFile) throws(EngineError) {
        guard tensor.rows <= largestSide, tensor.columns <= largestSide else {
            throw EngineError(
                kind: .matrixTooLarge(
                    tensor: tensor.name, rows: tensor.rows, columns: tensor.columns, limit: largestSide),
                path: file.path, offset: tensor.offset)
        }
    }

    private func error(_ kind: EngineError.Kind, about tensor: String) -> EngineError {
        EngineError(kind: kind, path: file.path, offset: file.tensor(named: tensor)?.offset)
    }

    /// The description of a tensor of the given shape (columns first), noted as used.
    mutating func tensor(_ name: String, shape: [Int]) throws -> GGUFTensor {
        used.insert(name)
        return try file.require(tensor: name, shape: shape)
    }

    /// The matrix of that many columns and rows, which may be some rows of a larger tensor.
    mutating func matrix(_ plan: MatrixPlan, columns: Int, rows: Int) throws -> PackedMatrix {
        let name = plan.tensor
        let tensor = try tensor(name, shape: [columns, plan.rowsOfTensor ?? rows])
        precondition(plan.rows.map { $0.count == rows } ?? true, "a part of as many rows as the plan has for it")
        let format = ck_format(tensor.format.rawValue)
        let rowBytes = columns / Int(ck_format_block(format)) * ck_format_block_bytes(format)
        let packed: PackedMatrix? =
            try unsafe file.withBytes(of: tensor) { buffer throws(EngineError) -> PackedMatrix? in
                guard let start = buffer.baseAddress else { return nil }
                let bytes = unsafe start + (plan.rows?.lowerBound ?? 0) * rowBytes
                guard precision == .reference else {
                    return unsafe PackedMatrix.pack(
                        format: format, rows: rows, columns: columns, raw: bytes, arena: arena, pool: pool)
                }
                let floats = try FloatBuffer(rows: rows, width: columns)
                pool.split(rows, perThread: 4) { range in
                    for row in range {
                        unsafe ck_dequantize(format, bytes + row * rowBytes, columns, floats.slice(row: row).base)
                    }
                }
                return unsafe PackedMatrix.pack(
                    format: CK_F32, rows: rows, columns: columns, raw: UnsafeRawPointer(floats.base), arena: arena,
                    pool: pool)
            }
        guard let packed else { throw error(.notFinite(tensor: name), about: name) }
        return packed
    }

    /// A tensor of one dimension as floats.
    mutating func vector(_ name: String, count: Int) throws -> FloatSlice {
        let tensor = try tensor(name, shape: [count])
        let format = ck_format(tensor.format.rawValue)
        let buffer = try FloatBuffer(rows: 1, width: count)
        let vector = buffer.slice(row: 0)
        let isFinite = unsafe file.withBytes(of: tensor) { buffer -> Bool in
            guard let bytes = buffer.baseAddress else { return true }
            unsafe ck_dequantize(format, bytes, count, vector.base)
            return unsafe ck_raw_is_finite(format, bytes, count / Int(ck_format_block(format)))
        }
        guard isFinite else { throw error(.notFinite(tensor: name), about: name) }
        vectors.append(buffer)
        return vector
    }

    private mutating func optionalVector(_ name: String?, count: Int) throws -> FloatSlice? {
        guard let name else { return nil }
        return try vector(name, count: count)
    }

    /// The angles of one table, with their factors where the plan names any.
    mutating func rotary(_ rotary: RotaryPlan) throws -> Rotary {
        let factors = try rotary.factors.map { try vector($0, count: rotary.dimensions / 2).array }
        do throws(EngineError) {
            return try Rotary(rotary, factors: factors, positions: plan.contextLength)
        } catch {
            let culprit = rotary.factors.flatMap { file.tensor(named: $0)?.offset } ?? rotaryOffset
            throw EngineError(kind: error.kind, path: file.path, offset: culprit)
        }
    }

    /// Where the file says how fast positions turn, if it does.
    private var rotaryOffset: Int? {
        file.metadata.entries.first { $0.key.hasSuffix(".rope.freq_base") }?.value.offset
    }

    mutating func layer(_ layer: LayerPlan) throws -> LayerWeights {
        let (width, hidden) = (plan.width, plan.hiddenWidth)
        let (queries, keys) = (plan.heads * plan.headWidth, plan.kvHeads * plan.headWidth)
        let query = try matrix(layer.query, columns: width, rows: queries)
        let key = try matrix(layer.key, columns: width, rows: keys)
        let value = try matrix(layer.value, columns: width, rows: keys)
        let attentionOutput = try matrix(layer.attentionOutput, columns: queries, rows: width)
        let gate = try matrix(layer.gate, columns: width, rows: hidden)
        let up = try matrix(layer.up, columns: width, rows: hidden)
        let down = try matrix(layer.down, columns: hidden, rows: width)
        return LayerWeights(
            plan: layer,
            attentionNorm: try optionalVector(layer.attentionNorm, count: width),
            attentionInputs: MatrixGroup([query, key, value]),
            queryBias: try optionalVector(layer.queryBias, count: queries),
            keyBias: try optionalVector(layer.keyBias, count: keys),
            valueBias: try optionalVector(layer.valueBias, count: keys),
            queryNorm: try optionalVector(
                layer.queryNorm, count: layer.normsHeadsTogether ? queries : plan.headWidth),
            keyNorm: try optionalVector(layer.keyNorm, count: layer.normsHeadsTogether ? keys : plan.headWidth),
            attentionOutput: MatrixGroup([attentionOutput]),
            attentionOutputBias: try optionalVector(layer.attentionOutputBias, count: width),
            postAttentionNorm: try optionalVector(layer.postAttentionNorm, count: width),
            feedForwardNorm: try optionalVector(layer.feedForwardNorm, count: width),
            gates: MatrixGroup([gate, up]),
            down: MatrixGroup([down]),
            gateBias: try optionalVector(layer.gateBias, count: hidden),
            upBias: try optionalVector(layer.upBias, count: hidden),
            downBias: try optionalVector(layer.downBias, count: width),
            postFeedForwardNorm: try optionalVector(layer.postFeedForwardNorm, count: width))
    }

    /// Refuses a file with a tensor that the family does not read: running without it would be another model.
    func requireAllUsed() throws {
        let known = used.union(plan.unread)
        guard let tensor = file.tensors.first(where: { !known.contains($0.name) }) else { return }
        let architecture = try file.metadata.requiredString("general.architecture")
        throw error(.unusedTensor(tensor.name, architecture: architecture), about: tensor.name)
    }
}
