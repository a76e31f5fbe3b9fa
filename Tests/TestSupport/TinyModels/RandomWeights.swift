// Random weights in every format the engine reads: random quants under scales chosen so that the weights have about the
// standard deviation asked for and a mean near zero. Layouts as the formats define them:
//
//   Q4_0  d f16 | 16 bytes, two quants each          w = d (q - 8)
//   Q4_1  d f16 | m f16 | 16 bytes                   w = d q + m
//   Q5_0  d f16 | 32 fifth bits | 16 bytes           w = d (q - 16)
//   Q5_1  d f16 | m f16 | 32 fifth bits | 16 bytes   w = d q + m
//   Q8_0  d f16 | 32 signed bytes                    w = d q
//   Q4_K  d f16 | dmin f16 | 8 scales and 8 minima of 6 bits in 12 bytes | 128 bytes              w = d s q - dmin m
//   Q5_K  d f16 | dmin f16 | 8 scales and 8 minima of 6 bits in 12 bytes | 256 fifth bits | 128   w = d s q - dmin m
//   Q6_K  128 bytes of low bits | 64 bytes of high bits | 16 signed scales | d f16                w = d s (q - 32)
//   Q2_K  16 bytes, scale and minimum of 4 bits each | 64 bytes | d f16 | dmin f16                w = d s q - dmin m
//   Q3_K  32 bytes of high bits | 64 bytes of low bits | 16 scales of 6 bits in 12 bytes | d f16  w = d (s - 32) (q - 4)
//   TQ1_0 52 bytes of base-3 digits | d f16          w = d (q - 1)
//   TQ2_0 64 bytes, four quants each | d f16         w = d (q - 1)
//   IQ4_NL d f16 | 16 bytes                          w = d level[q]
//   IQ4_XS d f16 | 8 scales of 6 bits in 6 bytes | 128 bytes                                     w = d (s - 32) level[q]
//   MXFP4 exponent | 16 bytes                        w = 2^(exponent - 128) level[q]

package import Engine

