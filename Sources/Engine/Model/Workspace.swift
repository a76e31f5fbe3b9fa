// The rows that a decoder works on, and who computes which of them: every operation hands disjoint rows, strips or heads
// to the pool, and none of the splits has any influence on a result.

/// Buffers of one decoder for at most `rows` positions a step.
final class Workspace {
    let plan: ModelPlan
    let kernels: Kernels
    let pool: WorkerPool
    /// The residual stream, T x D.
    let hidden: FloatBuffer
    /// Normed rows, T x D.
    let normed: FloatBuffer
    /// T x H K, T x G K, T x G K
    let queries: FloatBuffer
    let keys: FloatBuffer
    let values: FloatBuffer
    /// T x H K
    let attended: FloatBuffer
    /// What attention or feed-forward adds, T x D.
    let result: FloatBuffer
    /// T x F each.
    let gate: FloatBuffer
    let up: FloatBuffer
    /// A few rows of V.
    let logits: FloatBuffer
    private let panels: [Activations]
    private var cosines: [FloatBuffer] = []
    private var sines: [FloatBuffer] = []
    private var positions = 0..<0

    init(plan: ModelPlan, rows: Int, kernels: Kernels, pool: WorkerPool) {
        self.plan = plan
        self.kernels = kernels
        self.pool = pool
        let (query, key) = (plan.heads * plan.headWidth, plan.kvHeads * plan.headWidth)
        hidden = FloatBuffer(rows: rows, width: plan.width)
        normed = FloatBuffer(rows: rows, width: plan.width)
        queries = FloatBuffer(rows: rows, width: query)
        keys = FloatBuffer(rows: rows, width: key)
        values = FloatBuffer(rows: rows, width: key)
        attended = FloatBuffer(rows: rows, width: query)
        result = FloatBuffer(rows: rows, width: plan.width)
        gate = FloatBuffer(rows: rows, width: plan.hiddenWidth)
        up = FloatBuffer(rows: rows, width: plan.hiddenWidth)
        logits = FloatBuffer(rows: min(rows, 16), width: plan.vocabulary)
        let widest = max(plan.width, plan.hiddenWidth, query)
        panels = Activations.blocks.map { Activations(block: $0, capacity: rows, maximumWidth: widest) }
        for rotary in plan.rotaries {
            cosines.append(FloatBuffer(rows: rows, width: rotary.dimensions / 2))
            sines.append(FloatBuffer(rows: rows, width: rotary.dimensions / 2))
        }
    }

    private var count: Int { positions.count }

    /// Few rows are not worth waking anyone for.
    private func overRows(_ body: (Range<Int>) -> Void) {
        pool.split(count, perThread: 4, minimum: 2, body)
    }

    func begin(positions: Range<Int>, rotaries: [Rotary]) {
        self.positions = positions
        for (index, rotary) in rotaries.enumerated() {
            overRows { range in
                for row in range {
                    rotary.angles(
                        position: positions.lowerBound + row, cosine: cosines[index][row], sine: sines[index][row])
                }
            }
        }
    }

    /// hidden[t] = embedding[token] * scale
    func embed(_ tokens: ArraySlice<Int32>, _ weights: ModelWeights) {
        overRows { range in
            for row in range {
                weights.embed(tokens[tokens.startIndex + row], into: hidden[row])
                if plan.embeddingScale != 1 { kernels.scale(hidden[row], by: plan.embeddingScale) }
            }
        }
    }

    /// normed = norm(hidden) * weight, and its panels in each form that the matrices read.
    func normalize(_ weight: FloatRow, feeding matrices: [PackedMatrix]) {
        let forms = prepare(matrices)
        overRows { range in
            for row in range {
                kernels.normalize(hidden[row], weight: weight, epsilon: plan.normEpsilon, into: normed[row])
            }
            for form in forms { kernels.quantize(normed, rows: range, into: form) }
        }
    }

    /// The panels of `rows` in each form that the matrices read.
    func quantize(_ rows: FloatBuffer, feeding matrices: [PackedMatrix]) {
        let forms = prepare(matrices)
        overRows { range in
            for form in forms { kernels.quantize(rows, rows: range, into: form) }
        }
    }

    private func prepare(_ matrices: [PackedMatrix]) -> [Activations] {
        let forms = panels.filter { form in matrices.contains { $0.activationBlock == form.block } }
        for form in forms { form.prepare(count: count, width: matrices[0].columns) }
        return forms
    }

    private func panels(for matrix: PackedMatrix) -> Activations {
        guard let form = panels.first(where: { $0.block == matrix.activationBlock }) else {
            preconditionFailure("a form of activations for every block")
        }
        return form
    }

