// Block formats: sizes, exact dequantization, refusal of scales that are no numbers, and the layout of strips.
import CKernels
import Testing

@Suite struct FormatTests {
    @Test("Only the formats of the engine are known")
    func known() {
        let known = (-1...64).filter { ck_format_known(Int32($0)) }
        #expect(known == [0, 1, 2, 3, 6, 7, 8, 10, 11, 12, 13, 14, 20, 23, 30, 34, 35, 39])
    }

    @Test(
        "A format has the sizes of its file form",
        arguments: [
            (CK_F32, 1, 4, 1), (CK_F16, 1, 2, 1), (CK_BF16, 1, 2, 1), (CK_Q4_0, 32, 18, 32), (CK_Q4_1, 32, 20, 32),
            (CK_Q5_0, 32, 22, 32), (CK_Q5_1, 32, 24, 32), (CK_Q8_0, 32, 34, 32), (CK_Q4_K, 256, 144, 256),
            (CK_Q5_K, 256, 176, 256), (CK_Q6_K, 256, 210, 256), (CK_Q2_K, 256, 84, 256), (CK_Q3_K, 256, 110, 256),
            (CK_IQ4_NL, 32, 18, 32), (CK_IQ4_XS, 256, 136, 256), (CK_TQ1_0, 256, 54, 256), (CK_TQ2_0, 256, 66, 256),
            (CK_MXFP4, 32, 17, 32),
        ])
    func sizes(format: ck_format, weights: Int, bytes: Int, activations: Int) {
        #expect(format.block == weights)
        #expect(format.blockBytes == bytes)
        #expect(format.activationBlock == activations)
        // A strip has the bytes of 16 rows, but that TQ1_0 is spread as TQ2_0.
        #expect(ck_strip_bytes(format, Int32(3 * weights)) == 3 * 16 * (format == CK_TQ1_0 ? 66 : bytes))
    }

    private func dequantized(_ format: ck_format, _ raw: [UInt8]) -> [Float] {
        var out = [Float](repeating: .nan, count: raw.count / format.blockBytes * format.block)
        raw.withUnsafeBytes { ck_dequantize(format, $0.baseAddress, out.count, &out) }
        return out
    }

    /// A block by hand: its bytes, and some of its weights by index.
    struct Example: Sendable, CustomTestStringConvertible {
        var format: ck_format
        var bytes: [UInt8]
        var weights: [Int: Float]
        var testDescription: String { format.testDescription }
    }

    private static let half2: [UInt8] = [0x00, 0x40]
    private static let halfQuarter: [UInt8] = [0x00, 0x34]

