// `NAME.outputs/CELL.yaml`: the tracked record of a cell with rows, one entry a row, in the form of the entries of cells.

internal import Platform
internal import YAML

/// The recorded answers of one cell's rows.
package struct RowRecord: Sendable {
    private let cell: String
    private(set) var file = RowFile()
    /// What could not be read, in words: it counts as missing.
    package private(set) var notes: [String] = []
    /// The file as it was read; nil where there was none.
    private var head: [UInt8]?

    /// The record at `path`, empty where there is none. Entries are read when they are asked for.
    ///
    /// - Throws: `.system` for what can't be read; `.newerRecord` for a file of a later version.
    package init(of cell: String, at path: String) throws(RecordError) {
        self.cell = cell
        let read = try recording { () throws(PlatformError) in
            try FileSystem.readIfPresent(path, limit: RecordLimit.outputs)
        }
        guard let bytes = read else { return }
        let marker = Array("\n<<<<<<< ".utf8)
        if bytes.starts(with: marker.dropFirst()) || bytes.holds(marker) {
            notes = ["\(path) holds a merge conflict; its rows count as missing until the next run"]
            return
        }
        let (file, head) = RowFile.record(bytes)
        let version = String(decoding: head, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("outputs: ") }.flatMap { Int($0.dropFirst(9)) }
        guard let version else {
            notes = ["\(path):1:1: no record of rows; its rows count as missing until the next run"]
            return
        }
        guard version <= CellKey.formatVersion else {
            throw RecordError(.newerRecord(version: version, known: CellKey.formatVersion), path: path)
        }
        self.file = file
        self.head = Array(head)
        for key in file.doubled.sorted() {
            notes.append("\(path): row '\(key)' stands there twice; it counts as missing")
        }
    }

    /// The keys on record, in order.
    package var keys: [String] { file.keys }

    /// The entry of a row; nil where there is none, or it can't be read. Cost: reading its text.
    package subscript(row: String) -> OutputEntry? {
        guard let piece = file[row] else { return nil }
        let read = NodeReader.read(SourceLines(Array(piece)), limits: .record)
        guard read.problems.isEmpty, case .mapping(let rows)? = read.root?.content, rows.count == 1 else { return nil }
        return OutputEntry(rows[0].value)
    }

    mutating func set(_ entry: OutputEntry, for row: String) {
        file.set(Self.piece(entry, of: row), for: row)
    }

    mutating func remove(_ rows: Set<String>) { file.remove(rows) }

    /// Whether a row is recorded exactly as a run writes this entry.
    package func isWritten(_ entry: OutputEntry, for row: String) -> Bool {
        file[row]?.elementsEqual(Self.piece(entry, of: row)) ?? false
    }

    /// Whether what is around the entries, and their order, is as a run writes it.
    package func isInOrder(_ rows: [String]) -> Bool {
        let known = Set(keys)
        let isHead = head == nil || head?.elementsEqual(headText.utf8) == true
        let wanted = rows.filter { known.contains($0) }
        return isHead && Array(keys.prefix(wanted.count)) == wanted
    }

    /// The bytes of the file.
    func text(order rows: [String]) -> [UInt8] { file.text(head: headText, order: rows, separator: "\n") }

    private var headText: String {
        "# Answers as recorded by `playground run`, a row each. After a merge conflict take either side and run again.\n"
            + "outputs: \(CellKey.formatVersion)\ncell: \(cell)\nrows:\n"
    }

    private static func piece(_ entry: OutputEntry, of row: String) -> [UInt8] {
        let text = YAMLEmitter.text(of: .block([.init("rows", .block([.init(row, entry.emitted)]))]))
        return Array(text.utf8.dropFirst("rows:\n".utf8.count))
    }
}

extension [UInt8] {
    /// Whether a text stands anywhere in these bytes.
    fileprivate func holds(_ text: [UInt8]) -> Bool {
        guard let first = text.first else { return true }
        var index = startIndex
        while let found = self[index...].firstIndex(of: first) {
            if self[found...].starts(with: text) { return true }
            index = found + 1
        }
        return false
    }
}
