// A weight matrix in the layout of the kernels: 16 rows interleaved, one row a lane, as many bytes a weight as in the file.

internal import CKernels

/// A packed matrix of `rows` x `columns`; its bytes live in the arena of its model.
@safe struct PackedMatrix: @unchecked Sendable {
    // Sendable: a view of bytes that are never written after loading.
    // The arena that owns them is kept alive by the model that holds this matrix.
    // The value itself is immutable.
    let matrix: ck_matrix

    var rows: Int { Int(unsafe matrix.rows) }
    var columns: Int { Int(unsafe matrix.columns) }
    var strips: Int { Int(ck_strip_count(unsafe matrix.rows)) }
    /// Activations that share a scale: 32, 256, or 1 for float formats.
    var activationBlock: Int { Int(ck_format_activation_block(unsafe matrix.format)) }

    /// Bytes that the packed form takes.
    static func byteCount(format: ck_format, rows: Int, columns: Int) -> Int {
        ck_strip_bytes(format, Int32(columns)) * Int(ck_strip_count(Int32(rows)))
    }

    /// Packs row-major blocks as stored in a file. Nil where a scale or weight is not finite.
    static func pack(
        format: ck_format, rows: Int, columns: Int, raw: UnsafeRawPointer, arena: WeightArena, pool: WorkerPool
    ) -> PackedMatrix? {
        let packed = unsafe arena.reserve(byteCount(format: format, rows: rows, columns: columns))
        let strips = Int(ck_strip_count(Int32(rows)))
        let blocksInRow = columns / Int(ck_format_block(format))
        let rowBytes = blocksInRow * ck_format_block_bytes(format)
        let isFinite = AtomicFlag()
        pool.split(strips, perThread: 4) { range in
            let firstRow = range.lowerBound * Int(CK_STRIP)
            let lastRow = min(rows, range.upperBound * Int(CK_STRIP))
            unsafe ck_pack(
                format, Int32(rows), Int32(columns), raw, packed, Int32(range.lowerBound), Int32(range.upperBound))
            if !(unsafe ck_raw_is_finite(format, raw + firstRow * rowBytes, (lastRow - firstRow) * blocksInRow)) {
                isFinite.clear()
            }
        }
        guard isFinite.value else { return nil }
        let matrix = unsafe ck_matrix(
            format: format, rows: Int32(rows), columns: Int32(columns),
            strip_bytes: ck_strip_bytes(format, Int32(columns)), packed: UnsafePointer(packed))
        return unsafe PackedMatrix(matrix: matrix)
    }
}
