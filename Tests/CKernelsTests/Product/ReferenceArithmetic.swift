// The formats and the quantization of activations a second time, in double precision and straight from their formulas,
// as the oracle of the kernels.
import CKernels

/// Activations after the round trip through int8, as the products see them.
struct QuantizedActivations {
    let values: [Double]

    init(_ x: [Float], block: Int) {
        guard block > 1 else {
            values = x.map(Double.init)
            return
        }
        values = stride(from: 0, to: x.count, by: block).flatMap { start in
            let part = x[start..<start + block]
            let amax = part.reduce(0) { max($0, abs($1)) }
            guard amax >= 0x1p-100 else { return [Double](repeating: 0, count: block) }
            let (inverse, scale) = (127 / amax, amax / 127)
            return part.map { Double(($0 * inverse).rounded(.toNearestOrEven)) * Double(scale) }
        }
    }
}

/// One weight: its value, and the sum of the magnitudes of the terms it is made of, which bounds rounding errors.
struct ReferenceWeight {
    var value: Double
    var magnitude: Double

    init(_ terms: Double...) {
        value = terms.reduce(0, +)
        magnitude = terms.reduce(0) { $0 + abs($1) }
    }
}

enum ReferenceWeights {
    static func row(_ row: Int, of weights: RawWeights) -> [ReferenceWeight] {
        let bytes = Array(weights.bytes[row * weights.rowBytes..<(row + 1) * weights.rowBytes])
        return stride(from: 0, to: bytes.count, by: weights.format.blockBytes).flatMap { start in
            block(weights.format, Array(bytes[start..<start + weights.format.blockBytes]))
        }
    }

    private static func half(_ b: [UInt8], _ at: Int) -> Double {
        let bits = Int(b[at]) | Int(b[at + 1]) << 8
        let (exponent, fraction) = (bits >> 10 & 31, Double(bits & 1023))
        let magnitude = exponent == 0 ? fraction * 0x1p-24 : (1024 + fraction) * scale(exponent - 25)
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }

    private static func scale(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }

