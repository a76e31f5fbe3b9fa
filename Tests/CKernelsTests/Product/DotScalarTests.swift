// The definition itself, against arithmetic in double precision that shares no code with it, and against committed
// hashes: a change that alters a bit must raise the version of the contract (docs/Numerics.md).
import CKernels
import Testing

@Suite struct DotScalarTests {
    @Test("The definition lies within the rounding of its float chain", arguments: ck_format.allCases)
    func againstDouble(format: ck_format) {
        let weights = RawWeights(format, rows: 24, columns: format.columns(blocks: 5), seed: 21)
        let x = randomActivations(count: 9, width: weights.columns, block: format.activationBlock, seed: 22)
        for column in 0..<9 {
            let slice = x[column * weights.columns..<(column + 1) * weights.columns]
            let a = QuantizedActivations(Array(slice), block: format.activationBlock)
            for row in 0..<weights.rows {
                let w = ReferenceWeights.row(row, of: weights)
                var exact = 0.0
                var magnitude = 0.0
                for k in w.indices {
                    exact += w[k].value * a.values[k]
                    magnitude += w[k].magnitude * abs(a.values[k])
                }
                // One rounding for each of a block's two chain steps, and for the products and conversions inside.
                let roundings = Double(2 * weights.columns / format.activationBlock + 4)
                let bound = magnitude * roundings * 0x1p-24 + 0x1p-149
                #expect(abs(Double(weights.dot(row: row, slice)) - exact) <= bound, "row \(row), column \(column)")
            }
        }
    }

    @Test("A block of zeros, or of values too small, contributes nothing", arguments: ck_format.quantized)
    func zeroBlocks(format: ck_format) {
        let weights = RawWeights(format, rows: 4, columns: format.columns(blocks: 2), seed: 23)
        for value: Float in [0, -0, 0x1p-101, 0x0.8p-126] {
            let x = [Float](repeating: value, count: weights.columns)
            for row in 0..<4 { #expect(weights.dot(row: row, x[...]).bitPattern & 0x7fff_ffff == 0) }
        }
    }

    @Test("Extreme quants and activations stay exact", arguments: ck_format.quantized)
    func extremes(format: ck_format) {
        // One block with every bit of quants and sub-scales set, d = 1, m or dmin = 0, activations all 127 (s = 1).
        var weights = RawWeights(format, rows: 1, columns: format.block, seed: 0)
        weights.bytes = [UInt8](repeating: 0xff, count: format.blockBytes)
        for (i, offset) in format.scaleOffsets.enumerated() {
            weights.bytes[offset] = 0
            weights.bytes[offset + 1] = i == 0 ? 0x3c : 0
        }
        if format == CK_MXFP4 { weights.bytes[0] = 128 }
        let integer: Int =
            switch format {
            case CK_Q4_0: 32 * 7 * 127
            case CK_Q4_1: 32 * 15 * 127
            case CK_Q5_0: 32 * 15 * 127
            case CK_Q5_1: 32 * 31 * 127
            case CK_Q8_0: 32 * -1 * 127
            case CK_Q4_K: 256 * 63 * 15 * 127
            case CK_Q5_K: 256 * 63 * 31 * 127
            case CK_Q2_K: 256 * 15 * 3 * 127
            case CK_Q3_K: 256 * 31 * 3 * 127
            case CK_IQ4_NL: 32 * 113 * 127
            case CK_IQ4_XS: 256 * 31 * 113 * 127
            case CK_TQ1_0: 256 * 127
            case CK_TQ2_0: 256 * 2 * 127
            case CK_MXFP4: 32 * -12 * 127
            default: 256 * -1 * 31 * 127
            }
        let x = [Float](repeating: 127, count: format.block)
        #expect(weights.dot(row: 0, x[...]) == Float(integer))
        for path in ck_path.allPaths {
            #expect(PackedProduct(weights)(path, x + x.map(-), count: 2) == [Float(integer), -Float(integer)])
        }
    }

    /// Blocks whose sums are the largest that the format has, and those sums.
    private static let largest: [(ck_format, [UInt8], Int)] = [
        // Sub-scales -128, quants 0.
        (CK_Q6_K, zeros(192) + [UInt8](repeating: 0x80, count: 16) + one, 256 * 128 * 32 * 127),
        // Sub-scales -32, quants -4: the product that has no negative in a byte.
        (CK_Q3_K, zeros(108) + one, 256 * 32 * 4 * 127),
        // Sub-scales -32, levels -127.
        (CK_IQ4_XS, one + zeros(134), 256 * 32 * 127 * 127),
    ]
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    private static let one: [UInt8] = [0x00, 0x3c]

    @Test("The largest sums of signed sub-scales stay exact", arguments: largest)
    func largestSum(format: ck_format, bytes: [UInt8], sum: Int) {
        var weights = RawWeights(format, rows: 1, columns: 256, seed: 0)
        weights.bytes = bytes
        let x = [Float](repeating: 127, count: 256)
        for path in ck_path.allPaths {
            #expect(PackedProduct(weights)(path, x + x.map(-), count: 2) == [Float(sum), -Float(sum)])
            #expect(PackedProduct(weights)(path, x, count: 1) == [Float(sum)])
        }
    }

    /// Version 1 of the contract.
    private static let golden: [(ck_format, UInt64)] = [
        (CK_F32, 0xc360_d239_5871_ccfc),
        (CK_F16, 0x1b7d_3fb1_eb44_c5f5),
        (CK_BF16, 0x4dee_c7c4_cd90_233c),
        (CK_Q4_0, 0x2dd4_1de4_c1b8_e70b),
        (CK_Q4_1, 0x1aa7_edce_10b1_7f61),
        (CK_Q5_0, 0x6685_c378_1c8c_e4cd),
        (CK_Q5_1, 0xcc73_9efb_8c66_9d84),
        (CK_Q8_0, 0xfb3d_bb61_1522_e48a),
        (CK_Q4_K, 0x7021_3b21_d5cc_453c),
        (CK_Q5_K, 0x96b2_d302_9f8b_d3c6),
        (CK_Q6_K, 0x48c0_c63a_d880_9482),
        (CK_Q2_K, 0xaaf6_82cd_f995_cf43),
        (CK_Q3_K, 0xec6c_4349_2d6d_e2fb),
        (CK_IQ4_NL, 0xcfda_9da6_8337_ac6c),
        (CK_IQ4_XS, 0xcc65_0ac9_76f5_6757),
        (CK_TQ1_0, 0x9435_05aa_bf7a_923a),
        (CK_TQ2_0, 0xb909_32bc_f316_0ffc),
        (CK_MXFP4, 0x4e33_44ec_4b4b_68cc),
    ]

    @Test("The bits of version 1 are unchanged", arguments: golden)
    func goldenHash(format: ck_format, expected: UInt64) {
        let weights = RawWeights(format, rows: 32, columns: format.columns(blocks: 6), seed: 31)
        let x = randomActivations(count: 16, width: weights.columns, block: format.activationBlock, seed: 32)
        let results = (0..<16).flatMap { column in
            let slice = x[column * weights.columns..<(column + 1) * weights.columns]
            return (0..<32).map { weights.dot(row: $0, slice) }
        }
        #expect(CKernelsTests.hash(results) == expected, "0x\(String(CKernelsTests.hash(results), radix: 16))")
    }
}
