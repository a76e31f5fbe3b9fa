// One matrix and activations to multiply it with: packed random blocks whose scales are ordinary numbers.
import CKernels
import CMachine
import Foundation

/// A format by its name, in the order of the report.
struct Format {
    let name: String
    let format: ck_format

    static let all = [
        Format(name: "Q4_0", format: CK_Q4_0), Format(name: "Q4_1", format: CK_Q4_1),
        Format(name: "Q5_0", format: CK_Q5_0), Format(name: "Q5_1", format: CK_Q5_1),
        Format(name: "Q8_0", format: CK_Q8_0), Format(name: "IQ4_NL", format: CK_IQ4_NL),
        Format(name: "MXFP4", format: CK_MXFP4), Format(name: "Q2_K", format: CK_Q2_K),
        Format(name: "Q3_K", format: CK_Q3_K), Format(name: "Q4_K", format: CK_Q4_K),
        Format(name: "Q5_K", format: CK_Q5_K), Format(name: "Q6_K", format: CK_Q6_K),
        Format(name: "IQ4_XS", format: CK_IQ4_XS), Format(name: "TQ1_0", format: CK_TQ1_0),
        Format(name: "TQ2_0", format: CK_TQ2_0),
        Format(name: "F16", format: CK_F16), Format(name: "BF16", format: CK_BF16), Format(name: "F32", format: CK_F32),
    ]

    var blockBytes: Int { ck_format_block_bytes(format) }
    var block: Int { Int(ck_format_block(format)) }
    var activationBlock: Int32 { ck_format_activation_block(format) }
}

final class Workload {
    let format: Format
    let rows, columns, count: Int
    let raw, packed, memory, x, y: UnsafeMutableRawPointer
    let packedBytes: Int
    private(set) var matrix: ck_matrix
    private(set) var activations: ck_activations

    var strips: Int { Int(ck_strip_count(Int32(rows))) }
    var operations: Double { 2 * Double(rows) * Double(columns) * Double(count) }

    init(_ format: Format, rows: Int, columns: Int, count: Int) {
        (self.format, self.rows, self.columns, self.count) = (format, rows, columns, count)
        let rawBytes = rows * columns / format.block * format.blockBytes
        let stripBytes = ck_strip_bytes(format.format, Int32(columns))
        packedBytes = stripBytes * Int(ck_strip_count(Int32(rows)))
        let activationBytes = ck_activations_bytes(format.activationBlock, Int32(count), Int32(columns))
        raw = machine_allocate(rawBytes)
        packed = machine_allocate(packedBytes)
        memory = machine_allocate(activationBytes)
        x = machine_allocate(count * columns * 4)
        y = machine_allocate(count * rows * 4)
        matrix = ck_matrix(
            format: format.format, rows: Int32(rows), columns: Int32(columns), strip_bytes: stripBytes,
            packed: packed.assumingMemoryBound(to: UInt8.self))
        activations = ck_activations_place(format.activationBlock, Int32(count), Int32(columns), memory)
        // Bytes 0x20...0x3f make ordinary numbers of every scale and float weight.
        var random = SystemRandomNumberGenerator()
        for at in stride(from: 0, to: rawBytes - 7, by: 8) {
            raw.storeBytes(
                of: random.next() & 0x1f1f_1f1f_1f1f_1f1f | 0x2020_2020_2020_2020, toByteOffset: at, as: UInt64.self)
        }
        let floats = x.assumingMemoryBound(to: Float.self)
        for i in 0..<count * columns { floats[i] = Float.random(in: -1...1, using: &random) }
    }

    deinit { for memory in [raw, packed, memory, x, y] { free(memory) } }

    func pack(_ strips: Range<Int>) {
        ck_pack(
            format.format, Int32(rows), Int32(columns), raw, packed.assumingMemoryBound(to: UInt8.self),
            Int32(strips.lowerBound), Int32(strips.upperBound))
    }

    func fill(_ path: ck_path) {
        ck_activations_fill(path, &activations, x.assumingMemoryBound(to: Float.self), columns, 0, Int32(count))
    }

    func multiply(_ path: ck_path, _ strips: Range<Int>) {
        ck_matmul(
            path, &matrix, &activations, y.assumingMemoryBound(to: Float.self), rows, Int32(strips.lowerBound),
            Int32(strips.upperBound))
    }
}
