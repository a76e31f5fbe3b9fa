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
    /// Factor of what each part of a layer adds to the residual; 1 for none.
    package var residualScale: Float = 1
    /// Factor of logits; 1 for none.
    package var logitScale: Float = 1
    /// Cap of logits; 0 for none.
    package var logitSoftcap: Float = 0
    package var embedding = "token_embd.weight"
    package var outputNorm = "output_norm.weight"
    /// The output matrix; the embedding where the two are tied.
    package var output: String
    package var rotaries: [RotaryPlan]
    package var layers: [LayerPlan]
    /// Tensors that the family knows and that this plan has no use for.
    package var unread: [String] = []

    /// All matrices that products read.
    var matrices: [MatrixPlan] { [MatrixPlan(output)] + layers.flatMap(\.matrices) }
}

/// A matrix of the file, or some rows of one.
package struct MatrixPlan: Sendable, Hashable {
    package var tensor: String
    /// The rows of the tensor that this is; nil for all.
    package var rows: Range<Int>?
    /// Rows of the whole tensor, where this is a part of it.
    package var rowsOfTensor: Int?

    package init(_ tensor: String) { self.tensor = tensor }

    /// Several matrices of `rows` rows each that stand one below the other in `tensor`.
    package static func parts(of tensor: String, rows: [Int]) -> [MatrixPlan] {
        let total = rows.reduce(0, +)
        var first = 0
        return rows.map { count in
            defer { first += count }
            var part = MatrixPlan(tensor)
            (part.rows, part.rowsOfTensor) = (first..<first + count, total)
            return part
        }
    }
}

/// One layer: its tensors by name, and what is special about it.
package struct LayerPlan: Sendable {
    package enum Activation: Sendable { case silu, gelu }

    /// Norm before attention; nil for none.
    package var attentionNorm: String?
    package var query: MatrixPlan
    package var key: MatrixPlan
    package var value: MatrixPlan
    package var queryBias: String?
    package var keyBias: String?
    package var valueBias: String?
    /// Norms of q and k before rotation: over each head, or over all heads together.
    package var queryNorm: String?
    package var keyNorm: String?
    package var normsHeadsTogether = false
    package var attentionOutput: MatrixPlan
    package var attentionOutputBias: String?
    /// Norm of attention's result before it is added.
    package var postAttentionNorm: String?
    /// Norm before the feed-forward; nil for none.
    package var feedForwardNorm: String?
    package var gate: MatrixPlan
    package var up: MatrixPlan
    package var down: MatrixPlan
    package var gateBias: String?
    package var upBias: String?
    package var downBias: String?
    package var postFeedForwardNorm: String?
    package var activation: Activation
    /// Keys that a position sees, itself included; nil for all before it.
    package var window: Int?
    /// Index into `ModelPlan.rotaries`; nil where q and k are not rotated.
    package var rotary: Int?
}

extension LayerPlan {
    var matrices: [MatrixPlan] { [query, key, value, attentionOutput, gate, up, down] }

    /// The tensor names that most families share: `blk.N.attn_q.weight` and so on.
    static func common(layer: Int, activation: Activation) -> LayerPlan {
        let name = { (part: String) in "blk.\(layer).\(part).weight" }
        let matrix = { MatrixPlan(name($0)) }
        return LayerPlan(
            attentionNorm: name("attn_norm"), query: matrix("attn_q"), key: matrix("attn_k"), value: matrix("attn_v"),
            attentionOutput: matrix("attn_output"), feedForwardNorm: name("ffn_norm"), gate: matrix("ffn_gate"),
            up: matrix("ffn_up"), down: matrix("ffn_down"), activation: activation, rotary: 0)
    }

    /// Norms of q and k.
    mutating func normQueriesAndKeys(layer: Int) {
        (queryNorm, keyNorm) = ("blk.\(layer).attn_q_norm.weight", "blk.\(layer).attn_k_norm.weight")
    }

    /// Norms of what attention and feed-forward add.
    mutating func normResults(layer: Int) {
        postAttentionNorm = "blk.\(layer).post_attention_norm.weight"
        postFeedForwardNorm = "blk.\(layer).post_ffw_norm.weight"
    }
}
