// Choosing among the allowed tokens only. Every truncation is defined on what the filter leaves: the first k allowed, the
// shortest run of allowed tokens that holds p of the allowed mass. Tokens are asked for in the order in which they would be
// chosen, so that few need an answer; the outcome is what filtering all of them first would give.

package import Engine

extension Sampler {
    /// The token at `position` (absolute) among those that `filter` allows; nil where it allows none.
    package mutating func choose(
        _ logits: FloatRow, position: Int, among filter: inout some TokenFilter
    ) -> Int32? {
        guard case .random(let temperature, let topK, let topP, let seed) = sampling else {
            // The best of all is the best of the allowed, where it is allowed.
            let best = Int32(kernels.argmax(logits))
            if filter.isAllowed(best) { return best }
            var walk = Self.walk(logits, filter.candidates())
            return Self.next(&walk, among: &filter)?.token
        }
        let noise = Noise(seed: seed, position: position)
        if topK == nil, topP == nil || topP ?? 1 >= 1 {
            let best = draw(logits, temperature: temperature, noise: noise)
            if filter.isAllowed(best) { return best }
            let scale = 1 / Double(temperature)
            var walk = Self.walk(logits, filter.candidates()) { $0 * scale + noise.gumbel($1) }
            return Self.next(&walk, among: &filter)?.token
        }
        let candidates = filter.candidates()
        var kept: [KeyedToken] = []
        if let topK {
            var walk = Self.walk(logits, candidates)
            while kept.count < max(1, topK), let token = Self.next(&walk, among: &filter) { kept.append(token) }
            if let topP { kept.cut(mass: Double(topP)) }
        } else {
            kept = nucleus(logits, candidates, mass: Double(topP ?? 1), among: &filter)
        }
        return kept.drawn(temperature: temperature, noise: noise)
    }

    private static func walk(
        _ logits: FloatRow, _ candidates: [UInt64], key: (Double, Int32) -> Double = { logit, _ in logit }
    ) -> DescendingWalk {
        logits.withSpan { row in
            var tokens: [KeyedToken] = []
            for (index, word) in candidates.enumerated() {
                var bits = word
                while bits != 0 {
                    let token = index * 64 + bits.trailingZeroBitCount
                    bits &= bits - 1
                    guard token < row.count else { break }
                    tokens.append(KeyedToken(key: key(Double(row[token]), Int32(token)), token: Int32(token)))
                }
            }
            return DescendingWalk(tokens)
        }
    }

    private static func next(_ walk: inout DescendingWalk, among filter: inout some TokenFilter) -> KeyedToken? {
        while let token = walk.next() {
            if filter.isAllowed(token.token) { return token }
        }
        return nil
    }

    /// The shortest run of allowed tokens, by logit, that holds `mass` of all allowed ones. What is not yet asked about may
    /// or may not be allowed, so the whole lies between what was found and that plus the rest; the walk ends where both
    /// ends give the same cut, with a slack far above the rounding of the sums, or when all is known.
    private mutating func nucleus(
        _ logits: FloatRow, _ candidates: [UInt64], mass: Double, among filter: inout some TokenFilter
    ) -> [KeyedToken] {
        var walk = Self.walk(logits, candidates)
        var refused = 0
        var first: KeyedToken?
        while first == nil {
            guard let token = walk.next() else { return [] }
            if filter.isAllowed(token.token) { first = token } else { refused += 1 }
        }
        guard let first else { return [] }
        var found = [first]
        var sums = [1.0]
        var low = 0
        // The refused so far stand before the first and count 1 each, the first itself does too.
        var unknown = upperMass(logits, candidates, best: Float(first.key)) - Double(refused + 1)
        while true {
            let seen = sums[sums.count - 1]
            while sums[low] < mass * seen * (1 - 1e-9) { low += 1 }
            if sums[low] >= mass * (seen + max(0, unknown)) * (1 + 1e-9) { return Array(found[...low]) }
            guard let token = walk.next() else {
                found.cut(mass: mass)
                return found
            }
            let value = Elementary.exp(token.key - first.key)
            unknown -= value
            if filter.isAllowed(token.token) {
                found.append(token)
                sums.append(seen + value)
            }
        }
    }

    /// At least the mass of the candidates, the exponential of a logit less `best`; those above `best` count 1.
    private mutating func upperMass(_ logits: FloatRow, _ candidates: [UInt64], best: Float) -> Double {
        let (shifted, masses) = scratchRows(logits.count)
        logits.withSpan { row in
            shifted[0].withMutableSpan { shifted in
                for index in row.indices {
                    let isCandidate =
                        index / 64 < candidates.count && candidates[index / 64] >> UInt64(index % 64) & 1 == 1
                    shifted[index] = isCandidate ? min(0, row[index] - best) : -1000
                }
            }
        }
        kernels.exponentials(shifted[0], into: masses[0])
        let sum = masses[0].withSpan { row in
            var sum = 0.0
            for index in row.indices { sum += Double(row[index]) }
            return sum
        }
        return sum * (1 + 1e-5) + 1e-30
    }
}
