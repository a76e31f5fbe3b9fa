// Rotary angles: cosine and sine of each pair at each position, in double precision and rounded once, the same everywhere.

/// The angles of one `RotaryPlan`.
struct Rotary: Sendable {
    let isInterleaved: Bool
    /// Turns per position of each pair, radians.
    let frequencies: [Double]

    var pairs: Int { frequencies.count }

    /// `factors`: one divisor a pair, or nil.
    init(_ plan: RotaryPlan, factors: [Float]?) {
        isInterleaved = plan.isInterleaved
        let logarithm = Elementary.log(plan.base)
        frequencies = (0..<plan.dimensions / 2).map { pair in
            let power = Elementary.exp(-2 * Double(pair) / Double(plan.dimensions) * logarithm)
            return power * plan.positionScale / Double(factors?[pair] ?? 1)
        }
    }

    /// Fills row t of `cosine` and `sine` for position `position`.
    func angles(position: Int, cosine: FloatRow, sine: FloatRow) {
        for (pair, frequency) in frequencies.enumerated() {
            let angle = Double(position) * frequency
            cosine[pair] = Float(Elementary.cos(angle))
            sine[pair] = Float(Elementary.sin(angle))
        }
    }
}
