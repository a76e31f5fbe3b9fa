// The two sidecars of a cell with rows: `NAME.outputs/CELL.yaml` and `NAME.transcripts/CELL.jsonl`. Both hold one piece of
// text a row. A piece is kept as the bytes that it is and read when it is wanted, so that what stands in memory is the file.

internal import FoundationModels
internal import YAML

/// Pieces of text by row key.
struct RowFile: Sendable {
    private var bytes: [UInt8] = []
    private var ranges: [String: Range<Int>] = [:]
    /// Keys in the order of the file.
    private(set) var order: [String] = []
    /// Pieces that take the place of those in `bytes`, or stand beside them.
    private var changes: [String: [UInt8]] = [:]
    /// Keys that stand in the file twice: neither piece counts.
    private(set) var doubled: Set<String> = []

    init() {}

    /// - Parameter pieces: keys and ranges of `bytes`, in order.
    init(bytes: [UInt8], pieces: [(key: String, range: Range<Int>)]) {
        self.bytes = bytes
        for (key, range) in pieces {
            if ranges.updateValue(range, forKey: key) == nil {
                order.append(key)
            } else {
                doubled.insert(key)
            }
        }
        for key in doubled { ranges[key] = nil }
        if !doubled.isEmpty { order.removeAll { doubled.contains($0) } }
    }

    var hasChanges: Bool { !changes.isEmpty }
    var keys: [String] { order + changes.keys.filter { ranges[$0] == nil } }

    subscript(key: String) -> ArraySlice<UInt8>? {
        changes[key].map { $0[...] } ?? ranges[key].map { bytes[$0] }
    }

    /// Puts a piece in the place of another. Nothing changes where the bytes are the same.
    mutating func set(_ piece: [UInt8], for key: String) {
        if let old = ranges[key], bytes[old].elementsEqual(piece) {
            changes[key] = nil
        } else {
            changes[key] = piece
        }
    }

    mutating func remove(_ keys: Set<String>) {
        guard !keys.isEmpty else { return }
        for key in keys {
            ranges[key] = nil
            changes[key] = nil
        }
        order.removeAll { keys.contains($0) }
    }

    /// The bytes of the file: the rows of the matrix in its order, then those that are none of it.
    func text(head: String, order keys: [String], separator: String) -> [UInt8] {
        let known = Set(keys)
        var text = Array(head.utf8)
        text.reserveCapacity(bytes.count + changes.reduce(0) { $0 + $1.value.count })
        var isFirst = true
        for key in keys + self.keys.filter({ !known.contains($0) }) {
            guard let piece = self[key] else { continue }
            if !isFirst { text += separator.utf8 }
            text += piece
            isFirst = false
        }
        return text
    }
}

extension RowFile {
    /// Reads a record: a piece starts at a line that is indented by two spaces, and ends where nothing but empty lines follow.
    ///
    /// - Returns: the pieces, and what stands before the first.
    static func record(_ bytes: [UInt8]) -> (file: RowFile, head: ArraySlice<UInt8>) {
        let (space, lineEnd) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
        var pieces: [(key: String, range: Range<Int>)] = []
        var open: (key: String, start: Int)?
        var headEnd = bytes.count
        var contentEnd = 0
        var index = 0
        while index < bytes.count {
            let start = index
            index = bytes[start...].firstIndex(of: lineEnd).map { $0 + 1 } ?? bytes.count
            if index - start > 3, bytes[start] == space, bytes[start + 1] == space, bytes[start + 2] != space {
                if let open {
                    pieces.append((open.key, open.start..<contentEnd))
                } else {
                    headEnd = min(headEnd, start)
                }
                open = key(bytes[start + 2..<index]).map { ($0, start) }
            }
            if index - start > 1 { contentEnd = index }
        }
        if let open { pieces.append((open.key, open.start..<contentEnd)) }
        return (RowFile(bytes: bytes, pieces: pieces), bytes[..<headEnd])
    }

    /// The key of a line such as `a17:` or `"a 17":`.
    private static func key(_ line: ArraySlice<UInt8>) -> String? {
        guard line.first == UInt8(ascii: "\"") else {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return String(decoding: line[..<colon], as: UTF8.self)
        }
        let read = NodeReader.read(SourceLines(Array(line)), limits: .record)
        guard case .mapping(let entries)? = read.root?.content else { return nil }
        return entries.first?.key.text
    }

    /// Reads transcripts: an object a line, which starts with its row.
    static func transcripts(_ bytes: [UInt8]) -> RowFile {
        let start = Array("{\"row\":\"".utf8)
        var pieces: [(key: String, range: Range<Int>)] = []
        var index = 0
        while index < bytes.count {
            let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            defer { index = end }
            let line = bytes[index..<end]
            guard line.starts(with: start) else { continue }
            var close = index + start.count
            while close < end, bytes[close] != UInt8(ascii: "\"") {
                close += bytes[close] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard close < end else { continue }
            let literal = String(decoding: bytes[index + start.count - 1...close], as: UTF8.self)
            guard case .string(let key)? = try? JSONValue(parsing: literal) else { continue }
            pieces.append((key, index..<end))
        }
        return RowFile(bytes: bytes, pieces: pieces)
    }
}
