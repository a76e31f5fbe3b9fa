// Floats to blocks: how close they come back, what becomes of odd blocks, and that the bytes are the same everywhere.
import CKernels
import Testing

@Suite struct QuantizeTests {
    static let written = ck_format.allCases.filter { ck_format_is_written($0) }

    private func quantized(_ x: [Float], _ format: ck_format) -> [UInt8]? {
        var raw = [UInt8](repeating: 0xa5, count: x.count / format.block * format.blockBytes)
        return ck_quantize(format, x, x.count, &raw) ? raw : nil
    }

    private func dequantized(_ raw: [UInt8], _ format: ck_format) -> [Float] {
        var out = [Float](repeating: .nan, count: raw.count / format.blockBytes * format.block)
        raw.withUnsafeBytes { ck_dequantize(format, $0.baseAddress, out.count, &out) }
        return out
    }

    /// Sums of twelve uniform numbers: close to normal with the given deviation, and made of IEEE operations.
    private func weights(_ count: Int, deviation: Float, seed: UInt64) -> [Float] {
        var random = Noise(seed: seed)
        return (0..<count).map { _ in (0..<12).reduce(0) { sum, _ in sum + random.signedUnit() } / 2 * deviation }
    }

    /// Root mean square of the differences, as a share of that of `x`.
    private func error(_ y: [Float], _ x: [Float]) -> Double {
        var (differences, magnitudes) = (0.0, 0.0)
        for (y, x) in zip(y, x) {
            differences += Double(y - x) * Double(y - x)
            magnitudes += Double(x) * Double(x)
        }
        return (differences / magnitudes).squareRoot()
    }

    @Test("The common formats are written, and the others are not")
    func formats() {
        #expect(
            Self.written == [
                CK_Q4_0, CK_Q4_1, CK_Q5_0, CK_Q5_1, CK_Q8_0, CK_Q2_K, CK_Q3_K, CK_Q4_K, CK_Q5_K, CK_Q6_K, CK_IQ4_NL,
                CK_IQ4_XS,
            ])
        #expect(quantized([Float](repeating: 1, count: 256), CK_TQ1_0) == nil)
    }

    /// For normal weights, in percent: around what this quantizer reaches; plain rounding misses most of these ranges.
    private static let errors: [(ck_format, ClosedRange<Double>)] = [
        (CK_Q8_0, 0.50...0.56), (CK_Q6_K, 1.5...1.8), (CK_Q5_1, 3.2...3.6), (CK_Q5_0, 3.7...4.2), (CK_Q5_K, 3.3...3.8),
        (CK_Q4_1, 6.6...7.3), (CK_Q4_0, 7.6...8.4), (CK_Q4_K, 6.8...7.4), (CK_IQ4_NL, 7.0...7.6),
        (CK_IQ4_XS, 7.0...7.7),
        (CK_Q3_K, 13.5...15.0), (CK_Q2_K, 25.0...28.5),
    ]

    @Test("Normal weights come back as close as the format allows", arguments: errors)
    func closeness(format: ck_format, percent: ClosedRange<Double>) throws {
        let x = weights(256 * 256, deviation: 0.05, seed: 71)
        let error = error(dequantized(try #require(quantized(x, format)), format), x)
        #expect(percent.contains(100 * error), "\(100 * error) %")
    }

    @Test("What a format can hold exactly comes back nearly so", arguments: written)
    func again(format: ck_format) throws {
        let x = weights(256 * 64, deviation: 0.05, seed: 72)
        let once = dequantized(try #require(quantized(x, format)), format)
        let twice = dequantized(try #require(quantized(once, format)), format)
        // Sub-scales are found anew: far less is lost than the first time, not nothing.
        #expect(error(twice, once) < 0.35 * error(once, x))
    }

    @Test("Blocks of one value, of one outlier, of one sign and of next to nothing", arguments: written)
    func oddBlocks(format: ck_format) throws {
        let step: Float = 1 / Float(format == CK_Q2_K ? 3 : 7)
        for value: Float in [0, -0, 1e-20, 0x1p-149] {
            let back = dequantized(try #require(quantized([Float](repeating: value, count: 256), format)), format)
            #expect(back.allSatisfy { abs($0) < 1e-15 })
        }
        for value: Float in [0.25, -0.25, 3, -3000] {
            let back = dequantized(try #require(quantized([Float](repeating: value, count: 256), format)), format)
            #expect(back.allSatisfy { abs($0 - value) <= 0.14 * abs(value) }, "\(value): \(back[0])")
        }
        var outlier = [Float](repeating: 0, count: 256)
        outlier[37] = -2
        let back = dequantized(try #require(quantized(outlier, format)), format)
        #expect(abs(back[37] + 2) < 0.05)
        #expect(back.indices.allSatisfy { $0 == 37 || abs(back[$0]) <= 0.05 })
        for sign: Float in [1, -1] {
            let x = (0..<256).map { sign * (1 + Float($0 % 16) / 16) }
            let back = dequantized(try #require(quantized(x, format)), format)
            #expect(zip(back, x).allSatisfy { abs($0 - $1) <= 2 * step }, "\(sign)")
        }
    }

    @Test("Weights too large for a scale are refused", arguments: written)
    func tooLarge(format: ck_format) {
        for value: Float in [1e30, -.greatestFiniteMagnitude] {
            var x = [Float](repeating: 1, count: 256)
            x[100] = value
            #expect(quantized(x, format) == nil)
        }
    }

    /// FNV-1a of what normal weights become.
    private static let golden: [(ck_format, UInt64)] = [
        (CK_Q4_0, 0xe796_fa69_4c9b_3e7f),
        (CK_Q4_1, 0xb4f4_0bf3_7687_ee84),
        (CK_Q5_0, 0x0eb0_2792_5bf2_85f9),
        (CK_Q5_1, 0xdb8c_fb45_3fd9_aa63),
        (CK_Q8_0, 0x2290_6515_c87c_5c9b),
        (CK_Q2_K, 0x1a9f_607f_1fe3_7e68),
        (CK_Q3_K, 0xdac8_f463_3a6d_6523),
        (CK_Q4_K, 0x95ee_266d_8f4a_0e15),
        (CK_Q5_K, 0x7482_0d2a_87a1_1451),
        (CK_Q6_K, 0x89bc_85d1_0fe1_6424),
        (CK_IQ4_NL, 0x9570_a65e_6d1b_617d),
        (CK_IQ4_XS, 0xa8ed_cf7b_155a_ca3f),
    ]

    @Test("The bytes are the same everywhere", arguments: golden)
    func bytes(format: ck_format, expected: UInt64) throws {
        let raw = try #require(quantized(weights(256 * 16, deviation: 0.05, seed: 73), format))
        let hash = raw.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        #expect(hash == expected, "0x\(String(hash, radix: 16))")
    }
}