    static let examples =
        [
            Example(format: CK_F32, bytes: [0, 0, 0xc0, 0x3f], weights: [0: 1.5]),
            Example(format: CK_F16, bytes: [0x01, 0x80], weights: [0: -0x1p-24]),
            Example(format: CK_BF16, bytes: [0x40, 0xc0], weights: [0: -3]),
            // d = 2: nibbles of byte 0 are weights 0 and 16.
            Example(
                format: CK_Q4_0, bytes: half2 + [0xf0] + [UInt8](repeating: 0x88, count: 15),
                weights: [0: -16, 16: 14, 1: 0, 31: 0]),
            // d = 2, m = 0.25
            Example(
                format: CK_Q4_1, bytes: half2 + halfQuarter + [0xf1] + [UInt8](repeating: 0, count: 15),
                weights: [0: 2.25, 16: 30.25, 5: 0.25]),
            // High bits of weights 0 and 31.
            Example(
                format: CK_Q5_0, bytes: half2 + [1, 0, 0, 0x80] + [0x03] + [UInt8](repeating: 0, count: 14) + [0xf0],
                weights: [0: 6, 1: -32, 16: -32, 31: 30]),
            Example(
                format: CK_Q5_1,
                bytes: half2 + halfQuarter + [1, 0, 0, 0x80] + [0x03] + [UInt8](repeating: 0, count: 14) + [0xf0],
                weights: [0: 38.25, 1: 0.25, 31: 62.25]),
            Example(
                format: CK_Q8_0, bytes: half2 + [0x80, 0x7f] + [UInt8](repeating: 1, count: 30),
                weights: [0: -256, 1: 254, 31: 2]),
            // Scales: sub-block 0 has 63 and minimum 1; sub-block 4 has 5 + 3 * 16 = 53 and minimum 2 + 1 * 16 = 18.
            Example(
                format: CK_Q4_K,
                bytes: half2 + halfQuarter + [0xff, 0, 0, 0, 0x41, 0, 0, 0, 0x25, 0, 0, 0] + [0x1f]
                    + [UInt8](repeating: 0, count: 63) + [0x09] + [UInt8](repeating: 0, count: 63),
                weights: [0: 2 * 63 * 15 - 0.25, 1: -0.25, 32: 0, 128: 2 * 53 * 9 - 4.5, 129: -4.5]),
            // The same, with the high bits of weight 0 of sub-blocks 0 and 4.
            Example(
                format: CK_Q5_K,
                bytes: half2 + halfQuarter + [0xff, 0, 0, 0, 0x41, 0, 0, 0, 0x25, 0, 0, 0] + [0x11]
                    + [UInt8](repeating: 0, count: 31) + [0x1f] + [UInt8](repeating: 0, count: 63) + [0x09]
                    + [UInt8](repeating: 0, count: 63),
                weights: [0: 2 * 63 * 31 - 0.25, 1: -0.25, 32: 0, 128: 2 * 53 * 25 - 4.5, 129: -4.5]),
            // Weight 0: 15 + 2 * 16; weight 64, the high nibble of the same byte: 1 + 1 * 16; scales -2 and 3.
            Example(
                format: CK_Q6_K,
                bytes: [0x1f] + [UInt8](repeating: 0, count: 127) + [0b01_0010] + [UInt8](repeating: 0, count: 63)
                    + [0xfe, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 11) + half2,
                weights: [0: 2 * -2 * (47 - 32), 1: 2 * -2 * -32, 64: 2 * 3 * (17 - 32), 65: 2 * 3 * -32]),
        ] + lowBitExamples

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    static let lowBitExamples = [
        // Sub-block 0: scale 15, minimum 1; sub-block 2 (weights 32...47): scale 3, minimum 0. Byte 0 of the quants holds
        // weights 0, 32, 64, 96: quants 1, 2, 0, 3.
        Example(
            format: CK_Q2_K,
            bytes: [0x1f, 0, 3] + zeros(13) + [0b1100_1001] + zeros(63) + half2 + halfQuarter,
            weights: [0: 2 * 15 * 1 - 0.25, 1: -0.25, 16: 0, 32: 2 * 3 * 2, 96: 0]),
        // Weight 0: low bits 1, high bit 1, so q = 5; weight 32: low bits 2, high bit 0. Scales: sub-block 0 has
        // 3 + 16 * 2 = 35, sub-block 2 has 1, sub-block 8 (weights 128...) has 15 + 16 * 1 = 31.
        Example(
            format: CK_Q3_K,
            bytes: [0b01] + zeros(31) + [0b1001] + zeros(63) + [0xf3, 0, 1] + zeros(5) + [0b01_0010, 0, 0, 0] + half2,
            weights: [0: 2 * 3 * (5 - 4), 1: 2 * 3 * -4, 32: 2 * -31 * (2 - 4), 128: 2 * -1 * -4]),
        // Digits of 243 / 256 in base 3: 2, 2, 1, 1, 2; those of 128 / 256 are all 1, of 0 all 0.
        Example(
            format: CK_TQ1_0, bytes: [243] + zeros(47) + [0, 0, 0, 128] + half2,
            weights: [0: 2, 32: 2, 64: 0, 96: 0, 128: 2, 1: -2, 240: -2, 243: 0, 247: 0, 251: 0, 255: 0]),
        Example(
            format: CK_TQ2_0, bytes: [0b1110_0100] + zeros(63) + half2,
            weights: [0: -2, 32: 0, 64: 2, 96: 4, 1: -2, 128: -2]),
        Example(
            format: CK_IQ4_NL, bytes: half2 + [0xf0] + [UInt8](repeating: 0x88, count: 15),
            weights: [0: -254, 16: 226, 1: 2, 31: 2]),
        // Sub-block 0: scale 1 + 16 * 2 = 33; sub-block 1: scale 2 + 16 * 1 = 18; the others 0.
        Example(
            format: CK_IQ4_XS, bytes: half2 + [0b0110, 0] + [0x21, 0, 0, 0] + [0x9f] + zeros(127),
            weights: [0: 2 * 1 * 113, 16: 2 * 1 * 13, 1: 2 * -127, 32: 2 * -14 * -127, 64: 2 * -32 * -127]),
        // 2^1 times twice the floats: nibble 1 is 0.5, 7 is 6, 15 is -6, 8 is zero.
        Example(
            format: CK_MXFP4, bytes: [128, 0x71, 0xf8] + zeros(14),
            weights: [0: 1, 16: 12, 1: 0, 17: -12, 2: 0]),
        Example(format: CK_MXFP4, bytes: [0, 0x21, 0] + zeros(14), weights: [0: 0x1p-128, 16: 0x1p-127]),
        Example(format: CK_MXFP4, bytes: [252, 0xf0, 0] + zeros(14), weights: [16: -0x1.8p127]),
    ]

