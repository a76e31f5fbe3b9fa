// Rows of a tensor in another format, and what was lost.

internal import CKernels

/// What rounding did to some weights.
package struct RoundingError: Sendable, Hashable {
    /// Sum of the squares of the differences.
    package var differences = 0.0
    /// Sum of the squares of the weights.
    package var magnitudes = 0.0
    /// The largest difference.
    package var largest = 0.0

    package init() {}

    /// Root of the mean square of the differences, as a share of that of the weights.
    package var relative: Double { magnitudes > 0 ? (differences / magnitudes).squareRoot() : 0 }

    package static func += (total: inout RoundingError, other: RoundingError) {
        total.differences += other.differences
        total.magnitudes += other.magnitudes
        total.largest = max(total.largest, other.largest)
    }
}

/// Rounds rows of a file's tensors to another format. The bytes depend on the weights alone, not on threads or machine.
package struct RowQuantizer {
    private let file: GGUFFile
    private let pool: WorkerPool

    package init(file: GGUFFile, pool: WorkerPool) {
        self.file = file
        self.pool = pool
    }

    /// Rows `rows` of the tensor in the entry's format.
    ///
    /// - Throws: `EngineError` `.notFinite`, or `.weightsTooLarge` where a scale does not fit its 16 bits.
    package func quantize(
        _ rows: Range<Int>, of entry: QuantizationPlan.Entry
    ) throws(EngineError) -> (bytes: [UInt8], error: RoundingError) {
        let tensor = entry.tensor
        let columns = tensor.columns
        let (source, target) = (ck_format(tensor.format.rawValue), ck_format(entry.format.rawValue))
        let sourceRowBytes = columns * tensor.format.blockByteCount
        let targetRowBytes = columns / entry.format.blockWeights * entry.format.blockByteCount
        var bytes = [UInt8](repeating: 0, count: rows.count * targetRowBytes)
        // One a row, added in order afterwards: the same sum for any number of threads.
        var errors = [RoundingError](repeating: RoundingError(), count: rows.count)
        let (isFinite, fits) = (AtomicFlag(), AtomicFlag())
        unsafe file.withBytes(of: tensor) { raw in
            guard let from = raw.baseAddress else { return }
            unsafe bytes.withUnsafeMutableBytes { bytes in
                guard let to = bytes.baseAddress else { return }
                unsafe errors.withUnsafeMutableBufferPointer { errors in
                    pool.split(rows.count, perThread: 16) { range in
                        var weights = [Float](repeating: 0, count: columns)
                        var rounded = weights
                        for row in range {
                            let sourceRow = unsafe from + (rows.lowerBound + row) * sourceRowBytes
                            let targetRow = unsafe to + row * targetRowBytes
                            guard unsafe ck_raw_is_finite(source, sourceRow, columns) else { return isFinite.clear() }
                            unsafe ck_dequantize(source, sourceRow, columns, &weights)
                            guard unsafe ck_quantize(target, weights, columns, targetRow) else { return fits.clear() }
                            unsafe ck_dequantize(target, targetRow, columns, &rounded)
                            unsafe errors[row] = Self.error(of: rounded, from: weights)
                        }
                    }
                }
            }
        }
        guard isFinite.value else {
            throw EngineError(kind: .notFinite(tensor: tensor.name), path: file.path, offset: tensor.offset)
        }
        guard fits.value else {
            throw EngineError(
                kind: .weightsTooLarge(tensor: tensor.name, format: entry.format.name), path: file.path,
                offset: tensor.offset)
        }
        return (bytes, errors.reduce(into: RoundingError()) { $0 += $1 })
    }

    private static func error(of rounded: [Float], from weights: [Float]) -> RoundingError {
        var error = RoundingError()
        for (rounded, weight) in zip(rounded, weights) {
            let difference = Double(rounded) - Double(weight)
            error.differences += difference * difference
            error.magnitudes += Double(weight) * Double(weight)
            error.largest = max(error.largest, abs(difference))
        }
        return error
    }
}
