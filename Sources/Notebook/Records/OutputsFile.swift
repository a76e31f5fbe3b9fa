// `NAME.outputs.yaml`: the tracked record of a playground, one entry a cell. This file is its value and its text; reading
// it back lies in `OutputsFile+Reading.swift`.

internal import YAML

/// The recorded answers of one playground, in the order of the file.
package struct OutputsFile: Sendable, Equatable {
    package struct Cell: Sendable, Equatable {
        package var id: String
        package var entry: OutputEntry
    }

    /// A failure that its cell is expected to have.
    package struct Failure: Sendable, Equatable {
        /// The cell, or the row as `inbox[a17]`.
        package var id: String
        /// `CellKey.text`
        package var key: String
        package var message: String
    }

    package var entries: [Cell]
    package var failures: [Failure] = []
    /// What could not be read, in words: it counts as missing.
    package var notes: [String]

    package init(entries: [Cell] = [], notes: [String] = []) {
        self.entries = entries
        self.notes = notes
    }

    package subscript(id: String) -> OutputEntry? { entries.first { $0.id == id }?.entry }

    /// What a cell or row failed with when it was asked exactly this.
    func failure(of id: String, key: String) -> String? {
        failures.first { $0.key == key && $0.id == id }?.message
    }

    /// These entries with others in their place or behind them, cells of the playground first and in its order.
    func updated(with changes: [String: OutputEntry], order ids: [String]) -> OutputsFile {
        var all = Dictionary(entries.map { ($0.id, $0.entry) }, uniquingKeysWith: { first, _ in first })
        all.merge(changes) { _, new in new }
        let known = Set(ids)
        let orphans = entries.map(\.id).filter { !known.contains($0) }
        var file = OutputsFile(
            entries: (ids + orphans).compactMap { id in all[id].map { Cell(id: id, entry: $0) } }, notes: notes)
        file.failures = failures
        return file
    }

    /// What a run would change in the bytes that this was read from, though no cell is asked again; nil: nothing.
    ///
    /// - Parameter ids: of the playground, in its order.
    package func complaint(about bytes: [UInt8], order ids: [String]) -> String? {
        let written = updated(with: [:], order: ids)
        if written.entries.map(\.id) != entries.map(\.id) {
            return "its cells stand in another order than the playground's"
        }
        return Array(written.text.utf8) == bytes ? nil : "it is not as a run writes it"
    }

    /// The bytes of the file.
    package var text: String {
        let comment =
            "# Answers as recorded by `playground run`. After a merge conflict take either side and run again.\n"
        var members: [EmittedValue.Member] = [
            .init("outputs", .integer(CellKey.formatVersion)),
            .init("cells", .spaced(entries.map { .init($0.id, $0.entry.emitted) })),
        ]
        if !failures.isEmpty { members.append(.init("failures", .spaced(failures.map { .init($0.id, $0.emitted) }))) }
        return comment + YAMLEmitter.text(of: .block(members))
    }
}

extension OutputsFile.Failure {
    fileprivate var emitted: EmittedValue { .block([.init("key", .quoted(key)), .init("error", .text(message))]) }
}

extension OutputEntry {
    /// As records write it.
    var emitted: EmittedValue {
        let parts = KeyPart.allCases.compactMap { part in
            self.parts[part].map { EmittedValue.Member(part.rawValue, .quoted($0)) }
        }
        let numbers: Set<String> = ["top", "seed", "temperature", "probabilityThreshold", "maximumResponseTokens"]
        let options = options.fields.map { name, value in
            EmittedValue.Member(name, numbers.contains(name) ? .number(value) : .word(value))
        }
        return .block(
            [.init("key", .quoted(key)), .init("parts", .flow(parts))]
                + (continues.map { [.init("continues", .word($0))] } ?? [])
                + (schema.map { [.init("generating", .word($0.name))] } ?? [])
                + (schema?.isShown == false ? [.init("includeSchemaInPrompt", .number("false"))] : [])
                + [
                    .init("options", .flow(options))
                ] + (trimming?.emitted ?? []) + [
                    .init("prompt", .text(prompt))
                ]
                + (calls.isEmpty ? [] : [.init("calls", .blockList(calls.map(\.emitted)))])
                + [
                    .init("content", schema == nil ? .text(content) : RecordedContent.emitted(content)),
                    .init("finish", .word(finish)),
                    .init(
                        "tokens",
                        .flow([.init("input", .integer(inputTokenCount)), .init("output", .integer(outputTokenCount))])),
                    .init("model", .flow([.init("name", .word(model.name)), .init("sha256", .quoted(model.sha256))])),
                    .init(
                        "engine",
                        .flow([.init("version", .quoted(engine.version)), .init("numerics", .integer(engine.numerics))])
                    ),
                    .init("seal", .quoted(brokenSeal ?? seal)),
                ])
    }
}