    @Test("A block by hand has the weights of its formula", arguments: examples)
    func byHand(example: Example) {
        #expect(example.bytes.count == example.format.blockBytes)
        let weights = dequantized(example.format, example.bytes)
        for (i, weight) in example.weights { #expect(weights[i] == weight, "weight \(i)") }
    }

    @Test("Dequantized weights are the formula, rounded to float", arguments: ck_format.allCases)
    func dequantize(format: ck_format) {
        let weights = RawWeights(format, rows: 40, columns: format.columns(blocks: 2), seed: 41)
        let out = dequantized(format, weights.bytes)
        for row in 0..<weights.rows {
            for (k, expected) in ReferenceWeights.row(row, of: weights).enumerated() {
                #expect(out[row * weights.columns + k] == Float(expected.value), "row \(row), weight \(k)")
            }
        }
    }

    @Test("Every binary16 is widened exactly")
    func halves() {
        let raw = (0...UInt16.max).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let out = dequantized(CK_F16, raw)
        for bits in 0...UInt16.max {
            let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
            let sign: Float = bits & 0x8000 == 0 ? 1 : -1
            let value = out[Int(bits)]
            switch exponent {
            case 31: #expect(fraction == 0 ? value == sign * .infinity : value.isNaN)
            case 0: #expect(value == sign * fraction * 0x1p-24 && (value.sign == .minus) == (sign < 0))
            default:
                #expect(value == sign * Float(sign: .plus, exponent: exponent - 25, significand: 1024 + fraction))
            }
        }
    }

    @Test("Weights are finite until a scale, or a float weight, is not", arguments: ck_format.allCases)
    func finite(format: ck_format) {
        let weights = RawWeights(format, rows: 3, columns: format.columns(blocks: 2), seed: 51)
        let blocks = weights.bytes.count / format.blockBytes
        func isFinite(_ bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { ck_raw_is_finite(format, $0.baseAddress, blocks) }
        }
        #expect(isFinite(weights.bytes))
        let highByte: [Int] =
            switch format {
            case CK_F32: [3]
            case CK_F16, CK_BF16: [1]
            case CK_MXFP4: [0]
            default: format.scaleOffsets.map { $0 + 1 }
            }
        for at in highByte {
            for block in [0, blocks / 2, blocks - 1] {
                var bytes = weights.bytes
                let byte = block * format.blockBytes + at
                bytes[byte] = format == CK_MXFP4 ? 253 : format == CK_F16 || format.block > 1 ? 0x7c : 0xff
                if format == CK_F32 || format == CK_BF16 { bytes[byte - 1] |= 0x80 }
                #expect(!isFinite(bytes), "block \(block), byte \(at)")
            }
        }
    }

    @Test("Rows that fill up the last strip are zero bytes", arguments: ck_format.allCases)
    func lastStrip(format: ck_format) {
        // A strip of 1 row and one of that row and 15 rows of zeros are the same but for the offset of Q8_0.
        let one = RawWeights(format, rows: 1, columns: format.columns(blocks: 2), seed: 61)
        let packed = PackedProduct(one).bytes
        let lanes = Set(packed.indices.filter { packed[$0] != 0 })
        #expect(packed.count == ck_strip_bytes(format, Int32(one.columns)))
        #expect(lanes.count <= packed.count / 16)
    }
}