    /// Each product of a matrix with the panels into its rows, all strips of all matrices as one job.
    func multiply(_ products: [(matrix: PackedMatrix, out: FloatBuffer)]) {
        var starts = [0]
        for product in products { starts.append(starts[starts.count - 1] + product.matrix.strips) }
        let strips = starts[starts.count - 1]
        // One position streams weights: few long runs. Many positions compute: small chunks, so that a preempted thread
        // costs little.
        let perThread = count > 8 || strips >= 512 ? 16 : 2
        pool.split(strips, perThread: perThread, minimum: count > 8 ? 2 : 4) { range in
            for (index, product) in products.enumerated() {
                let part = range.clamped(to: starts[index]..<starts[index + 1])
                guard !part.isEmpty else { continue }
                kernels.multiply(
                    product.matrix, panels(for: product.matrix),
                    strips: part.lowerBound - starts[index]..<part.upperBound - starts[index], into: product.out)
            }
        }
    }

    /// Adds biases, norms and rotates heads, and stores keys and values, rounded once.
    func rotateAndStore(_ layer: LayerWeights, index: Int, blocks: KVBlockList) {
        let rotary = layer.plan.rotary
        let isInterleaved = plan.rotaries[rotary].isInterleaved
        overRows { range in
            for row in range {
                if let bias = layer.queryBias { kernels.add(bias, to: queries[row]) }
                if let bias = layer.keyBias { kernels.add(bias, to: keys[row]) }
                if let bias = layer.valueBias { kernels.add(bias, to: values[row]) }
                for (rows, heads, norm) in [
                    (queries[row], plan.heads, layer.queryNorm), (keys[row], plan.kvHeads, layer.keyNorm),
                ] {
                    for head in 0..<heads {
                        let part = rows.slice(head * plan.headWidth, plan.headWidth)
                        if let norm {
                            kernels.normalize(part, weight: norm, epsilon: plan.normEpsilon, into: part)
                        }
                        kernels.rotate(
                            part, interleaved: isInterleaved, cosine: cosines[rotary][row], sine: sines[rotary][row])
                    }
                }
                let position = positions.lowerBound + row
                kernels.store(
                    keys: keys[row], values: values[row], layer: index, slot: position % KVLayout.positions,
                    in: blocks.blocks[position / KVLayout.positions])
            }
        }
    }

    /// attended[t] = softmax(scale q k) v over the keys that position t sees.
    func attend(_ layer: LayerWeights, index: Int, blocks: KVBlockList) {
        let group = plan.heads / plan.kvHeads
        // The kernel takes rows that share keys 48 at a time.
        let tileRows = max(1, 48 / group)
        let tiles = (count + tileRows - 1) / tileRows
        pool.run(plan.kvHeads * tiles) { piece in
            // Late tiles see the most keys: they go first, so that no thread is left with a long one at the end.
            let (head, tile) = (piece % plan.kvHeads, tiles - 1 - piece / plan.kvHeads)
            let rows = tile * tileRows..<min(count, (tile + 1) * tileRows)
            var queryRows = AttentionTile(capacity: rows.count * group)
            for row in rows {
                let last = positions.lowerBound + row + 1
                let first = layer.plan.window.map { max(0, last - $0) } ?? 0
                for member in 0..<group {
                    let offset = (head * group + member) * plan.headWidth
                    queryRows.append(
                        query: queries[row].slice(offset, plan.headWidth),
                        output: attended[row].slice(offset, plan.headWidth), keys: first..<last)
                }
            }
            kernels.attend(
                queryRows, blocks: blocks, layer: index, head: head, scale: plan.attentionScale,
                softcap: plan.attentionSoftcap)
        }
    }

    /// hidden += norm(result + bias)
    func addResult(bias: FloatRow?, norm: FloatRow?) {
        overRows { range in
            for row in range {
                if let bias { kernels.add(bias, to: result[row]) }
                if let norm {
                    kernels.normalize(result[row], weight: norm, epsilon: plan.normEpsilon, into: result[row])
                }
                kernels.add(result[row], to: hidden[row])
            }
        }
    }

    /// gate = activation(gate) * up, and its panels.
    func applyGate(_ activation: LayerPlan.Activation, feeding matrices: [PackedMatrix]) {
        let forms = prepare(matrices)
        overRows { range in
            for row in range { kernels.gate(activation, gate[row], up: up[row], into: gate[row]) }
            for form in forms { kernels.quantize(gate, rows: range, into: form) }
        }
    }

    /// Logits of the given rows of the step, a few rows at a time: V floats would be many for all of them at once.
    func logits(of rows: Range<Int>, _ weights: ModelWeights, _ body: (Int, FloatRow) -> Void) {
        let form = panels(for: weights.output)
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: logits.rows) {
            let batch = min(logits.rows, rows.upperBound - start)
            for row in 0..<batch {
                kernels.normalize(
                    hidden[start + row], weight: weights.outputNorm, epsilon: plan.normEpsilon, into: normed[row])
            }
            form.prepare(count: batch, width: plan.width)
            kernels.quantize(normed, rows: 0..<batch, into: form)
            pool.split(weights.output.strips, perThread: 16, minimum: 4) { strips in
                kernels.multiply(weights.output, form, strips: strips, into: logits)
            }
            for row in 0..<batch {
                if plan.logitSoftcap != 0 { kernels.softcap(logits[row], cap: plan.logitSoftcap) }
                body(start + row, logits[row])
            }
        }
    }
}
