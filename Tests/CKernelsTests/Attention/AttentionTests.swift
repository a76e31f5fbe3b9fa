// Attention: bits on every path, for every tiling of rows, window, width and format; agreement with plain softmax
// attention in double; and what it may not read.

import CKernels
import Testing

@Suite struct AttentionTests {
    /// A head and its query rows: `group` heads of a position stand side by side, positions in order.
    struct Case: CustomTestStringConvertible, Sendable {
        var width: Int
        var format = CK_KV_F16
        var positions = 150
        var group = 2
        var window: Int?
        var softcap: Float = 0

        var testDescription: String {
            "width \(width), \(format == CK_KV_F16 ? "f16" : "f32"), \(positions) positions, group \(group), "
                + "window \(window.map(String.init) ?? "none"), softcap \(softcap)"
        }

        static let all: [Case] = [
            Case(width: 16, group: 3), Case(width: 16, format: CK_KV_F32, window: 70),
            Case(width: 64, positions: 200, group: 3), Case(width: 64, format: CK_KV_F32, window: 64),
            Case(width: 64, window: 5, softcap: 20), Case(width: 80, softcap: 2),
            Case(width: 80, format: CK_KV_F32, group: 1, window: 100), Case(width: 128, window: 129),
            Case(width: 128, format: CK_KV_F32, positions: 90), Case(width: 256, positions: 140, group: 4, window: 100),
            Case(width: 256, format: CK_KV_F32, positions: 70), Case(width: 272, positions: 70, group: 1),
        ]

        func range(_ position: Int) -> Range<Int> {
            max(0, position + 1 - (window ?? Int.max / 2))..<position + 1
        }

        /// One query row per position and head of the group.
        func queries() -> [[Float]] {
            var noise = Noise(seed: 5)
            return (0..<positions * group).map { _ in noise.floats(width, scale: 3) }
        }

        /// Attention as a prompt is read: `chunk` positions are stored and then attended to, at most `split` rows a call.
        func run(_ path: ck_path, chunk: Int, split: Int) -> [Float] {
            let store = KeysAndValues(format: format, width: width, positions: positions, softcap: softcap)
            let queries = queries()
            var noise = Noise(seed: 6), out: [Float] = []
            for start in stride(from: 0, to: positions, by: chunk) {
                let now = start..<min(start + chunk, positions)
                for position in now {
                    store.store(path, position: position, key: noise.floats(width), value: noise.floats(width))
                }
                let rows = now.lowerBound * group..<now.upperBound * group
                out += store.attention(
                    path, queries: Array(queries[rows]), ranges: rows.map { range($0 / group) }, split: split
                ).joined()
            }
            return out
        }
    }

    @Test("the bits are the same on every path, in any chunks and any tiles of rows", arguments: Case.all)
    func bits(test: Case) {
        let expected = test.run(CK_PATH_SCALAR, chunk: test.positions, split: .max)
        #expect(!expected.contains { $0.isNaN })
        for path in ck_path.vectorPaths {
            for (chunk, split) in [(1, Int.max), (7, 1), (64, 4), (33, 5), (100, 13), (.max / 4, .max)] {
                let found = test.run(path, chunk: chunk, split: split)
                #expect(differingBits(expected, found) == 0, "path \(path), chunks of \(chunk), rows by \(split)")
            }
        }
    }

    @Test("it is softmax attention", arguments: Case.all)
    func exact(test: Case) {
        let store = KeysAndValues(
            format: test.format, width: test.width, positions: test.positions, softcap: test.softcap)
        var noise = Noise(seed: 6)
        for position in 0..<test.positions {
            let key = noise.floats(test.width), value = noise.floats(test.width)
            store.store(CK_PATH_SCALAR, position: position, key: key, value: value)
        }
        let queries = test.queries()
        var worst = 0.0
        for row in stride(from: 0, to: queries.count, by: 17) {
            let range = test.range(row / test.group)
            let exact = store.exactAttention(query: queries[row], range: range)
            let found = store.attention(CK_PATH_SCALAR, queries: [queries[row]], ranges: [range])[0]
            for (a, b) in zip(found, exact) { worst = max(worst, (Double(a) - b).magnitude) }
        }
        #expect(worst < 2e-6)
    }

