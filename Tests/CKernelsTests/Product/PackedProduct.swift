// A matrix product through the C interface: packs weights, fills activations, multiplies, and gives the result back.
import CKernels
import Dispatch
import Testing

/// Zeroed memory on a cache line, freed with its owner.
final class AlignedBytes {
    let start: UnsafeMutableRawPointer
    let count: Int

    init(count: Int, filledWith byte: UInt8 = 0) {
        self.count = count
        start = .allocate(byteCount: max(count, 1), alignment: 64)
        start.initializeMemory(as: UInt8.self, repeating: byte, count: max(count, 1))
    }

    deinit { start.deallocate() }
}

struct PackedProduct {
    let weights: RawWeights
    private let packed: AlignedBytes

    var strips: Int { Int(ck_strip_count(Int32(weights.rows))) }
    private var stripBytes: Int { ck_strip_bytes(weights.format, Int32(weights.columns)) }

    init(_ weights: RawWeights) {
        self.weights = weights
        let strips = ck_strip_count(Int32(weights.rows))
        packed = AlignedBytes(
            count: Int(strips) * ck_strip_bytes(weights.format, Int32(weights.columns)), filledWith: 0xa5)
        weights.bytes.withUnsafeBytes { raw in
            // In ranges, from the back: strips are independent.
            for strip in (0..<strips).reversed() {
                ck_pack(
                    weights.format, Int32(weights.rows), Int32(weights.columns), raw.baseAddress,
                    packed.start.assumingMemoryBound(to: UInt8.self), strip, strip + 1)
            }
        }
    }

    /// The packed bytes.
    var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: packed.start, count: packed.count)) }

    /// Columns one after the other, `stride` floats apart; places that are no row keep the value `untouched`.
    func callAsFunction(
        _ path: ck_path, _ x: [Float], count: Int, stride: Int? = nil, stripsPerJob: Int? = nil,
        untouched: Float = -12345
    ) -> [Float] {
        let stride = stride ?? weights.rows
        let (width, block) = (weights.columns, weights.format.activationBlock)
        let memory = AlignedBytes(
            count: ck_activations_bytes(Int32(block), Int32(count), Int32(width)), filledWith: 0x5a)
        let activations = ck_activations_place(Int32(block), Int32(count), Int32(width), memory.start)
        var y = [Float](repeating: untouched, count: count * stride)
        x.withUnsafeBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                let job = Job(
                    path: path, x: x.baseAddress, y: y.baseAddress, activations: activations,
                    matrix: ck_matrix(
                        format: weights.format, rows: Int32(weights.rows), columns: Int32(width),
                        strip_bytes: stripBytes, packed: packed.start.assumingMemoryBound(to: UInt8.self)),
                    stride: stride)
                if let stripsPerJob {
                    DispatchQueue.concurrentPerform(iterations: count) { job.fill($0..<$0 + 1) }
                    let strips = self.strips
                    let jobs = (strips + stripsPerJob - 1) / stripsPerJob
                    DispatchQueue.concurrentPerform(iterations: jobs) {
                        job.multiply($0 * stripsPerJob..<min(strips, ($0 + 1) * stripsPerJob))
                    }
                } else {
                    job.fill(0..<count)
                    job.multiply(0..<strips)
                }
            }
        }
        return y
    }

    /// What the threads of one product share.
    ///
    /// Sendable although it holds pointers: `fill` calls write disjoint rows of the activations, `multiply` calls write
    /// disjoint strips of `y`, and the two phases are separated by a barrier. That is the contract under test.
    private struct Job: @unchecked Sendable {
        let path: ck_path
        let x: UnsafePointer<Float>?
        let y: UnsafeMutablePointer<Float>?
        let activations: ck_activations
        let matrix: ck_matrix
        let stride: Int

        func fill(_ rows: Range<Int>) {
            withUnsafePointer(to: activations) {
                ck_activations_fill(
                    path, $0, x, Int(matrix.columns), Int32(rows.lowerBound), Int32(rows.upperBound))
            }
        }

        func multiply(_ strips: Range<Int>) {
            withUnsafePointer(to: activations) { a in
                withUnsafePointer(to: matrix) { m in
                    ck_matmul(path, m, a, y, stride, Int32(strips.lowerBound), Int32(strips.upperBound))
                }
            }
        }
    }
}

extension ck_path: @retroactive CustomTestStringConvertible {
    public var testDescription: String {
        switch self {
        case CK_PATH_SCALAR: "scalar"
        case CK_PATH_AVX2: "AVX2"
        case CK_PATH_AVX512: "AVX-512"
        default: "NEON"
        }
    }
}

/// Bits, since -0 and +0 compare equal and a NaN with nothing.
func bits(_ values: some Sequence<Float>) -> [UInt32] { values.map(\.bitPattern) }
