// The identity of one generated value across the snapshots of a stream.

/// A unique identity that stays the same while a value is being generated.
public struct GenerationID: Sendable, Hashable {
    private let value: UInt64

    /// An identity that no other value has.
    public init() {
        // 64 random bits: what collides within one process is nothing to meet in practice.
        value = UInt64.random(in: .min ... .max)
    }
}
