// Keys and values of one head in blocks that the test owns, filled with NaN where nothing was stored, and attention over
// them in two forms: the kernel's, and plain softmax attention in double on what is stored.

import CKernels
import Foundation

final class KeysAndValues {
    let format: ck_kv_format
    let width: Int
    let scale: Float
    let softcap: Float
    private let blocks: [UnsafeMutableRawPointer?]
    private let bytes: Int
    /// Offsets that are no multiple of a cache line, as a block with several heads has them.
    private let keyOffset = 12
    private var valueOffset: Int { keyOffset + 64 * width * numberBytes + 20 }
    private var numberBytes: Int { format == CK_KV_F16 ? 2 : 4 }

    init(format: ck_kv_format, width: Int, positions: Int, softcap: Float = 0) {
        self.format = format
        self.width = width
        self.softcap = softcap
        self.scale = 1 / Float(width).squareRoot()
        let bytes = 2 * 64 * width * (format == CK_KV_F16 ? 2 : 4) + 64
        self.bytes = bytes
        self.blocks = (0..<(positions + 63) / 64).map { _ in
            let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            block.initializeMemory(as: UInt8.self, repeating: 0xff, count: bytes)
            return block
        }
    }

    deinit { for block in blocks { block?.deallocate() } }

    func store(_ path: ck_path, position: Int, key: [Float], value: [Float]) {
        ck_kv_store(
            path, format, Int32(width), blocks[position / 64], keyOffset, valueOffset, Int32(position % 64), key, value)
    }

    /// All bytes of all blocks.
    var stored: [[UInt8]] { blocks.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: bytes)) } }

    private func number(_ block: Int, _ offset: Int, _ index: Int) -> Double {
        guard let start = blocks[block] else { return .nan }
        if format == CK_KV_F16 {
            return halfToDouble(start.loadUnaligned(fromByteOffset: offset + 2 * index, as: UInt16.self))
        }
        return Double(start.loadUnaligned(fromByteOffset: offset + 4 * index, as: Float.self))
    }

    func key(_ position: Int, _ d: Int) -> Double { number(position / 64, keyOffset, d * 64 + position % 64) }
    func value(_ position: Int, _ d: Int) -> Double { number(position / 64, valueOffset, position % 64 * width + d) }

    /// The kernel on rows of queries, in calls of at most `split` rows. Blocks for which `isReadable` is false are null.
    func attention(
        _ path: ck_path, queries: [[Float]], ranges: [Range<Int>], split: Int = .max,
        isReadable: (Int) -> Bool = { _ in true }
    ) -> [[Float]] {
        let rows = queries.count
        let q = UnsafeMutablePointer<Float>.allocate(capacity: rows * width)
        let out = UnsafeMutablePointer<Float>.allocate(capacity: rows * width)
        defer {
            q.deallocate()
            out.deallocate()
        }
        for (r, query) in queries.enumerated() { (q + r * width).initialize(from: query, count: width) }
        out.initialize(repeating: .nan, count: rows * width)
        let visibleBlocks = blocks.indices.map { isReadable($0) ? UnsafeRawPointer(blocks[$0]) : nil }
        visibleBlocks.withUnsafeBufferPointer { blocks in
            var head = ck_kv_head(
                format: format, head_width: Int32(width), blocks: blocks.baseAddress, key_offset: keyOffset,
                value_offset: valueOffset, scale: scale, softcap: softcap)
            var row = 0
            while row < rows {
                let count = min(split, rows - row)
                ck_attention(
                    path, &head, Int32(count), (row..<row + count).map { UnsafePointer(q + $0 * width) },
                    ranges[row..<row + count].map { Int32($0.lowerBound) },
                    ranges[row..<row + count].map { Int32($0.upperBound) }, (row..<row + count).map { out + $0 * width }
                )
                row += count
            }
        }
        return (0..<rows).map { Array(UnsafeBufferPointer(start: out + $0 * width, count: width)) }
    }

    /// Plain softmax attention in double.
    func exactAttention(query: [Float], range: Range<Int>) -> [Double] {
        let scores: [Double] = range.map { position in
            var dot: Double = 0
            for d in 0..<width { dot += Double(query[d]) * key(position, d) }
            dot *= Double(scale)
            return softcap > 0 ? Double(softcap) * Foundation.tanh(dot / Double(softcap)) : dot
        }
        let largest = scores.max() ?? 0
        let weights: [Double] = scores.map { Foundation.exp($0 - largest) }
        let sum: Double = weights.reduce(0, +)
        return (0..<width).map { d in
            var out: Double = 0
            for (position, weight) in zip(range, weights) { out += weight * value(position, d) }
            return out / sum
        }
    }
}

/// binary16 from its definition: sign, 5 bits of exponent, 10 of fraction; exact.
func halfToDouble(_ bits: UInt16) -> Double {
    let sign: Double = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits >> 10 & 31), fraction = Double(bits & 1023)
    switch exponent {
    case 31: return fraction == 0 ? sign * .infinity : .nan
    case 0: return sign * fraction * 0x1p-24
    default: return sign * Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction * 0x1p-10)
    }
}
