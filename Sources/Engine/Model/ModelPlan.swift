// A decoder-only transformer as data: what a family file makes of a model file's hyper-parameters, and all that the
// decoder knows of a family. The next family is one more file that fills this in.

/// Dimensions, layers and tensor names of one model.
package struct ModelPlan: Sendable {
    /// D
    package var width: Int
    /// F
    package var hiddenWidth: Int
    /// H
    package var heads: Int
    /// G
    package var kvHeads: Int
    /// K
    package var headWidth: Int
    /// V
    package var vocabulary: Int
    /// Positions that the model was trained for.
    package var contextLength: Int
    package var normEpsilon: Float
    /// Factor of the embedding of a token; 1 for none.
    package var embeddingScale: Float = 1
    /// Factor of q.k.
    package var attentionScale: Float
    /// Cap of attention scores; 0 for none.
    package var attentionSoftcap: Float = 0
    /// Cap of logits; 0 for none.
    package var logitSoftcap: Float = 0
    package var embedding = "token_embd.weight"
    package var outputNorm = "output_norm.weight"
    /// The output matrix; the embedding where the two are tied.
    package var output: String
    package var rotaries: [RotaryPlan]
    package var layers: [LayerPlan]

    /// The names of all matrices that products read.
    var matrices: [String] { [output] + layers.flatMap(\.matrices) }
}

/// One table of rotary angles (Su et al., RoFormer, 2021, arXiv:2104.09864).
package struct RotaryPlan: Sendable {
    /// Pairs (x[2i], x[2i+1]); else halves (x[i], x[i + pairs]).
    package var isInterleaved: Bool
    /// Leading values of a head that are rotated, even.
    package var dimensions: Int
    /// Pair i turns by position * scale * base^(-2 i / dimensions) / factor[i].
    package var base: Double
    package var positionScale: Double = 1
    /// Tensor of one factor a pair (Llama 3's long context), if there is one.
    package var factors: String?
}

/// One layer: its tensors by name, and what is special about it.
package struct LayerPlan: Sendable {
    package enum Activation: Sendable { case silu, gelu }

    package var attentionNorm: String
    package var query: String
    package var key: String
    package var value: String
    package var queryBias: String?
    package var keyBias: String?
    package var valueBias: String?
    /// Norms over each head of q and k, before rotation.
    package var queryNorm: String?
    package var keyNorm: String?
    package var attentionOutput: String
    package var attentionOutputBias: String?
    /// Norm of attention's result before it is added.
    package var postAttentionNorm: String?
    package var feedForwardNorm: String
    package var gate: String
    package var up: String
    package var down: String
    package var postFeedForwardNorm: String?
    package var activation: Activation
    /// Keys that a position sees, itself included; nil for all before it.
    package var window: Int?
    /// Index into `ModelPlan.rotaries`.
    package var rotary: Int
}

extension LayerPlan {
    /// The names of the layer's matrices.
    var matrices: [String] { [query, key, value, attentionOutput, gate, up, down] }

    /// The tensor names that most families share: `blk.N.attn_q.weight` and so on.
    static func common(layer: Int, activation: Activation) -> LayerPlan {
        let name = { (part: String) in "blk.\(layer).\(part).weight" }
        return LayerPlan(
            attentionNorm: name("attn_norm"), query: name("attn_q"), key: name("attn_k"), value: name("attn_v"),
            attentionOutput: name("attn_output"), feedForwardNorm: name("ffn_norm"), gate: name("ffn_gate"),
            up: name("ffn_up"), down: name("ffn_down"), activation: activation, rotary: 0)
    }
}
