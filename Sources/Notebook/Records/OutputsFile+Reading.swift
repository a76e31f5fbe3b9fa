// Reading `NAME.outputs.yaml`. Forgiving where forgetting is safe: what can't be read counts as missing, with a note, and
// the next run writes it anew. Only a file of a later version is refused, since a run would destroy what it does not know.

internal import YAML

extension OutputsFile {
    /// - Parameters:
    ///   - bytes: of the file; nil where there is none.
    ///   - path: for notes and errors.
    /// - Throws: `.newerRecord` for a file of a later version.
    package init(bytes: [UInt8]?, path: String) throws(RecordError) {
        self.init()
        guard let bytes else { return }
        let read = NodeReader.read(SourceLines(bytes), limits: .record)
        guard read.problems.isEmpty, let root = read.root else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if lines.contains(where: { $0.starts(with: "<<<<<<< ".utf8) }) {
                notes = ["\(path) holds a merge conflict; its cells count as missing until the next run"]
            } else if let problem = read.problems.first {
                let start = problem.range.start
                let place = "\(path):\(start.line):\(start.column): \(problem.message)"
                takeWhole(lines)
                notes = [
                    "\(place); " + (entries.isEmpty ? "its cells count" : "what is damaged counts") + Self.forgotten
                ]
            } else {
                notes = ["\(path):1:1: the file is empty; its cells count\(Self.forgotten)"]
            }
            return
        }
        if let version = root["outputs"]?.text.flatMap(Int.init), version > CellKey.formatVersion {
            throw RecordError(.newerRecord(version: version, known: CellKey.formatVersion), path: path)
        }
        guard case .mapping(let cells)? = root["cells"]?.content else {
            notes = ["\(path):1:1: no 'cells'; its cells count\(Self.forgotten)"]
            return
        }
        readFailures(root["failures"])
        for cell in cells {
            if let entry = OutputEntry(cell.value) {
                entries.append(Cell(id: cell.key.text, entry: entry))
            } else {
                let place = cell.key.range.start
                notes.append(
                    "\(path):\(place.line):\(place.column): cell '\(cell.key.text)' can't be read; it counts as missing"
                )
            }
        }
    }

    /// What can't be read of the failures is one that is tried again.
    private mutating func readFailures(_ node: Node?) {
        guard case .mapping(let cells)? = node?.content else { return }
        failures = cells.compactMap { cell in
            guard let key = cell.value["key"]?.text, let message = cell.value["error"]?.text else { return nil }
            return Failure(id: cell.key.text, key: key, message: message)
        }
    }

    private static let forgotten = " as missing until the next run"

    /// Takes the whole entries out of a text that is no YAML as it stands. As they are written, an entry begins at a line
    /// that is indented by two spaces, and every other line of it by more.
    private mutating func takeWhole(_ lines: [ArraySlice<UInt8>]) {
        let starts = lines.indices.filter { index in
            lines[index].starts(with: "  ".utf8)
                && lines[index].dropFirst(2).first.map { $0 != UInt8(ascii: " ") } ?? false
        }
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1] : lines.endIndex
            let read = NodeReader.read(
                SourceLines(Array(lines[start..<end].joined(separator: "\n".utf8))), limits: .record)
            guard read.problems.isEmpty, case .mapping(let cells)? = read.root?.content, cells.count == 1,
                let entry = OutputEntry(cells[0].value), !entry.isEdited, self[cells[0].key.text] == nil
            else { continue }
            entries.append(Cell(id: cells[0].key.text, entry: entry))
        }
    }
}

extension OutputEntry {
    /// The entry that a record has; nil where it is none.
    init?(_ node: Node) {
        guard let key = node["key"]?.text, let prompt = node["prompt"]?.text, let recorded = node["content"],
            let finish = node["finish"]?.text,
            let options = node["options"]?.texts.flatMap(ResolvedOptions.init(fields:)),
            let input = node["tokens"]?["input"]?.text.flatMap(Int.init),
            let output = node["tokens"]?["output"]?.text.flatMap(Int.init),
            let name = node["model"]?["name"]?.text, let sha256 = node["model"]?["sha256"]?.text,
            let version = node["engine"]?["version"]?.text,
            let numerics = node["engine"]?["numerics"]?.text.flatMap(Int.init), let parts = node["parts"]?.texts
        else { return nil }
        schema = node["generating"]?.text.map {
            Schema(name: $0, isShown: node["includeSchemaInPrompt"]?.text != "false")
        }
        guard let content = schema == nil ? recorded.text : RecordedContent.text(recorded) else { return nil }
        if let node = node["calls"] {
            guard case .sequence(let items) = node.content else { return nil }
            calls = items.compactMap(RecordedCall.init)
            guard calls.count == items.count else { return nil }
        }
        self.key = key
        self.parts = Dictionary(
            parts.compactMap { name, hash in KeyPart(rawValue: name).map { ($0, hash) } },
            uniquingKeysWith: { first, _ in first })
        continues = node["continues"]?.text
        self.options = options
        self.prompt = prompt
        self.content = content
        self.finish = finish
        inputTokenCount = input
        outputTokenCount = output
        model = Model(name: name, sha256: sha256)
        engine = Engine(version: version, numerics: numerics)
        trimming = node["droppedTurns"]?.text.flatMap(Int.init).map {
            Trimming(droppedTurnCount: $0, summary: node["summary"]?.text)
        }
        let found = node["seal"]?.text ?? ""
        brokenSeal = found == seal ? nil : found
    }
}

extension Node {
    /// The value under a key; nil where this is no mapping or has no such key.
    fileprivate subscript(key: String) -> Node? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.text == key }?.value
    }

    fileprivate var text: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// A mapping of texts.
    fileprivate var texts: [String: String]? {
        guard case .mapping(let entries) = content else { return nil }
        return Dictionary(
            entries.compactMap { entry in entry.value.text.map { (entry.key.text, $0) } }, uniquingKeysWith: { $1 })
    }
}
