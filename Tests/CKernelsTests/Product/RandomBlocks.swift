// Weights and activations for the kernel tests: every pattern of quants and sub-scales, scales of both signs, subnormal
// and zero ones, and activations with outliers, zero blocks and blocks too small to quantize. The same everywhere.
import CKernels
import Testing

extension Noise {
    /// A float in -1..<1 with a step of 2^-23, exact.
    mutating func signedUnit() -> Float {
        Float(Int32(truncatingIfNeeded: next() >> 40) - 0x80_0000) * 0x1p-23
    }
}

extension ck_format: @retroactive CustomTestStringConvertible, @retroactive CaseIterable {
    public static let allCases: [ck_format] = [
        CK_F32, CK_F16, CK_BF16, CK_Q4_0, CK_Q4_1, CK_Q5_0, CK_Q5_1, CK_Q8_0, CK_Q2_K, CK_Q3_K,
        CK_Q4_K, CK_Q5_K, CK_Q6_K, CK_IQ4_NL, CK_IQ4_XS, CK_TQ1_0, CK_TQ2_0, CK_MXFP4,
    ]
    static let quantized = allCases.filter { ck_format_activation_block($0) > 1 }

    public var testDescription: String {
        switch self {
        case CK_F32: "F32"
        case CK_F16: "F16"
        case CK_BF16: "BF16"
        case CK_Q4_0: "Q4_0"
        case CK_Q4_1: "Q4_1"
        case CK_Q5_0: "Q5_0"
        case CK_Q5_1: "Q5_1"
        case CK_Q8_0: "Q8_0"
        case CK_Q2_K: "Q2_K"
        case CK_Q3_K: "Q3_K"
        case CK_IQ4_NL: "IQ4_NL"
        case CK_IQ4_XS: "IQ4_XS"
        case CK_TQ1_0: "TQ1_0"
        case CK_TQ2_0: "TQ2_0"
        case CK_MXFP4: "MXFP4"
        case CK_Q4_K: "Q4_K"
        case CK_Q5_K: "Q5_K"
        case CK_Q6_K: "Q6_K"
        default: "format \(rawValue)"
        }
    }

    var block: Int { Int(ck_format_block(self)) }
    var blockBytes: Int { ck_format_block_bytes(self) }
    var activationBlock: Int { Int(ck_format_activation_block(self)) }

    /// Where the binary16 scales stand in a block.
    var scaleOffsets: [Int] {
        switch self {
        case CK_Q4_0, CK_Q5_0, CK_Q8_0, CK_IQ4_NL, CK_IQ4_XS: [0]
        case CK_Q4_1, CK_Q5_1, CK_Q4_K, CK_Q5_K: [0, 2]
        case CK_Q2_K: [80, 82]
        case CK_Q3_K: [108]
        case CK_Q6_K: [208]
        case CK_TQ1_0: [52]
        case CK_TQ2_0: [64]
        default: []
        }
    }

    /// A width of at least `blocks` blocks; odd for the float formats, which take any.
    func columns(blocks: Int) -> Int { block == 1 ? 32 * blocks + 1 : block * blocks }
}

/// Rows of raw blocks as a file stores them.
struct RawWeights {
    var format: ck_format
    var rows: Int
    var columns: Int
    var bytes: [UInt8]

    var rowBytes: Int { columns / format.block * format.blockBytes }

    /// Random blocks. Sub-scales and quants take every pattern; the first rows hold the extremes, all bits 0 or 1.
    init(_ format: ck_format, rows: Int, columns: Int, seed: UInt64) {
        var random = Noise(seed: seed)
        (self.format, self.rows, self.columns) = (format, rows, columns)
        let blocks = rows * (columns / format.block)
        bytes = []
        bytes.reserveCapacity(blocks * format.blockBytes + 8)
        while bytes.count < blocks * format.blockBytes {
            withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
        }
        bytes.removeLast(bytes.count - blocks * format.blockBytes)
        for block in 0..<blocks { shape(block, &random) }
    }

    /// Makes the scales, or float weights, of one block finite and of a sensible size.
    private mutating func shape(_ block: Int, _ random: inout Noise) {
        let start = block * format.blockBytes
        switch format {
        case CK_F32: store(random.signedUnit().bitPattern, at: start)
        case CK_BF16: store(UInt16(truncatingIfNeeded: random.signedUnit().bitPattern >> 16), at: start)
        case CK_F16: store(Self.half(&random, block), at: start)
        default:
            if block % 5 == 0 {
                let fill: UInt8 = block % 10 == 0 ? 0xff : 0x00
                for i in start..<start + format.blockBytes { bytes[i] = fill }
            }
            for offset in format.scaleOffsets { store(Self.half(&random, block + offset), at: start + offset) }
            // An exponent of ordinary size, and now and then one whose power of two is subnormal.
            if format == CK_MXFP4 {
                bytes[start] = block % 23 == 7 ? UInt8(block % 2) : UInt8(114 + random.next() % 10)
            }
        }
    }

    /// Normal scales between 2^-12 and 2^-4 of both signs; now and then a subnormal one, or zero.
    private static func half(_ random: inout Noise, _ index: Int) -> UInt16 {
        let bits = random.next()
        let sign = UInt16(truncatingIfNeeded: bits & 0x8000)
        return switch index % 23 {
        case 7: sign | UInt16(truncatingIfNeeded: bits >> 16 & 0x3ff)
        case 11: sign
        default: sign | UInt16(truncatingIfNeeded: 0xc00 + (bits >> 16) % 0x2000)
        }
    }

    private mutating func store<T: FixedWidthInteger>(_ value: T, at offset: Int) {
        withUnsafeBytes(of: value.littleEndian) { source in
            for (i, byte) in source.enumerated() { bytes[offset + i] = byte }
        }
    }

    /// The definition, for one row and one column of activations.
    func dot(row: Int, _ x: ArraySlice<Float>) -> Float {
        bytes.withUnsafeBytes { raw in
            x.withUnsafeBufferPointer { x in
                ck_dot_scalar(
                    format, raw.baseAddress?.advanced(by: row * rowBytes), Int32(columns), x.baseAddress)
            }
        }
    }
}

/// `count` columns of `width` activations: outliers, a zero block, a block below the smallest scale, one that has a
/// single value, and one of constant sign, which drives integer sums to their bounds.
func randomActivations(count: Int, width: Int, block: Int, seed: UInt64) -> [Float] {
    var random = Noise(seed: seed)
    var x = (0..<count * width).map { $0 % 131 == 0 ? 20 * random.signedUnit() : random.signedUnit() }
    guard block > 1 else { return x }
    for column in 0..<count {
        let first = column * width..<column * width + block
        switch column % 8 {
        case 1: for i in first { x[i] = 0 }
        case 3: for i in first { x[i] = i % 2 == 0 ? 0x1p-101 : -0x1p-110 }
        case 4: for i in first { x[i] = 0x1p-100 * (i % 3 == 0 ? 1 : -0.25) }
        case 5: for i in first { x[i] = i == first.lowerBound ? -3 : 0 }
        case 6: for i in first { x[i] = column % 16 == 6 ? 5 : -5 }
        default: break
        }
    }
    return x
}
