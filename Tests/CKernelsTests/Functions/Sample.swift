// Numbers for the tests of kernels: reproducible noise, floats spread over all magnitudes, special values, and a hash of
// results as bits.

import CKernels

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Noise: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// About normal, within +-3 `scale`: a sum of six uniform numbers, without any library function.
    mutating func float(scale: Float = 1) -> Float {
        var sum: Float = 0
        for _ in 0..<6 { sum += Float(next() >> 40) * 0x1p-24 - 0.5 }
        return sum * scale
    }

    mutating func floats(_ count: Int, scale: Float = 1) -> [Float] { (0..<count).map { _ in float(scale: scale) } }
}

enum Sample {
    /// Every `step`-th finite float by its bits, both signs: all magnitudes, subnormals too.
    static func floats(step: UInt32) -> [Float] {
        stride(from: 0, to: Float.infinity.bitPattern, by: UInt32.Stride(step)).flatMap { bits in
            [Float(bitPattern: bits), -Float(bitPattern: bits)]
        }
    }

    static let special: [Float] = [
        0, -0.0, 1, -1, 0.5, -0.5, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
        -.leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 88.7, 88.73, 89, -87.4, -103.9,
        -104, -104.1, 0.55, -0.55, 0.5499999, 9.01, 10, -10, 1e-20, 1e20, -1e20,
    ]
}

extension ck_path {
    /// The paths of this machine whose bits are compared with the scalar ones.
    static let vectorPaths = [CK_PATH_AVX2, CK_PATH_AVX512, CK_PATH_NEON].filter { ck_path_available($0) }
    static let allPaths = [CK_PATH_SCALAR] + vectorPaths
}

/// How many numbers differ as bits.
func differingBits(_ a: [Float], _ b: [Float]) -> Int {
    zip(a, b).count { $0.bitPattern != $1.bitPattern } + abs(a.count - b.count)
}

/// FNV-1a over the bits of floats, 32 bits a step.
func hash(_ numbers: [Float]) -> UInt64 {
    numbers.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1.bitPattern)) &* 0x100_0000_01b3 }
}

/// |value - exact| in units of the last place of a float of that size.
func unitsInLastPlace(_ value: Float, from exact: Double) -> Double {
    if Double(value) == exact { return 0 }
    let magnitude = Swift.max(exact.magnitude, Double(Float.leastNormalMagnitude))
    return (Double(value) - exact).magnitude / (magnitude.binade * 0x1p-23)
}
