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
    /// V; a few rows of V once logits of many positions have been asked for.
    private var logits: FloatBuffer
    /// The outputs of the groups of `LayerWeights`, in their order.
    let attentionInputs: [FloatBuffer]
    let gates: [FloatBuffer]
    let results: [FloatBuffer]
    private let panels: [Activations]
    private var cosines: [FloatBuffer] = []
    private var sines: [FloatBuffer] = []
    private var places: [RowPlace] = []
    /// Spans of keys that layers see, each once; nil for all.
    private let windows: [Int?]
    /// The attention calls of this step, for each of `windows`: the same in every layer.
    private var tiles: [[AttentionCall]] = []

    /// Bytes that the buffers of a step may take together.
    static let byteLimit = 2 << 30

    /// Refuses dimensions that would make the buffers for `rows` positions, and one block of keys and values of `block`
    /// bytes, larger than any model's.
    static func check(_ plan: ModelPlan, rows: Int, block: Int) throws(EngineError) {
        let (query, key) = (plan.heads * plan.headWidth, plan.kvHeads * plan.headWidth)
        let floats =
            rows * (3 * plan.width + 2 * query + 2 * key + 2 * plan.hiddenWidth)
            + rows * plan.rotaries.reduce(0) { $0 + $1.dimensions } + plan.vocabulary
        let panels = Activations.blocks.reduce(0) {
            $0 + Activations.byteCount(block: $1, capacity: rows, maximumWidth: widest(plan))
        }
        let byteCount = floats * MemoryLayout<Float>.stride + panels + block
        guard byteCount <= byteLimit else {
            throw EngineError(kind: .stepTooLarge(byteCount: byteCount, positions: rows, limit: byteLimit))
        }
    }

    /// Columns of the widest matrix.
    private static func widest(_ plan: ModelPlan) -> Int {
        max(plan.width, plan.hiddenWidth, plan.heads * plan.headWidth)
    }

    init(plan: ModelPlan, rows: Int, kernels: Kernels, pool: WorkerPool) throws(EngineError) {
        self.plan = plan
        self.kernels = kernels
        self.pool = pool
        let (query, key) = (plan.heads * plan.headWidth, plan.kvHeads * plan.headWidth)
        hidden = try FloatBuffer(rows: rows, width: plan.width)
        normed = try FloatBuffer(rows: rows, width: plan.width)
        queries = try FloatBuffer(rows: rows, width: query)
        keys = try FloatBuffer(rows: rows, width: key)
        values = try FloatBuffer(rows: rows, width: key)
        attended = try FloatBuffer(rows: rows, width: query)
        result = try FloatBuffer(rows: rows, width: plan.width)
        gate = try FloatBuffer(rows: rows, width: plan.hiddenWidth)
        up = try FloatBuffer(rows: rows, width: plan.hiddenWidth)
        logits = try FloatBuffer(rows: 1, width: plan.vocabulary)
        attentionInputs = [queries, keys, values]
        gates = [gate, up]
        results = [result]
        windows = plan.layers.reduce(into: []) { if !$0.contains($1.window) { $0.append($1.window) } }
        panels = try Activations.blocks.map { block throws(EngineError) in
            try Activations(block: block, capacity: rows, maximumWidth: Self.widest(plan))
        }
        for rotary in plan.rotaries {
            cosines.append(try FloatBuffer(rows: rows, width: rotary.dimensions / 2))
            sines.append(try FloatBuffer(rows: rows, width: rotary.dimensions / 2))
        }
    }

    private var count: Int { places.count }

    /// Few rows are not worth waking anyone for.
    private func overRows(_ body: (Range<Int>) -> Void) {
        pool.split(count, perThread: 4, minimum: 2, body)
    }

    /// - Parameter parts: the positions that are read into each sequence of the step, whose rows follow one another.
    func begin(parts: [Range<Int>], rotaries: [Rotary]) {
        places = parts.enumerated().flatMap { part, positions in
            positions.map { RowPlace(part: part, position: $0) }
        }
        for (index, rotary) in rotaries.enumerated() {
            overRows { range in
                for row in range {
                    rotary.angles(
                        position: places[row].position, cosine: cosines[index].slice(row: row),
                        sine: sines[index].slice(row: row))
                }
            }
        }
        tiles = windows.map { window in
            var start = 0
            return parts.indices.flatMap { part in
                defer { start += parts[part].count }
                return attentionCalls(
                    part: part, rows: start..<start + parts[part].count, window: window)
            }
        }
    }

    /// hidden[t] = embedding[token] * scale
    func embed(_ tokens: [Int32], _ weights: ModelWeights) {
        overRows { range in
            for row in range {
                weights.embed(tokens[row], into: hidden.slice(row: row))
                if plan.embeddingScale != 1 { kernels.scale(hidden.slice(row: row), by: plan.embeddingScale) }
            }
        }
    }

    /// normed = norm(hidden) * weight, and its panels in each form that the matrices read; those of hidden itself where
    /// there is no norm.
    func normalize(_ weight: FloatSlice?, feeding group: MatrixGroup) {
        guard let weight else { return quantize(hidden, feeding: group) }
        prepare(group)
        overRows { range in
            for row in range {
                kernels.normalize(
                    hidden.slice(row: row), weight: weight, epsilon: plan.normEpsilon, into: normed.slice(row: row))
            }
            for form in group.distinctForms { kernels.quantize(normed, rows: range, into: panels[form]) }
        }
    }

    /// The panels of `rows` in each form that the matrices read.
    func quantize(_ rows: FloatBuffer, feeding group: MatrixGroup) {
        prepare(group)
        overRows { range in
            for form in group.distinctForms { kernels.quantize(rows, rows: range, into: panels[form]) }
        }
    }

    private func prepare(_ group: MatrixGroup) {
        for form in group.distinctForms { panels[form].prepare(count: count, width: group.columns) }
    }

    /// The product of each matrix with the panels into the rows of its output, all strips of all matrices as one job.
    func multiply(_ group: MatrixGroup, into outputs: [FloatBuffer]) {
        precondition(outputs.count == group.matrices.count)
        let strips = group.strips
        // One position streams weights: few long runs. Many positions compute: small chunks, so that a preempted thread
        // costs little.
        let perThread = count > 8 || strips >= 512 ? 16 : 2
        pool.split(strips, perThread: perThread, minimum: count > 8 ? 2 : 4) { range in
            for index in outputs.indices {
                let start = group.starts[index]
                let part = range.clamped(to: start..<group.starts[index + 1])
                guard !part.isEmpty else { continue }
                kernels.multiply(
                    group.matrices[index], panels[group.forms[index]],
                    strips: part.lowerBound - start..<part.upperBound - start, into: outputs[index])
            }
        }
    }

    /// Adds biases, norms and rotates heads, and stores keys and values, rounded once.
    ///
    /// - Parameter blocks: of each sequence of the step.
    func rotateAndStore(_ layer: LayerWeights, index: Int, blocks: [KVBlockList]) {
        overRows { range in
            for row in range {
                let (query, key) = (queries.slice(row: row), keys.slice(row: row))
                let value = values.slice(row: row)
                if let bias = layer.queryBias { kernels.add(bias, to: query) }
                if let bias = layer.keyBias { kernels.add(bias, to: key) }
                if let bias = layer.valueBias { kernels.add(bias, to: value) }
                if let norm = layer.queryNorm { normalize(query, norm) }
                if let norm = layer.keyNorm { normalize(key, norm) }
                if let rotary = layer.plan.rotary {
                    rotate(query, rotary, row: row)
                    rotate(key, rotary, row: row)
                }
                let place = places[row]
                kernels.store(
                    keys: key, values: value, layer: index, slot: place.position % KVLayout.positions,
                    in: blocks[place.part].blocks[place.position / KVLayout.positions])
            }
        }
    }

    /// Norms a row of heads as wide as `weight` at a time: one head, or all of them.
    private func normalize(_ heads: FloatSlice, _ weight: FloatSlice) {
        for start in stride(from: 0, to: heads.count, by: weight.count) {
            let part = heads.slice(start, weight.count)
            kernels.normalize(part, weight: weight, epsilon: plan.normEpsilon, into: part)
        }
    }

    private func rotate(_ heads: FloatSlice, _ rotary: Int, row: Int) {
        let isInterleaved = plan.rotaries[rotary].isInterleaved
        let (cosine, sine) = (cosines[rotary].slice(row: row), sines[rotary].slice(row: row))
        for start in stride(from: 0, to: heads.count, by: plan.headWidth) {
            let head = heads.slice(start, plan.headWidth)
            kernels.rotate(head, interleaved: isInterleaved, cosine: cosine, sine: sine)
        }
    }

    /// attended[t] = softmax(scale q k) v over the keys that position t sees.
    func attend(_ layer: LayerWeights, index: Int, blocks: [KVBlockList]) {
        guard let window = windows.firstIndex(of: layer.plan.window) else {
            preconditionFailure("tiles for every layer's window")
        }
        let calls = tiles[window]
        pool.run(calls.count) { piece in
            let call = calls[piece]
            kernels.attend(
                call.tile, blocks: blocks[call.part], layer: index, head: call.head, scale: plan.attentionScale,
                softcap: plan.attentionSoftcap)
        }
    }

    /// The attention calls for the rows of one sequence: head by head for the last rows, then for those before them. Late
    /// rows see the most keys; they go first, so that no thread is left with a long call at the end.
    private func attentionCalls(part: Int, rows all: Range<Int>, window: Int?) -> [AttentionCall] {
        let group = plan.heads / plan.kvHeads
        // The kernel takes rows that share keys 48 at a time.
        let tileRows = max(1, 48 / group)
        return (0..<(all.count + tileRows - 1) / tileRows).reversed().flatMap { tile in
            (0..<plan.kvHeads).map { head in
                let start = all.lowerBound + tile * tileRows
                let rows = start..<min(all.upperBound, start + tileRows)
                var calls = AttentionTile(capacity: rows.count * group)
                for row in rows {
                    let last = places[row].position + 1
                    let first = window.map { max(0, last - $0) } ?? 0
                    for member in 0..<group {
                        let offset = (head * group + member) * plan.headWidth
                        calls.append(
                            query: queries.slice(row: row).slice(offset, plan.headWidth),
                            output: attended.slice(row: row).slice(offset, plan.headWidth), keys: first..<last)
                    }
                }
                return AttentionCall(tile: calls, part: part, head: head)
            }
        }
    }

    /// hidden += norm(result + bias) * scale
    func addResult(bias: FloatSlice?, norm: FloatSlice?) {
        overRows { range in
            for row in range {
                let added = result.slice(row: row)
                if let bias { kernels.add(bias, to: added) }
                if let norm { kernels.normalize(added, weight: norm, epsilon: plan.normEpsilon, into: added) }
                if plan.residualScale != 1 { kernels.scale(added, by: plan.residualScale) }
                kernels.add(added, to: hidden.slice(row: row))
            }
        }
    }

    /// gate = activation(gate + bias) * (up + bias), and its panels.
    func applyGate(_ layer: LayerWeights) {
        let group = layer.down
        prepare(group)
        overRows { range in
            for row in range {
                let (gated, factor) = (gate.slice(row: row), up.slice(row: row))
                if let bias = layer.gateBias { kernels.add(bias, to: gated) }
                if let bias = layer.upBias { kernels.add(bias, to: factor) }
                kernels.gate(layer.plan.activation, gated, up: factor, into: gated)
            }
            for form in group.distinctForms { kernels.quantize(gate, rows: range, into: panels[form]) }
        }
    }

    /// Logits of the given rows of the step, a few rows at a time: V floats would be many for all of them at once.
    func logits(of rows: [Int], _ weights: ModelWeights, _ body: (_ row: Int, FloatRow) -> Void) {
        let form = panels[weights.output.forms[0]]
        if rows.count > 1, logits.rows == 1, let several = try? FloatBuffer(rows: 16, width: plan.vocabulary) {
            logits = several
        }
        for start in stride(from: 0, to: rows.count, by: logits.rows) {
            let batch = rows[start..<min(rows.count, start + logits.rows)]
            for (index, row) in batch.enumerated() {
                kernels.normalize(
                    hidden.slice(row: row), weight: weights.outputNorm, epsilon: plan.normEpsilon,
                    into: normed.slice(row: index))
            }
            form.prepare(count: batch.count, width: plan.width)
            kernels.quantize(normed, rows: 0..<batch.count, into: form)
            pool.split(weights.output.strips, perThread: 16, minimum: 4) { strips in
                kernels.multiply(weights.output.matrices[0], form, strips: strips, into: logits)
            }
            for (index, row) in batch.enumerated() {
                if plan.logitScale != 1 { kernels.scale(logits.slice(row: index), by: plan.logitScale) }
                if plan.logitSoftcap != 0 { kernels.softcap(logits.slice(row: index), cap: plan.logitSoftcap) }
                body(row, logits[index])
            }
        }
    }
}

/// Which sequence of a step a row belongs to, and its position there.
private struct RowPlace {
    var part: Int
    var position: Int
}

/// Attention of rows of one sequence to one head of keys and values.
private struct AttentionCall {
    var tile: AttentionTile
    var part: Int
    var head: Int
}
