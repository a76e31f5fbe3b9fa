// The story of a step: token ids in, logits out, keys and values appended to a state. Every function below is a list of
// well-named operations in order; how a number is computed stands in the kernels, who computes it in `Workspace`.
//
// Letters: T positions of the step, D width, H query heads, G key/value heads, K head width, F hidden width, V vocabulary.

/// Runs one model. A decoder is used by one thread at a time; several decoders may share weights.
package final class Decoder {
    package let weights: ModelWeights
    package let kernels: Kernels
    package let pool: WorkerPool
    /// Positions computed together at most. Has no influence on any bit.
    package let chunk: Int
    private let space: Workspace

    /// - Parameters:
    ///   - chunk: positions computed together at most; memory grows with it.
    package init(weights: ModelWeights, path: CPUPath = .best, pool: WorkerPool, chunk: Int = 256) {
        self.weights = weights
        kernels = Kernels(path: path)
        self.pool = pool
        self.chunk = max(1, chunk)
        space = Workspace(plan: weights.plan, rows: max(1, chunk), kernels: kernels, pool: pool)
    }

    /// Which positions of a step want logits.
    package enum LogitsWanted { case none, last, all }

    /// Reads `tokens` at the positions after `state`, appends their keys and values, and hands each wanted row of V
    /// logits to `body` with the token's index.
    package func read(
        _ tokens: [Int32], into state: inout KVState, logits: LogitsWanted = .last,
        _ body: (_ index: Int, _ logits: FloatRow) -> Void = { _, _ in }
    ) {
        var start = 0
        while start < tokens.count {
            let end = min(tokens.count, start + chunk)
            step(tokens[start..<end], state: &state)
            switch logits {
            case .none: break
            case .last where end < tokens.count: break
            case .last: space.logits(of: end - start - 1..<end - start, weights) { body(start + $0, $1) }
            case .all: space.logits(of: 0..<end - start, weights) { body(start + $0, $1) }
            }
            start = end
        }
    }

    /// At most `chunk` positions through all layers; leaves their last hidden rows in the workspace.
    private func step(_ tokens: ArraySlice<Int32>, state: inout KVState) {
        let first = state.count
        state.reserve(tokens.count)
        space.begin(positions: first..<first + tokens.count, rotaries: weights.rotaries)
        space.embed(tokens, weights)
        let blocks = KVBlockList(layout: state.layout, blocks: state.blocks)
        for (index, layer) in weights.layers.enumerated() {
            attention(layer, index: index, blocks: blocks)
            feedForward(layer)
        }
        state.commit(tokens.count)
    }

    private func attention(_ layer: LayerWeights, index: Int, blocks: KVBlockList) {
        space.normalize(layer.attentionNorm, feeding: [layer.query, layer.key, layer.value])
        space.multiply([(layer.query, space.queries), (layer.key, space.keys), (layer.value, space.values)])
        space.rotateAndStore(layer, index: index, blocks: blocks)
        space.attend(layer, index: index, blocks: blocks)
        space.quantize(space.attended, feeding: [layer.attentionOutput])
        space.multiply([(layer.attentionOutput, space.result)])
        space.addResult(bias: layer.attentionOutputBias, norm: layer.postAttentionNorm)
    }

    private func feedForward(_ layer: LayerWeights) {
        space.normalize(layer.feedForwardNorm, feeding: [layer.gate, layer.up])
        space.multiply([(layer.gate, space.gate), (layer.up, space.up)])
        space.applyGate(layer.plan.activation, feeding: [layer.down])
        space.multiply([(layer.down, space.result)])
        space.addResult(bias: nil, norm: layer.postFeedForwardNorm)
    }
}
