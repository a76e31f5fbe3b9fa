// The weights of one model as the decoder reads them: matrices packed for the kernels in one arena, small vectors as
// floats, the token embedding as it stands in the mapped file. Every tensor that the plan names is checked for presence
// and shape, and every tensor of the file must be named by the plan.

/// How faithfully weights and caches are computed with.
package enum Precision: Sendable, Hashable {
    /// The numerics contract: weights as stored, activations in 8 bits, float16 keys and values.
    case contract
    /// Weights as float32, activations not quantized, float32 keys and values: to compare with other engines.
    case reference
}

/// One layer's weights.
struct LayerWeights {
    var plan: LayerPlan
    var attentionNorm: FloatSlice?
    /// Query, key, value.
    var attentionInputs: MatrixGroup
    var queryBias: FloatSlice?
    var keyBias: FloatSlice?
    var valueBias: FloatSlice?
    var queryNorm: FloatSlice?
    var keyNorm: FloatSlice?
    var attentionOutput: MatrixGroup
    var attentionOutputBias: FloatSlice?
    var postAttentionNorm: FloatSlice?
    var feedForwardNorm: FloatSlice?
    /// Gate, up.
    var gates: MatrixGroup
    var down: MatrixGroup
    var gateBias: FloatSlice?
    var upBias: FloatSlice?
    var downBias: FloatSlice?
    var postFeedForwardNorm: FloatSlice?
}

/// A loaded model: immutable, shared by decoders.
package final class ModelWeights: @unchecked Sendable {
    // Sendable: filled by the initializer and only read afterwards.
    // Its rows and matrices are views of `arena`, `vectors` and the mapped file, which it keeps alive.
    // None of those is written again.
    package let plan: ModelPlan
    package let precision: Precision
    package let file: GGUFFile
    let layers: [LayerWeights]
    let outputNorm: FloatSlice
    let output: MatrixGroup
    let rotaries: [Rotary]
    /// The embedding as it stands in the file.
    let embedding: GGUFTensor
    private let arena: WeightArena
    private let vectors: [FloatBuffer]

    package var kvLayout: KVLayout {
        KVLayout(
            layers: plan.layers.count, heads: plan.kvHeads, headWidth: plan.headWidth,
            isFloat32: precision == .reference)
    }

    /// Loads and packs on the threads of `pool`. Cost: one read of the file and one write of as many bytes.
    package init(file: GGUFFile, precision: Precision = .contract, pool: WorkerPool) throws {
        guard Elementary.environmentIsSound else { throw EngineError(kind: .unsoundEnvironment) }
        let plan = try ModelFamilies.plan(file)
        var loader = try WeightLoader(file: file, plan: plan, precision: precision, pool: pool)
        layers = try plan.layers.map { try loader.layer($0) }
        outputNorm = try loader.vector(plan.outputNorm, count: plan.width)
        embedding = try loader.tensor(plan.embedding, shape: [plan.width, plan.vocabulary])
        output = MatrixGroup([try loader.matrix(MatrixPlan(plan.output), columns: plan.width, rows: plan.vocabulary)])
        rotaries = try plan.rotaries.map { try loader.rotary($0) }
        try loader.requireAllUsed()
        self.plan = plan
        self.precision = precision
        self.file = file
        arena = loader.arena
        vectors = loader.vectors
    }
}