    @Test("rows of one tile may see quite different keys", arguments: ck_path.allPaths, [CK_KV_F16, CK_KV_F32])
    func mixedRanges(path: ck_path, format: ck_kv_format) {
        let store = KeysAndValues(format: format, width: 64, positions: 320)
        var noise = Noise(seed: 12)
        for position in 0..<320 {
            store.store(path, position: position, key: noise.floats(64), value: noise.floats(64))
        }
        let ranges = [
            0..<320, 5..<6, 63..<65, 64..<128, 200..<200, 130..<131, 0..<1, 319..<320, 70..<75, 300..<310, 10..<300,
            192..<256, 100..<164, 0..<64, 250..<260, 0..<0, 127..<129, 1..<319,
        ]
        let queries = ranges.map { _ in noise.floats(64, scale: 2) }
        let together = store.attention(path, queries: queries, ranges: ranges)
        for (row, range) in ranges.enumerated() {
            let alone = store.attention(CK_PATH_SCALAR, queries: [queries[row]], ranges: [range])[0]
            #expect(differingBits(together[row], alone) == 0, "row \(row), keys \(range)")
        }
    }

    @Test("a row that sees no key gives zeros", arguments: ck_path.allPaths)
    func noKey(path: ck_path) {
        let store = KeysAndValues(format: CK_KV_F16, width: 64, positions: 64)
        let out = store.attention(path, queries: [[Float](repeating: 1, count: 64)], ranges: [17..<17])
        #expect(out == [[Float](repeating: 0, count: 64)])
    }

    @Test("one visible key gives its value exactly", arguments: ck_path.allPaths, [3, 64, 127])
    func oneKey(path: ck_path, position: Int) {
        let store = KeysAndValues(format: CK_KV_F32, width: 32, positions: 128)
        var noise = Noise(seed: 2)
        let value = noise.floats(32)
        store.store(path, position: position, key: noise.floats(32), value: value)
        let out = store.attention(path, queries: [noise.floats(32)], ranges: [position..<position + 1])
        #expect(out == [value])
    }

    @Test("blocks that no row sees are not read", arguments: ck_path.allPaths)
    func unreadBlocks(path: ck_path) {
        let store = KeysAndValues(format: CK_KV_F16, width: 64, positions: 640)
        var noise = Noise(seed: 4)
        for position in Array(200..<210) + Array(500..<520) {
            store.store(path, position: position, key: noise.floats(64), value: noise.floats(64))
        }
        let queries = [noise.floats(64), noise.floats(64)]
        let out = store.attention(
            path, queries: queries, ranges: [200..<210, 500..<520], isReadable: { $0 == 3 || $0 == 7 || $0 == 8 })
        #expect(!out.joined().contains { $0.isNaN })
    }

    @Test("large scores do not overflow", arguments: ck_path.allPaths)
    func largeScores(path: ck_path) {
        let store = KeysAndValues(format: CK_KV_F32, width: 16, positions: 128)
        for position in 0..<128 {
            let key = [Float](repeating: Float(position) * 100, count: 16)
            store.store(path, position: position, key: key, value: [Float](repeating: Float(position), count: 16))
        }
        let out = store.attention(path, queries: [[Float](repeating: 50, count: 16)], ranges: [0..<128])
        #expect(out == [[Float](repeating: 127, count: 16)])
    }

    @Test("the scalar bits are those of the first version", arguments: [CK_KV_F16, CK_KV_F32])
    func golden(format: ck_kv_format) {
        let test = Case(width: 64, format: format, positions: 130, group: 1, window: 100, softcap: 15)
        let found = hash(test.run(CK_PATH_SCALAR, chunk: 130, split: .max))
        #expect(found == (format == CK_KV_F16 ? 0x6462455197e56101 : 0xa8565184629af3cf))
    }
}
