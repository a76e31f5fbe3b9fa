// The sidecars of cells with rows. What a run adds stands in memory as the bytes that will be written, until it is folded in.

internal import FoundationModels
internal import Platform

/// The two files of one cell.
struct RowSidecars {
    var record: RowRecord
    var transcripts: RowFile

    init(of cell: String, at paths: PlaygroundPaths) throws(RecordError) {
        record = try RowRecord(of: cell, at: paths.rows(of: cell))
        transcripts = try RowFile.transcripts(of: cell, at: paths)
    }

    var hasChanges: Bool { record.file.hasChanges || transcripts.hasChanges }
}

extension RowFile {
    /// The transcripts of a cell's rows as they stand on the disk.
    static func transcripts(of cell: String, at paths: PlaygroundPaths) throws(RecordError) -> RowFile {
        let path = paths.rowTranscripts(of: cell)
        let bytes = try recording { () throws(PlatformError) in
            try FileSystem.readIfPresent(path, limit: RecordLimit.outputs)
        }
        return transcripts(bytes ?? [])
    }
}

extension PlaygroundDocument {
    /// The line of a row's transcript: that of a transcript, with the row in front.
    func transcriptLine(of conversation: Conversation, row: String) -> [UInt8] {
        let json = conversation.transcript.compactJSON(target?.value == .ios26 ? .version1 : .version1_1)
        return Array("{\"row\":\(JSONValue.string(row).text(.compact)),\(json.dropFirst())\n".utf8)
    }
}

extension RunRecorder {
    /// What is on record for a cell or a row, what this run has added included.
    func entry(of address: RowAddress) -> OutputEntry? {
        guard let row = address.row else { return outputs[address.cell] }
        return rows[address.cell]?.record[row]
    }

    /// Notes what the sidecars are to say about a row.
    func record(
        _ entry: OutputEntry, ending conversation: Conversation, of cell: String, row: String,
        _ document: PlaygroundDocument
    ) {
        failures[RowAddress(cell: cell, row: row).text] = nil
        rows[cell]?.record.set(entry, for: row)
        rows[cell]?.transcripts.set(document.transcriptLine(of: conversation, row: row), for: row)
    }

    /// Brings the sidecars of rows up to date.
    ///
    /// - Parameter orphans: names of rows that are no more, and of cells, as `inbox[*]`, all of whose rows are not.
    func foldRows(_ document: PlaygroundDocument, removing orphans: [String]) throws(RecordError) {
        let removed = orphans.map { RowAddress($0) }.filter { $0.row != nil }
        for cell in document.cells {
            let id = cell.id.value
            guard let matrix = cell.matrix, var files = rows[id] else { continue }
            let keys = Set(removed.filter { $0.cell == id }.compactMap(\.row))
            files.record.remove(keys)
            files.transcripts.remove(keys)
            guard files.hasChanges || !keys.isEmpty || !files.record.isInOrder(matrix.keys) else { continue }
            try write(files, of: id, order: matrix.keys)
            // From here on the bytes of the files stand for what was added.
            rows[id] = try RowSidecars(of: id, at: paths)
        }
        let known = Set(document.cells.filter { $0.matrix != nil }.map(\.id.value))
        try recording { () throws(PlatformError) in
            for address in removed where address.row == "*" && !known.contains(address.cell) {
                for path in [paths.rows(of: address.cell), paths.rowTranscripts(of: address.cell)]
                where FileSystem.exists(path) { try FileSystem.removeFile(path) }
            }
        }
    }

    private func write(_ files: RowSidecars, of cell: String, order keys: [String]) throws(RecordError) {
        let record = files.record.text(order: keys)
        let transcripts = files.transcripts.text(head: "", order: keys, separator: "")
        for (bytes, path) in [(record, paths.rows(of: cell)), (transcripts, paths.rowTranscripts(of: cell))]
        where bytes.count > RecordLimit.outputs {
            throw RecordError(.tooLarge(byteCount: bytes.count, limit: RecordLimit.outputs), path: path)
        }
        try recording { () throws(PlatformError) in
            try FileSystem.makeFolder(paths.rowRecords)
            try FileSystem.replace(paths.rows(of: cell), with: record)
            try FileSystem.makeFolder(paths.transcripts)
            try FileSystem.replace(paths.rowTranscripts(of: cell), with: transcripts)
        }
    }
}
