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

    /// Positions computed together at most, whatever is asked for: nothing is faster beyond.
    package static let largestChunk = 4096

    /// - Parameters:
    ///   - path: of those that this machine can run.
    ///   - chunk: positions computed together at most; memory grows with it. 1 to `largestChunk`, others are taken as the
    ///     nearest of these.
    /// - Throws: `stepTooLarge` where dimensions and chunk ask for more memory than any model needs, `outOfMemory`.
    package init(
        weights: ModelWeights, path: CPUPath = .best, pool: WorkerPool, chunk: Int = 256
    ) throws(EngineError) {
        guard path.isAvailable else {
            throw EngineError(
                kind: .unsupported(
                    feature: "instruction set", value: path.rawValue,
                    supported: CPUPath.available.map(\.rawValue).joined(separator: ", ")))
        }
        self.weights = weights
        kernels = Kernels(path: path)
        self.pool = pool
        self.chunk = min(max(1, chunk), Self.largestChunk)
        do {
            try Workspace.check(weights.plan, rows: self.chunk, block: weights.kvLayout.byteCount)
            space = try Workspace(plan: weights.plan, rows: self.chunk, kernels: kernels, pool: pool)
        } catch {
            throw error.located(in: weights.file.path)
        }
    }

    /// Which positions of a step want logits.
    package enum LogitsWanted { case none, last, all }

    /// Reads `tokens` at the positions after `state`, appends their keys and values, and hands each wanted row of V
    /// logits to `body` with the token's index. Asks `isCancelled` before every layer; a chunk that was cancelled leaves
    /// nothing, and those before it are in `state`, which then says how far this came.
    package func read(
        _ tokens: [Int32], into state: inout KVState, logits: LogitsWanted = .last,
        _ body: (_ index: Int, _ logits: FloatRow) -> Void = { _, _ in }, isCancelled: () -> Bool = { false }
    ) {
        var start = 0
        while start < tokens.count {
            let end = min(tokens.count, start + chunk)
            guard step(tokens[start..<end], state: &state, isCancelled: isCancelled) else { return }
            switch logits {
            case .none: break
            case .last where end < tokens.count: break
            case .last: space.logits(of: end - start - 1..<end - start, weights) { body(start + $0, $1) }
            case .all: space.logits(of: 0..<end - start, weights) { body(start + $0, $1) }
            }
            start = end
        }
    }

    /// At most `chunk` positions through all layers; leaves their last hidden rows in the workspace. False where it was
    /// cancelled.
    private func step(_ tokens: ArraySlice<Int32>, state: inout KVState, isCancelled: () -> Bool) -> Bool {
        let first = state.count
        state.reserve(tokens.count)
        space.begin(positions: first..<first + tokens.count, rotaries: weights.rotaries)
        space.embed(tokens, weights)
        let blocks = KVBlockList(layout: state.layout, blocks: state.blocks)
        for (index, layer) in weights.layers.enumerated() {
            guard !isCancelled() else {
                state.discardReserved()
                return false
            }
            attention(layer, index: index, blocks: blocks)
            feedForward(layer)
        }
        state.commit(tokens.count)
        return true
    }

    private func attention(_ layer: LayerWeights, index: Int, blocks: KVBlockList) {
        space.normalize(layer.attentionNorm, feeding: layer.attentionInputs)
        space.multiply(layer.attentionInputs, into: space.attentionInputs)
        space.rotateAndStore(layer, index: index, blocks: blocks)
        space.attend(layer, index: index, blocks: blocks)
        space.quantize(space.attended, feeding: layer.attentionOutput)
        space.multiply(layer.attentionOutput, into: space.results)
        space.addResult(bias: layer.attentionOutputBias, norm: layer.postAttentionNorm)
    }

    private func feedForward(_ layer: LayerWeights) {
        space.normalize(layer.feedForwardNorm, feeding: layer.gates)
        space.multiply(layer.gates, into: space.gates)
        space.applyGate(layer)
        space.multiply(layer.down, into: space.results)
        space.addResult(bias: layer.downBias, norm: layer.postFeedForwardNorm)
    }
}
