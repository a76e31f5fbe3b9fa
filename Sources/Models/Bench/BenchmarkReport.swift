// What a benchmark tells.

/// One measured row.
package struct BenchmarkFigure: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// A file of weights made ready; `tokens` is 0.
        case load
        /// Tokens of a prompt read together.
        case prefill
        /// Tokens written one by one, in `sequences` sequences side by side.
        case decode
        /// Tokens of a free answer, chosen by the sampler, read and told.
        case text
        /// The same of an answer by a schema.
        case guided
        /// Keys and values taken from files of another process instead of being computed.
        case restore
    }

    /// What no way of computing this could be faster than.
    package struct Limit: Sendable, Hashable {
        package enum Kind: String, Sendable {
            /// Dot products in registers: the matrices of the layers take no fewer.
            case integerPeak
            /// A plain read of the weights, and of the keys and values before.
            case plainRead
        }
        package var kind: Kind
        /// Tokens a second.
        package var rate: Double
    }

    package var kind: Kind
    /// Tokens of one sequence in a repetition.
    package var tokens: Int
    /// Positions that stood before them.
    package var depth = 0
    package var sequences = 1
    /// Of each repetition, in order.
    package var seconds: [Double]
    package var limit: Limit?

    package var bestSeconds: Double { seconds.min() ?? 0 }
    package var medianSeconds: Double { seconds.sorted()[seconds.count / 2] }
    /// Tokens a second.
    package var best: Double { rate(bestSeconds) }
    package var median: Double { rate(medianSeconds) }
    /// The best rate as a part of the limit.
    package var share: Double? { limit.map { best / $0.rate } }

    private func rate(_ seconds: Double) -> Double { Double(tokens * sequences) / max(seconds, 1e-9) }
}

/// What was measured, and how.
package struct BenchmarkReport: Sendable, Hashable {
    package var threads: Int
    /// The instruction set.
    package var path: String
    /// Bytes of weights that a token of an answer passes through.
    package var bytesPerToken: Int
    /// The best plain read of them, bytes a second.
    package var readRate: Double
    /// Int8 multiplications and additions a second at best; 0 where the instruction set has no such instruction.
    package var integerPeak: Double
    package var figures: [BenchmarkFigure] = []
    /// What could not be measured, and why.
    package var notes: [String] = []
}
