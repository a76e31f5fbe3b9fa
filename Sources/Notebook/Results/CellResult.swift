// A finished generation as it is kept: the entry for the record, and what the record leaves out. One line of JSON.

internal import FoundationModels

/// A kept answer.
package struct CellResult: Sendable, Equatable {
    /// The name of the playground, and the cell, that asked.
    package var playground: String
    package var cell: String
    package var entry: OutputEntry
    package var instructions: String?
    /// The ids that were generated. Reading `entry.content` again may give others.
    package var tokenIDs: [Int32]
    /// How the answer came; nil for cells that do not record it.
    package var stream: Stream?

    /// A text and the lengths at which it could be read while it grew.
    package struct Stream: Sendable, Equatable {
        package var text: String
        package var boundaries: [Int]
    }

    /// The stream as a file.
    var snapshotsFile: SnapshotsFile? {
        stream.map { SnapshotsFile(key: entry.key, text: $0.text, boundaries: $0.boundaries) }
    }

    /// The result as one line.
    package var line: [UInt8] {
        let json = JSONValue.members([
            "playground": .string(playground), "cell": .string(cell),
            "key": .string(entry.key),
            "parts": .object(
                KeyPart.allCases.compactMap { part in
                    entry.parts[part].map { JSONMember(key: part.rawValue, value: .string($0)) }
                }),
            "continues": entry.continues.map(JSONValue.string),
            "generating": entry.schema.map { .string($0.name) },
            "includeSchemaInPrompt": entry.schema.map { .bool($0.isShown) },
            "options": .object(entry.options.fields.map { JSONMember(key: $0.name, value: .string($0.value)) }),
            "instructions": instructions.map(JSONValue.string),
            "prompt": .string(entry.prompt),
            "calls": entry.calls.isEmpty ? nil : .array(entry.calls.map(\.json)),
            "content": .string(entry.content), "finish": .string(entry.finish),
            "inputTokens": .integer(entry.inputTokenCount), "outputTokens": .integer(entry.outputTokenCount),
            "tokenIDs": .array(tokenIDs.map { .integer($0) }),
            "model": .string(entry.model.name), "sha256": .string(entry.model.sha256),
            "engine": .string(entry.engine.version), "numerics": .integer(entry.engine.numerics),
            "droppedTurns": entry.trimming.map { .integer($0.droppedTurnCount) },
            "summary": entry.trimming?.summary.map(JSONValue.string),
            "streamText": stream.map { .string($0.text) },
            "boundaries": stream.map { .array($0.boundaries.map { .integer($0) }) },
            "seal": .string(entry.seal),
        ])
        return Array((json.text(.compact) + "\n").utf8)
    }

    /// nil where the text is no result, as the last line of a journal whose writer was killed, or was changed by hand.
    /// The seal is that of the entry.
    package init?(line: some Sequence<UInt8>) {
        guard let json = try? JSONValue(parsing: String(decoding: Array(line), as: UTF8.self)),
            let playground = json["playground"]?.string, let cell = json["cell"]?.string, let key = json["key"]?.string,
            let prompt = json["prompt"]?.string, let content = json["content"]?.string,
            let finish = json["finish"]?.string, let options = ResolvedOptions(fields: json["options"]?.strings ?? [:]),
            let input = json["inputTokens"]?.int, let output = json["outputTokens"]?.int,
            let name = json["model"]?.string, let sha256 = json["sha256"]?.string,
            let version = json["engine"]?.string, let numerics = json["numerics"]?.int
        else { return nil }
        let parts = (json["parts"]?.strings ?? [:]).compactMap { name, hash in
            KeyPart(rawValue: name).map { ($0, hash) }
        }
        let schema = json["generating"]?.string.map {
            OutputEntry.Schema(name: $0, isShown: json["includeSchemaInPrompt"] != .bool(false))
        }
        self.init(
            playground: playground, cell: cell,
            entry: OutputEntry(
                key: key, parts: Dictionary(parts, uniquingKeysWith: { first, _ in first }),
                continues: json["continues"]?.string, options: options, prompt: prompt, content: content,
                schema: schema, finish: finish,
                inputTokenCount: input, outputTokenCount: output,
                model: OutputEntry.Model(name: name, sha256: sha256),
                engine: OutputEntry.Engine(version: version, numerics: numerics)),
            instructions: json["instructions"]?.string, tokenIDs: json["tokenIDs"]?.integers ?? [])
        if case .array(let calls)? = json["calls"] {
            entry.calls = calls.compactMap(RecordedCall.init)
            guard entry.calls.count == calls.count else { return nil }
        }
        if let text = json["streamText"]?.string, case .array(let elements)? = json["boundaries"] {
            stream = Stream(text: text, boundaries: elements.compactMap(\.int))
        }
        entry.trimming = json["droppedTurns"]?.int.map {
            Trimming(droppedTurnCount: $0, summary: json["summary"]?.string)
        }
        guard json["seal"]?.string == entry.seal else { return nil }
    }

    package init(
        playground: String, cell: String, entry: OutputEntry, instructions: String?, tokenIDs: [Int32],
        stream: Stream? = nil
    ) {
        self.stream = stream
        self.playground = playground
        self.cell = cell
        self.entry = entry
        self.instructions = instructions
        self.tokenIDs = tokenIDs
    }
}

extension JSONValue {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var int: Int? { if case .number(let number) = self { number.int } else { nil } }

    fileprivate var strings: [String: String]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(
            members.compactMap { member in member.value.string.map { (member.key, $0) } }, uniquingKeysWith: { $1 })
    }

    fileprivate var integers: [Int32]? {
        guard case .array(let elements) = self else { return nil }
        return elements.compactMap { $0.int.flatMap(Int32.init(exactly:)) }
    }
}
