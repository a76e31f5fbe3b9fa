// Every path of the matrix product gives the bits of the definition, whatever the rows, the columns and the threads.
import CKernels
import Testing

@Suite struct ProductTests {
    /// Products of one weight matrix and 64 columns by the definition, column after column.
    private static func reference(_ weights: RawWeights, _ x: [Float]) -> [Float] {
        (0..<x.count / weights.columns).flatMap { column in
            let from = column * weights.columns
            return (0..<weights.rows).map { weights.dot(row: $0, x[from..<from + weights.columns]) }
        }
    }

    @Test(
        "A path gives the bits of the definition for 1...64 columns", arguments: ck_format.allCases, ck_path.allPaths)
    func columns(format: ck_format, path: ck_path) {
        let weights = RawWeights(
            format, rows: 48, columns: format.columns(blocks: format.block == 256 ? 2 : 5), seed: 1)
        let x = randomActivations(count: 64, width: weights.columns, block: format.activationBlock, seed: 2)
        let expected = bits(Self.reference(weights, x))
        let product = PackedProduct(weights)
        for count in 1...64 {
            let y = product(path, x, count: count)
            #expect(bits(y) == Array(expected.prefix(count * 48)), "\(count) columns")
        }
    }

    @Test(
        "Rows need not fill a strip, and nothing is written beside them", arguments: ck_format.allCases,
        ck_path.allPaths)
    func rows(format: ck_format, path: ck_path) {
        for rows in [1, 15, 16, 17, 33, 80] {
            let weights = RawWeights(format, rows: rows, columns: format.columns(blocks: 3), seed: UInt64(rows))
            let x = randomActivations(count: 14, width: weights.columns, block: format.activationBlock, seed: 4)
            let expected = Self.reference(weights, x)
            let product = PackedProduct(weights)
            for count in [1, 2, 5, 6, 7, 13, 14] {
                let stride = rows + 3
                let y = product(path, x, count: count, stride: stride, untouched: -12345)
                var padded: [Float] = []
                for column in 0..<count {
                    padded += expected[column * rows..<(column + 1) * rows] + [-12345, -12345, -12345]
                }
                #expect(bits(y) == bits(padded), "\(rows) rows, \(count) columns")
            }
        }
    }

    @Test("Strips may go to any threads in any parts", arguments: ck_format.allCases, ck_path.allPaths)
    func threads(format: ck_format, path: ck_path) {
        let weights = RawWeights(format, rows: 77, columns: format.columns(blocks: 4), seed: 5)
        let x = randomActivations(count: 20, width: weights.columns, block: format.activationBlock, seed: 6)
        let product = PackedProduct(weights)
        let whole = bits(product(CK_PATH_SCALAR, x, count: 20))
        for stripsPerJob in [1, 2, 3] {
            #expect(bits(product(path, x, count: 20, stripsPerJob: stripsPerJob)) == whole, "\(stripsPerJob) a job")
        }
    }

    @Test("Long rows give the bits of the definition", arguments: ck_format.allCases, ck_path.allPaths)
    func longRows(format: ck_format, path: ck_path) {
        let weights = RawWeights(
            format, rows: 32, columns: format.columns(blocks: format.block == 256 ? 16 : 128), seed: 7)
        let x = randomActivations(count: 7, width: weights.columns, block: format.activationBlock, seed: 8)
        let expected = bits(Self.reference(weights, x))
        let product = PackedProduct(weights)
        for count in [1, 7] {
            #expect(bits(product(path, x, count: count)) == Array(expected.prefix(count * 32)))
        }
    }

    @Test("A path that the machine lacks falls back to the scalar one")
    func missingPath() throws {
        let missing = try #require(
            [CK_PATH_NEON, CK_PATH_AVX512, CK_PATH_AVX2].first { !ck_path_available($0) })
        let weights = RawWeights(CK_Q4_1, rows: 17, columns: 64, seed: 9)
        let x = randomActivations(count: 3, width: 64, block: 32, seed: 10)
        let product = PackedProduct(weights)
        #expect(bits(product(missing, x, count: 3)) == bits(product(CK_PATH_SCALAR, x, count: 3)))
    }

    @Test("An activation that is not a number shows in the product", arguments: ck_format.allCases, ck_path.allPaths)
    func notANumber(format: ck_format, path: ck_path) {
        let weights = RawWeights(format, rows: 16, columns: format.columns(blocks: 2), seed: 11)
        var x = randomActivations(count: 2, width: weights.columns, block: 1, seed: 12)
        x[weights.columns + 1] = .nan
        let y = PackedProduct(weights)(path, x, count: 2)
        #expect(y[..<16].allSatisfy { $0.isFinite })
        #expect(y[16...].allSatisfy { $0.isNaN })
    }
}
