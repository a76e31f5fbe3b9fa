// Chooses the next token from a row of logits. Truncations are taken on the distribution before temperature, the draw on
// the one after it: argmax(logit / T + Gumbel(seed, position, id)) within what the truncations leave. The order of
// tokens is total, by logit downwards, then by id, so that equal logits have one outcome.

package import Engine

/// Chooses tokens by one `Sampling`.
package struct Sampler {
    let sampling: Sampling
    let kernels: Kernels
    /// Logits less the largest, and their exponentials.
    private var scratch: (shifted: FloatBuffer, masses: FloatBuffer)?

    package init(_ sampling: Sampling, kernels: Kernels) {
        self.sampling = sampling
        self.kernels = kernels
    }

    /// The token at `position` (absolute). Cost: one pass over V logits; a sort of the nucleus for top-p.
    package mutating func choose(_ logits: FloatRow, position: Int) -> Int32 {
        guard case .random(let temperature, let topK, let topP, let seed) = sampling else {
            return Int32(kernels.argmax(logits))
        }
        let noise = Noise(seed: seed, position: position)
        if topK == nil, topP == nil || topP ?? 1 >= 1 {
            return draw(logits, temperature: temperature, noise: noise)
        }
        var candidates: [KeyedToken]
        if let topK {
            candidates = Self.largest(logits, count: max(1, topK))
            if let topP { candidates.cut(mass: Double(topP)) }
        } else {
            candidates = nucleus(logits, mass: Double(topP ?? 1))
        }
        return candidates.drawn(temperature: temperature, noise: noise) ?? 0
    }

    /// The perturbed best of all tokens. A token is looked at closely only if its uniform draw could win: with the best
    /// perturbed value b so far and x = logit / T, it must have u > exp(-exp(x - b)) >= 1 - exp(x - b), so 1 - u < exp(x - b).
    mutating func draw(_ logits: FloatRow, temperature: Float, noise: Noise) -> Int32 {
        let scale = 1 / Double(temperature)
        let start = Int32(kernels.argmax(logits))
        return logits.withSpan { row in
            var best = (token: start, value: Double(row[Int(start)]) * scale + noise.gumbel(start))
            for index in row.indices {
                let token = Int32(index)
                let x = Double(row[index]) * scale
                // exp(z) <= 1 / (1 - z + z^2 / 2) for z < 0, the reciprocal of a cut series of exp(-z): a bound without a
                // call. The slack is far more than the rounding of either side.
                let z = x - best.value
                if z < 0 {
                    let bound = 1 / (1 - z + z * z / 2)
                    if 1 - noise.uniform(token) > bound * 1.000001 { continue }
                }
                let value = x + noise.gumbel(token)
                if value > best.value || (value == best.value && token < best.token) { best = (token, value) }
            }
            return best.token
        }
    }

    /// The `count` largest, in order.
    private static func largest(_ logits: FloatRow, count: Int) -> [KeyedToken] {
        logits.withSpan { row in
            var first = FirstTokens(count: count)
            for index in row.indices { first.insert(KeyedToken(key: Double(row[index]), token: Int32(index))) }
            return first.sorted
        }
    }

    /// Two rows to compute in, made once.
    mutating func scratchRows(_ count: Int) -> (shifted: FloatBuffer, masses: FloatBuffer) {
        if let scratch { return scratch }
        let zeros = { FloatBuffer([Float](repeating: 0, count: count)) }
        let rows = (shifted: zeros(), masses: zeros())
        scratch = rows
        return rows
    }

    /// The shortest run of tokens, by logit, that holds `mass` of the whole. Gathers those within a distance of the best
    /// and widens it until the run is certain.
    private mutating func nucleus(_ logits: FloatRow, mass: Double) -> [KeyedToken] {
        let best = logits[kernels.argmax(logits)]
        let (shifted, masses) = scratchRows(logits.count)
        logits.withSpan { row in
            shifted[0].withMutableSpan { shifted in
                for index in row.indices { shifted[index] = row[index] - best }
            }
        }
        kernels.exponentials(shifted[0], into: masses[0])
        let whole = masses[0].withSpan { row in
            var sum = 0.0
            for index in row.indices { sum += Double(row[index]) }
            return sum
        }
        let wanted = mass * whole
        for distance in [Float(4), 8, 16, .infinity] {
            var found: [KeyedToken] = []
            logits.withSpan { row in
                for index in row.indices where best - row[index] <= distance {
                    found.append(KeyedToken(key: Double(row[index]), token: Int32(index)))
                }
            }
            found.sort { $0.precedes($1) }
            var sum = 0.0
            for (index, candidate) in found.enumerated() {
                sum += Double(masses[0][Int(candidate.token)])
                if sum >= wanted { return Array(found[...index]) }
            }
            if distance == .infinity { return found }
        }
        return []
    }
}
