// Random bits that are the same everywhere: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.

/// SplitMix64: a 64-bit counter and a mixing function.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// A stream of its own for every name, so that adding a tensor leaves the others as they were.
    package init(seed: UInt64, name: String) {
        // FNV-1a.
        state = name.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in `range`, uniform up to a bias of 2^-32 of its width; never rounded differently from machine to machine.
    package mutating func integer(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(((next() >> 32) * UInt64(range.count)) >> 32)
    }

    /// A multiple of 2^-24 in [0, 1).
    package mutating func fraction() -> Float { Float(next() >> 40) * 0x1p-24 }

    /// A number in [lower, upper).
    package mutating func float(from lower: Float, to upper: Float) -> Float { lower + (upper - lower) * fraction() }
}