extension SplitMix64 {
    /// `count` random weights, a whole number of blocks, as bytes of `format`.
    package mutating func weights(_ count: Int, in format: TensorFormat, deviation: Float) -> [UInt8] {
        precondition(count.isMultiple(of: format.blockWeights), "\(count) weights are no whole number of blocks")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count / format.blockWeights * format.blockByteCount)
        for _ in 0..<count / format.blockWeights { appendBlock(of: format, deviation: deviation, to: &bytes) }
        return bytes
    }

    private mutating func appendBlock(of format: TensorFormat, deviation: Float, to bytes: inout [UInt8]) {
        // Scales differ from block to block by up to a factor of three.
        let spread = format.blockWeights == 1 ? deviation : deviation * float(from: 0.5, to: 1.5)
        switch format {
        case .f32: bytes.append(littleEndian: uniform(deviation).bitPattern)
        case .f16: bytes.append(half: uniform(deviation))
        case .bf16: bytes.append(littleEndian: UInt16(uniform(deviation).bitPattern >> 16))
        case .q4_0:
            bytes.append(half: signed(spread / Self.deviation(ofQuants: 16)))
            appendBytes(16, to: &bytes)
        case .q4_1: appendScaleAndMinimum(spread, quants: 16, payload: 16, to: &bytes)
        case .q5_0:
            bytes.append(half: signed(spread / Self.deviation(ofQuants: 32)))
            appendBytes(4 + 16, to: &bytes)
        case .q5_1: appendScaleAndMinimum(spread, quants: 32, payload: 4 + 16, to: &bytes)
        case .q8_0:
            bytes.append(half: spread / Self.deviation(ofQuants: 255))
            for _ in 0..<4 { bytes.append(littleEndian: symmetricBytes()) }
        case .q4_K: appendSuperblock(spread, quants: 16, payload: 128, to: &bytes)
        case .q5_K: appendSuperblock(spread, quants: 32, payload: 32 + 128, to: &bytes)
        case .q6_K:
            appendBytes(128 + 64, to: &bytes)
            for _ in 0..<16 {
                let scale = integer(in: 16...48)
                bytes.append(UInt8(bitPattern: Int8(next() & 1 == 0 ? scale : -scale)))
            }
            bytes.append(half: spread / 32 / Self.deviation(ofQuants: 64))
        case .q2_K, .q3_K, .iq4_NL, .iq4_XS, .tq1_0, .tq2_0, .mxfp4:
            appendUnevenBlock(of: format, spread, to: &bytes)
        }
    }

    /// The formats whose scales stand last, are packed otherwise, or whose quants index uneven levels.
    private mutating func appendUnevenBlock(of format: TensorFormat, _ spread: Float, to bytes: inout [UInt8]) {
        switch format {
        case .q2_K:
            // Minima equal to their scales, under dmin = d (mean quant).
            for _ in 0..<16 { bytes.append(UInt8(integer(in: 6...15) * 17)) }
            appendBytes(64, to: &bytes)
            let scale = spread / 10.5 / Self.deviation(ofQuants: 4)
            bytes.append(half: scale)
            bytes.append(half: scale * 1.5)
        case .q3_K:
            appendBytes(32 + 64, to: &bytes)
            let scales = (0..<16).map { _ in signedScale() }
            for j in 0..<8 { bytes.append(UInt8(scales[j] & 15 | (scales[j + 8] & 15) << 4)) }
            for j in 0..<4 {
                bytes.append((0..<4).reduce(0) { $0 | UInt8(scales[j + 4 * $1] >> 4) << UInt8(2 * $1) })
            }
            bytes.append(half: spread / 20 / Self.deviation(ofQuants: 8))
        case .tq1_0:
            appendBytes(48 + 4, to: &bytes)
            bytes.append(half: spread / Self.deviation(ofQuants: 3))
        case .tq2_0:
            for _ in 0..<64 { bytes.append((0..<4).reduce(0) { byte, _ in byte << 2 | UInt8(integer(in: 0...2)) }) }
            bytes.append(half: spread / Self.deviation(ofQuants: 3))
        case .iq4_NL:
            bytes.append(half: signed(spread / 67.4))
            appendBytes(16, to: &bytes)
        case .iq4_XS:
            bytes.append(half: spread / 20 / 67.4)
            let scales = (0..<8).map { _ in signedScale() }
            bytes.append(littleEndian: scales.indices.reduce(0) { $0 | UInt16(scales[$1] >> 4) << UInt16(2 * $1) })
            bytes.append(littleEndian: scales.indices.reduce(0) { $0 | UInt32(scales[$1] & 15) << UInt32(4 * $1) })
            appendBytes(128, to: &bytes)
        default:
            // The power of two nearest to what the levels, of deviation 5.85, want.
            bytes.append(UInt8(128 + Int((spread / 5.85 * 1.414).exponent)))
            appendBytes(16, to: &bytes)
        }
    }

    /// 32 plus or minus 10...30.
    private mutating func signedScale() -> Int {
        let scale = integer(in: 10...30)
        return next() & 1 == 0 ? 32 + scale : 32 - scale
    }

    /// d, m = -d (mean quant), then random payload.
    private mutating func appendScaleAndMinimum(_ spread: Float, quants: Int, payload: Int, to bytes: inout [UInt8]) {
        let scale = signed(spread / Self.deviation(ofQuants: quants))
        bytes.append(half: scale)
        bytes.append(half: -scale * Float(quants - 1) / 2)
        appendBytes(payload, to: &bytes)
    }

    /// d, dmin = d (mean quant), scales, minima about as large as their scales, then random payload.
    private mutating func appendSuperblock(_ spread: Float, quants: Int, payload: Int, to bytes: inout [UInt8]) {
        let scale = spread / 40 / Self.deviation(ofQuants: quants)
        bytes.append(half: scale)
        bytes.append(half: scale * Float(quants - 1) / 2)
        let scales = (0..<8).map { _ in integer(in: 20...60) }
        let minima = scales.map { $0 + integer(in: -3...3) }
        bytes.append(contentsOf: Self.packed(scales: scales, minima: minima))
        appendBytes(payload, to: &bytes)
    }

    /// Eight scales and eight minima of 6 bits: the first four of each in bytes 0-3 and 4-7; the low four bits of the others
    /// in bytes 8-11, their high two on top of the first ones.
    static func packed(scales: [Int], minima: [Int]) -> [UInt8] {
        let first = (0..<4).map { UInt8(scales[$0] | (scales[$0 + 4] >> 4) << 6) }
        let second = (0..<4).map { UInt8(minima[$0] | (minima[$0 + 4] >> 4) << 6) }
        let third = (4..<8).map { UInt8(scales[$0] & 15 | (minima[$0] & 15) << 4) }
        return first + second + third
    }

    private mutating func appendBytes(_ count: Int, to bytes: inout [UInt8]) {
        for _ in 0..<count / 8 { bytes.append(littleEndian: next()) }
        if !count.isMultiple(of: 8) { bytes.append(littleEndian: UInt32(truncatingIfNeeded: next())) }
    }

    /// Eight random bytes of which none is -128, the one that has no negative.
    private mutating func symmetricBytes() -> UInt64 {
        while true {
            let bytes = next()
            // The usual test for a byte of zero, on the difference to eight times -128.
            let difference = bytes ^ 0x8080_8080_8080_8080
            if (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 == 0 { return bytes }
        }
    }

    /// Uniform with the given standard deviation: between plus and minus sqrt(3) of it.
    private mutating func uniform(_ deviation: Float) -> Float {
        float(from: -1.7320508 * deviation, to: 1.7320508 * deviation)
    }

    private mutating func signed(_ magnitude: Float) -> Float { next() & 1 == 0 ? magnitude : -magnitude }

    /// The standard deviation of a quant that takes `count` consecutive values equally often: sqrt((n^2 - 1) / 12).
    private static func deviation(ofQuants count: Int) -> Float { (Float(count * count - 1) / 12).squareRoot() }
}

extension [UInt8] {
    /// Appends a number in half precision.
    package mutating func append(half number: Float) { append(littleEndian: Float16(number).bitPattern) }
}
