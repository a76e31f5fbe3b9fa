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
        var readings = [Reading(tokens, into: state, logits: logits)]
        // One owner of the blocks, or the step would copy the last one.
        state = KVState(layout: state.layout)
        while step(&readings, { body($1, $2) }, isCancelled: isCancelled) {}
        state = readings[0].state
    }

    /// At most `chunk` positions of several sequences through all layers, of those first that have the fewest to go. What is
    /// read together with what has no influence on any bit.
    ///
    /// - Parameters:
    ///   - body: takes each wanted row of V logits with the index of the reading and of its token.
    ///   - isCancelled: asked before every layer; a step that was cancelled leaves nothing.
    /// - Returns: false where nothing was left to read, or the step was cancelled.
    package func step(
        _ readings: inout [Reading], _ body: (_ reading: Int, _ index: Int, _ logits: FloatRow) -> Void,
        isCancelled: () -> Bool = { false }
    ) -> Bool {
        let parts = parts(of: readings)
        guard !parts.isEmpty else { return false }
        for part in parts { readings[part.reading].state.reserve(part.count) }
        let isWhole = compute(parts, of: readings, isCancelled: isCancelled)
        for part in parts {
            if isWhole {
                readings[part.reading].commit(part.count)
            } else {
                readings[part.reading].state.discardReserved()
            }
        }
        guard isWhole else { return false }
        var rows: [Int] = []
        var places: [(row: Int, reading: Int, index: Int)] = []
        var start = 0
        for part in parts {
            let reading = readings[part.reading]
            for offset in 0..<part.count {
                let index = reading.count - part.count + offset
                guard reading.wantsLogits(after: index) else { continue }
                rows.append(start + offset)
                places.append((start + offset, part.reading, index))
            }
            start += part.count
        }
        var next = 0
        space.logits(of: rows, weights) { _, row in
            body(places[next].reading, places[next].index, row)
            next += 1
        }
        return true
    }

    /// Positions of one sequence in a step.
    private struct Part {
        var reading: Int
        var count: Int
    }

    private func parts(of readings: [Reading]) -> [Part] {
        var room = chunk
        var parts: [Part] = []
        for (index, reading) in readings.enumerated().sorted(by: { ($0.1.left, $0.0) < ($1.1.left, $1.0) }) {
            let count = min(room, reading.left)
            guard count > 0 else { continue }
            parts.append(Part(reading: index, count: count))
            room -= count
        }
        return parts
    }

    /// Leaves the last hidden rows of the parts in the workspace. False where it was cancelled.
    private func compute(_ parts: [Part], of readings: [Reading], isCancelled: () -> Bool) -> Bool {
        space.begin(
            parts: parts.map { part in
                let first = readings[part.reading].state.count
                return first..<first + part.count
            }, rotaries: weights.rotaries)
        space.embed(parts.flatMap { readings[$0.reading].next($0.count) }, weights)
        let blocks = parts.map { part in
            let state = readings[part.reading].state
            return KVBlockList(layout: state.layout, blocks: state.blocks)
        }
        for (index, layer) in weights.layers.enumerated() {
            guard !isCancelled() else { return false }
            attention(layer, index: index, blocks: blocks)
            feedForward(layer)
        }
        return true
    }

    private func attention(_ layer: LayerWeights, index: Int, blocks: [KVBlockList]) {
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
