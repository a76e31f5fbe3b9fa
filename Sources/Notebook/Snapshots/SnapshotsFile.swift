// `NAME.snapshots/CELL.json`: where the stream of an answer was cut while it came, for tests of streaming interfaces. The
// boundaries are those of one run on one machine; the text is that of every run.

internal import FoundationModels
internal import Platform

/// The stream of one answer.
package struct SnapshotsFile: Sendable, Equatable {
    /// Of the recorded answer.
    package var key: String
    /// As it was generated: by a schema, JSON.
    package var text: String
    /// Lengths in UTF-8 bytes of the text at each snapshot, rising, the last that of the whole.
    package var boundaries: [Int]

    package init(key: String, text: String, boundaries: [Int]) {
        self.key = key
        self.text = text
        self.boundaries = boundaries
    }

    /// The texts of the snapshots, each a beginning of the next.
    package var snapshots: [String] {
        boundaries.map { String(decoding: text.utf8.prefix($0), as: UTF8.self) }
    }

    /// The bytes of the file.
    package var json: String {
        JSONValue.members([
            "snapshots": .integer(1), "key": .string(key), "text": .string(text),
            "boundaries": .array(boundaries.map { .integer($0) }),
        ]).text(.compact) + "\n"
    }

    /// nil for what is no such file, or whose boundaries are not those of its text.
    package init?(bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
            json["snapshots"] == .integer(1), case .string(let key)? = json["key"],
            case .string(let text)? = json["text"], case .array(let elements)? = json["boundaries"]
        else { return nil }
        let boundaries = elements.compactMap { if case .number(let number) = $0 { number.int } else { nil } }
        guard boundaries.count == elements.count, zip(boundaries, boundaries.dropFirst()).allSatisfy({ $0 < $1 }),
            (boundaries.last ?? 0) == text.utf8.count, boundaries.first.map({ $0 > 0 }) ?? true
        else { return nil }
        self.init(key: key, text: text, boundaries: boundaries)
    }
}

extension PlaygroundPaths {
    /// Tracked: the streams of cells that record them.
    package var snapshots: String { "\(outputs.dropLast(".outputs.yaml".count)).snapshots" }
    package func snapshots(of cell: String) -> String { "\(snapshots)/\(cell).json" }

    /// The recorded stream of a cell's answer, if it is that of this key.
    package func snapshotsFile(of cell: String, key: String) -> SnapshotsFile? {
        guard let bytes = (try? FileSystem.readIfPresent(snapshots(of: cell), limit: RecordLimit.outputs)) ?? nil,
            let file = SnapshotsFile(bytes: bytes), file.key == key
        else { return nil }
        return file
    }
}
