// The stored form of keys and values: layout, rounding, and bits on every path.

import CKernels
import Foundation
import Testing

@Suite struct KeyValueStoreTests {
    @Test(
        "keys stand transposed and values in rows, and nothing else is written", arguments: ck_path.allPaths,
        [CK_KV_F32, CK_KV_F16])
    func layout(path: ck_path, format: ck_kv_format) {
        let store = KeysAndValues(format: format, width: 48, positions: 70)
        // Whole numbers, exact in both formats.
        store.store(path, position: 67, key: (0..<48).map { Float($0) }, value: (0..<48).map { Float(100 + $0) })
        for d in 0..<48 {
            #expect(store.key(67, d) == Double(d))
            #expect(store.value(67, d) == Double(100 + d))
        }
        let size = format == CK_KV_F16 ? 2 : 4
        #expect(store.stored[0].allSatisfy { $0 == 0xff })
        let written = store.stored[1].count { $0 != 0xff }
        #expect(written <= 2 * 48 * size)
    }

    @Test("half precision rounds to the nearest, ties to even, on every path", arguments: ck_path.allPaths)
    func rounding(path: ck_path) {
        // Each pair of neighbours among the halves, and numbers a quarter, a half and three quarters between them.
        var inputs: [Float] = [], expected: [Double] = []
        for bits in stride(from: UInt16(0), to: 0x7bff, by: 7) {
            let low = halfToDouble(bits), high = halfToDouble(bits + 1)
            let even = bits % 2 == 0 ? low : high
            let cases: [(Double, Double)] = [(0, low), (0.25, low), (0.5, even), (0.75, high)]
            for (fraction, nearest) in cases {
                let input = Float(low + (high - low) * fraction)
                inputs += [input, -input]
                expected += [nearest, -nearest]
            }
        }
        let ends: [(Float, Double)] = [
            (65_519, 65_504), (65_520, .infinity), (1e9, .infinity), (-1e9, -.infinity), (.infinity, .infinity),
            (1e-30, 0), (0x1p-25, 0), (0x1.000002p-25, 0x1p-24), (-0.0, -0.0),
        ]
        inputs += ends.map(\.0)
        expected += ends.map(\.1)
        while inputs.count % 16 != 0 {
            inputs.append(1)
            expected.append(1)
        }
        let store = KeysAndValues(format: CK_KV_F16, width: inputs.count, positions: 1)
        store.store(path, position: 0, key: inputs, value: inputs)
        for (d, value) in expected.enumerated() {
            #expect(store.key(0, d).bitPattern == value.bitPattern, "\(inputs[d])")
            #expect(store.value(0, d).bitPattern == value.bitPattern, "\(inputs[d])")
        }
    }

    @Test("every path stores the scalar bytes", arguments: ck_path.vectorPaths, [CK_KV_F32, CK_KV_F16])
    func bytes(path: ck_path, format: ck_kv_format) {
        let expected = KeysAndValues(format: format, width: 80, positions: 130)
        let found = KeysAndValues(format: format, width: 80, positions: 130)
        var noise = Noise(seed: 8)
        for position in 0..<130 {
            let key = noise.floats(80, scale: position % 3 == 0 ? 1e-5 : 2), value = noise.floats(80, scale: 30)
            expected.store(CK_PATH_SCALAR, position: position, key: key, value: value)
            found.store(path, position: position, key: key, value: value)
        }
        #expect(expected.stored == found.stored)
    }
}