    static func block(_ format: ck_format, _ b: [UInt8]) -> [ReferenceWeight] {
        func nibble(_ from: Int, _ i: Int) -> Int { i < 16 ? Int(b[from + i]) % 16 : Int(b[from + i - 16]) / 16 }
        func bit(_ from: Int, _ i: Int) -> Int { Int(b[from + i / 8]) >> (i % 8) % 2 }
        switch format {
        case CK_F32:
            let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(b[$1]) << (8 * $1) }
            return [ReferenceWeight(Double(Float(bitPattern: bits)))]
        case CK_BF16:
            let bits = UInt32(b[0]) << 16 | UInt32(b[1]) << 24
            return [ReferenceWeight(Double(Float(bitPattern: bits)))]
        case CK_F16: return [ReferenceWeight(half(b, 0))]
        case CK_Q4_0: return (0..<32).map { ReferenceWeight(half(b, 0) * Double(nibble(2, $0) - 8)) }
        case CK_Q4_1: return (0..<32).map { ReferenceWeight(half(b, 0) * Double(nibble(4, $0)), half(b, 2)) }
        case CK_Q5_0:
            return (0..<32).map { ReferenceWeight(half(b, 0) * Double(nibble(6, $0) + 16 * (bit(2, $0) & 1) - 16)) }
        case CK_Q5_1:
            return (0..<32).map {
                ReferenceWeight(half(b, 0) * Double(nibble(8, $0) + 16 * (bit(4, $0) & 1)), half(b, 2))
            }
        case CK_Q8_0: return (0..<32).map { ReferenceWeight(half(b, 0) * Double(Int8(bitPattern: b[2 + $0]))) }
        case CK_Q4_K: return (0..<256).map { kQuant(b, $0, quants: 16, high: nil) }
        case CK_Q5_K: return (0..<256).map { kQuant(b, $0, quants: 48, high: 16) }
        case CK_Q6_K: return (0..<256).map { sixBit(b, $0) }
        case CK_IQ4_NL: return (0..<32).map { ReferenceWeight(half(b, 0) * levels[nibble(2, $0)]) }
        case CK_MXFP4:
            return (0..<32).map { ReferenceWeight(scale(Int(b[0]) - 127) * smallFloat(nibble(1, $0))) }
        default: return (0..<256).map { lowBits(format, b, $0) }
        }
    }

    private static let levels: [Double] = [
        -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113,
    ]

    /// A float of 4 bits: sign, two bits of exponent with a bias of 1, one of fraction.
    private static func smallFloat(_ bits: Int) -> Double {
        let (exponent, fraction) = (bits >> 1 & 3, Double(bits & 1))
        let magnitude = exponent == 0 ? fraction / 2 : scale(exponent - 1) * (1 + fraction / 2)
        return bits < 8 ? magnitude : -magnitude
    }

    /// A weight of the formats with 256 weights a block and fewer than four bits, or IQ4_XS.
    private static func lowBits(_ format: ck_format, _ b: [UInt8], _ i: Int) -> ReferenceWeight {
        func twoBits(_ from: Int) -> Int { Int(b[from + i / 128 * 32 + i % 32]) >> (i / 32 % 4 * 2) & 3 }
        switch format {
        case CK_Q2_K:
            let both = Int(b[i / 16])
            return ReferenceWeight(half(b, 80) * Double(both % 16 * twoBits(16)), -half(b, 82) * Double(both / 16))
        case CK_Q3_K:
            // Scale j is a number of six bits: four in nibble j of eight bytes, two in field j / 4 of byte j % 4 of four.
            let j = i / 16
            let low = j < 8 ? Int(b[96 + j]) % 16 : Int(b[88 + j]) / 16
            let subScale = low + (Int(b[104 + j % 4]) >> (j / 4 * 2) & 3) * 16 - 32
            let q = twoBits(32) + 4 * (Int(b[i % 32]) >> (i / 32) & 1)
            return ReferenceWeight(half(b, 108) * Double(subScale * (q - 4)))
        case CK_TQ2_0: return ReferenceWeight(half(b, 64) * Double(twoBits(0) - 1))
        case CK_TQ1_0:
            let (byte, digit) =
                i < 160 ? (i % 32, i / 32) : i < 240 ? (32 + i % 16, i / 16 - 10) : (48 + i % 4, i / 4 - 60)
            let shifted = Int(b[byte]) * [1, 3, 9, 27, 81][digit] % 256
            return ReferenceWeight(half(b, 52) * Double(shifted * 3 / 256 - 1))
        default:
            let j = i / 32
            let low = Int(b[4 + j / 2]) >> (j % 2 * 4) & 15
            let high = (Int(b[2]) | Int(b[3]) << 8) >> (2 * j) & 3
            let quants = Int(b[8 + 16 * j + i % 16])
            let level = levels[i % 32 < 16 ? quants % 16 : quants / 16]
            return ReferenceWeight(half(b, 0) * Double(low + 16 * high - 32) * level)
        }
    }

    /// A weight of Q4_K or Q5_K. Scales and minima are read as a 96-bit number of 6-bit fields in the file's own order.
    private static func kQuant(_ b: [UInt8], _ i: Int, quants: Int, high: Int?) -> ReferenceWeight {
        let (j, l) = (i / 32, i % 32)
        let s = b[4..<16].map(Int.init)
        let (scale, minimum): (Int, Int) =
            j < 4
            ? (s[j] % 64, s[j + 4] % 64)
            : (s[j + 4] % 16 + s[j - 4] / 64 * 16, s[j + 4] / 16 + s[j] / 64 * 16)
        let byte = Int(b[quants + j / 2 * 32 + l])
        var q = j % 2 == 0 ? byte % 16 : byte / 16
        if let high { q += (Int(b[high + l]) >> j & 1) * 16 }
        return ReferenceWeight(half(b, 0) * Double(scale * q), -half(b, 2) * Double(minimum))
    }

    private static func sixBit(_ b: [UInt8], _ i: Int) -> ReferenceWeight {
        let (h, within) = (i / 128, i % 128)
        let (t, l) = (within / 32, within % 32)
        let low = Int(b[64 * h + (t % 2) * 32 + l])
        let q = (t < 2 ? low % 16 : low / 16) + (Int(b[128 + 32 * h + l]) >> (2 * t) & 3) * 16
        let scale = Int(Int8(bitPattern: b[192 + i / 16]))
        return ReferenceWeight(half(b, 208) * Double(scale * (q - 32)))
    }
}
