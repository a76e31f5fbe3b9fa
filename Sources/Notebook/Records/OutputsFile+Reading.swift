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
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
        let read = NodeReader.read(SourceLines(bytes), limits: .record)
        guard read.problems.isEmpty, let root = read.root else {
            let isConflict = lines.contains { $0.starts(with: "<<<<<<< ".utf8) }
            let problem = read.problems.first.map { "\($0.range.start.line):\($0.range.start.column): \($0.message)" }
            notes = [
                isConflict
                    ? "\(path) holds a merge conflict; its cells count as missing until the next run"
                    : "\(path):\(problem ?? "1:1: the file is empty"); its cells count as missing until the next run"
            ]
            return
        }
        if let version = root["outputs"]?.text.flatMap(Int.init), version > CellKey.formatVersion {
            throw RecordError(.newerRecord(version: version, known: CellKey.formatVersion), path: path)
        }
        guard case .mapping(let cells)? = root["cells"]?.content else {
            notes = ["\(path):1:1: no 'cells'; its cells count as missing until the next run"]
            return
        }
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
}

extension OutputEntry {
    fileprivate init?(_ node: Node) {
        guard let key = node["key"]?.text, let prompt = node["prompt"]?.text, let content = node["content"]?.text,
            let finish = node["finish"]?.text,
            let options = node["options"]?.texts.flatMap(ResolvedOptions.init(fields:)),
            let input = node["tokens"]?["input"]?.text.flatMap(Int.init),
            let output = node["tokens"]?["output"]?.text.flatMap(Int.init),
            let name = node["model"]?["name"]?.text, let sha256 = node["model"]?["sha256"]?.text,
            let version = node["engine"]?["version"]?.text,
            let numerics = node["engine"]?["numerics"]?.text.flatMap(Int.init), let parts = node["parts"]?.texts
        else { return nil }
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
