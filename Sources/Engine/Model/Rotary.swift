// Rotary angles: cosine and sine of each pair at each position, in double precision and rounded once, the same everywhere.

/// The angles of one `RotaryPlan`.
struct Rotary: Sendable {
    let isInterleaved: Bool
    /// Turns per position of each pair, radians.
    let frequencies: [Double]
    /// Factor of cosines and sines.
    let magnitude: Double

    var pairs: Int { frequencies.count }

    /// Radians below which sine and cosine are defined (`ck_sin`).
    static let angleLimit = 0x1p31

    /// - Parameters:
    ///   - factors: one divisor a pair, finite and above zero; or nil.
    ///   - positions: that the angles must be defined for.
    /// - Throws: where an angle would leave the domain of sine and cosine.
    init(_ plan: RotaryPlan, factors: [Float]?, positions: Int) throws(EngineError) {
        if let factor = factors?.first(where: { !($0 > 0 && $0.isFinite) }) {
            throw EngineError(kind: .rotaryFactor(tensor: plan.factors ?? "", value: factor))
        }
        isInterleaved = plan.isInterleaved
        var slowing = [Double](repeating: 1, count: plan.dimensions / 2)
        var magnitude = plan.magnitude
        switch plan.scaling {
        case .none: break
        case .linear(let factor): slowing = slowing.map { $0 / factor }
        case .yarn(let yarn):
            slowing = yarn.frequencyFactors(dimensions: plan.dimensions, base: plan.base)
            magnitude *= yarn.magnitude
        }
        self.magnitude = magnitude
        let logarithm = Elementary.log(plan.base)
        frequencies = (0..<plan.dimensions / 2).map { pair in
            let power = Elementary.exp(-2 * Double(pair) / Double(plan.dimensions) * logarithm)
            return power * slowing[pair] / Double(factors?[pair] ?? 1)
        }
        let fastest = frequencies.max() ?? 0
        let largest = Double(positions) * fastest
        // Written so that a frequency that is not a number is refused, too.
        guard largest < Self.angleLimit, frequencies.allSatisfy(\.isFinite) else {
            throw EngineError(kind: .rotaryAngle(largest: largest, limit: Self.angleLimit))
        }
    }

    /// Fills row t of `cosine` and `sine` for position `position`.
    func angles(position: Int, cosine: FloatSlice, sine: FloatSlice) {
        for (pair, frequency) in frequencies.enumerated() {
            let angle = Double(position) * frequency
            cosine[pair] = Float(magnitude * Elementary.cos(angle))
            sine[pair] = Float(magnitude * Elementary.sin(angle))
        }
    }
}
