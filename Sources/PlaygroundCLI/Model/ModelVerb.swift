// `playground model`: which models there are, fetching their weights, and what is in a file of weights.

internal import FoundationModels
internal import Models
internal import Notebook
internal import Platform

extension Verb {
    static let model = Verb(
        name: "model", operands: "list | pull NAME|URL | info NAME|PATH | bench NAME|PATH | quantize IN OUT",
        summary:
            "List models, fetch the weights of one, say what is in them, measure their speed, or round them to fewer bits.",
        flags: [
            Flag("--from", "FILE", "pull: take the weights from a file"),
            Flag("--name", "NAME", "pull URL: what to call the model"),
            Flag("--sha256", "HEX", "pull: the SHA-256 that the weights must have"),
            Flag("--accept-license", nil, "pull: agree to the model's terms of use"),
            Flag("--short", nil, "bench: only a prompt of 512 tokens and an answer of 64"),
            Flag("--type", "FORMAT", "quantize: the format to write, as in Q4_K"),
            .threads,
        ]
    ) { call in
        let operands = Array(call.arguments.operands.dropFirst())
        let store = try ModelStore(environment: call.models.environment)
        switch call.arguments.operands.first {
        case "list" where operands.isEmpty: return try ModelVerb.list(store, call)
        case "pull" where operands.count == 1: return try await ModelVerb.pull(operands[0], store, call)
        case "pull" where operands.isEmpty && call.arguments.has("--from"):
            return try await ModelVerb.pull(nil, store, call)
        case "info" where operands.count == 1: return try ModelVerb.info(operands[0], store, call)
        case "bench" where operands.count == 1: return try await ModelVerb.bench(operands[0], store, call)
        case "quantize" where operands.count == 2:
            return try QuantizePrinter(call).quantize(from: operands[0], to: operands[1])
        default:
            throw UsageError(
                message:
                    "'model' takes list, pull NAME or URL, info NAME or PATH, bench NAME or PATH, or quantize IN OUT")
        }
    }
}

private enum ModelVerb {
    // MARK: - List

    static func list(_ store: ModelStore, _ call: Invocation) throws -> ExitStatus {
        let entries = try store.registry().entries
        if call.isJSON {
            for entry in entries {
                call.console.result(
                    JSONLine.text([
                        "name": .string(entry.name), "displayName": .string(entry.displayName),
                        "installed": .bool(store.isInstalled(entry)), "bytes": entry.byteCount.map(JSONValue.integer),
                        "license": entry.license.map { .string($0.identifier) }, "sha256": .string(entry.sha256),
                        "languages": .array(entry.languageCodes.map(JSONValue.string)),
                        "default": .bool(entry.name == ModelRegistry.defaultName),
                        "path": .string(store.path(of: entry)), "source": .string(entry.source.summary),
                    ]))
            }
            return .good
        }
        let rows = entries.map { entry in
            [
                entry.name + (entry.name == ModelRegistry.defaultName ? " (default)" : ""),
                store.isInstalled(entry) ? "installed" : "-", entry.byteCount.map(ByteCount.text) ?? "-",
                entry.license?.identifier ?? "-",
            ]
        }
        call.console.result(TextTable.text([["NAME", "WEIGHTS", "SIZE", "LICENSE"]] + rows))
        return .good
    }

    // MARK: - Pull

    /// - Parameter wanted: a name or an address; nil: named after the file of `--from`.
    static func pull(_ wanted: String?, _ store: ModelStore, _ call: Invocation) async throws -> ExitStatus {
        let arguments = call.arguments
        let printer = PullPrinter(call.console)
        let isAccepted = arguments.has("--accept-license")
        let user = printer.conversation { isAccepted || printer.asksOnTerminal() }
        let name = arguments.values("--name").last
        let sha256 = arguments.values("--sha256").last
        let entry: ModelEntry
        if let file = arguments.values("--from").last {
            guard wanted == nil || name == nil else { throw UsageError(message: "two names are given, one is wanted") }
            entry = try await store.pull(file: file, name: wanted ?? name, sha256: sha256, with: user)
        } else if let wanted, wanted.contains("://") {
            entry = try await store.pull(url: wanted, name: name, sha256: sha256, with: user)
        } else {
            guard let wanted, name == nil, sha256 == nil else {
                throw UsageError(message: "'--name' and '--sha256' go with an address or with --from")
            }
            entry = try known(wanted, store)
            try await store.ensureInstalled(entry.name, with: user)
        }
        let path = store.path(of: entry)
        if call.isJSON {
            call.console.result(
                JSONLine.text([
                    "name": .string(entry.name), "path": .string(path), "sha256": .string(entry.sha256),
                    "bytes": entry.byteCount.map(JSONValue.integer),
                ]))
        } else {
            call.console.result("\(entry.name)  \(path)\n")
        }
        return .good
    }

    /// - Throws: `UsageError` with the nearest name where one is near, else the registry's own error.
    private static func known(_ name: String, _ store: ModelStore) throws -> ModelEntry {
        let registry = try store.registry()
        let near = Suggestion.phrase(for: name, among: registry.entries.map(\.name))
        if !near.isEmpty, !registry.entries.contains(where: { $0.name == name }) {
            throw UsageError(message: "no model named '\(name)' is registered\(near)")
        }
        return try registry.entry(named: name)
    }

    // MARK: - Info

    static func info(_ operand: String, _ store: ModelStore, _ call: Invocation) throws -> ExitStatus {
        let entry = try entry(of: operand, store)
        let facts = try WeightsFacts(path: entry.map { store.path(of: $0) } ?? operand, store: store)
        let license = entry?.license
        if call.isJSON {
            call.console.result(
                JSONLine.text([
                    "name": (entry?.name ?? facts.name).map(JSONValue.string), "path": .string(facts.path),
                    "sha256": .string(facts.sha256), "matches": entry.map { .bool($0.sha256 == facts.sha256) },
                    "bytes": .integer(facts.byteCount), "architecture": facts.architecture.map(JSONValue.string),
                    "parameters": .integer(facts.parameterCount), "context": facts.contextLength.map(JSONValue.integer),
                    "tensors": .array(
                        facts.formats.map { format in
                            .members([
                                "format": .string(format.name), "tensors": .integer(format.tensorCount),
                                "parameters": .integer(format.parameterCount), "bytes": .integer(format.byteCount),
                            ])
                        }),
                    "license": (license?.identifier ?? facts.license).map(JSONValue.string),
                    "licenseURL": license.map { .string($0.url) },
                    "languages": entry.map { .array($0.languageCodes.map(JSONValue.string)) },
                ]))
            return .good
        }
        var rows = [
            ["name", entry.map { "\($0.displayName) (\($0.name))" } ?? facts.name ?? "-"], ["path", facts.path],
        ]
        rows.append(["size", "\(ByteCount.text(facts.byteCount)) (\(facts.byteCount) bytes)"])
        let verdict = entry.map { $0.sha256 == facts.sha256 ? " (as registered)" : " (registered: \($0.sha256))" } ?? ""
        rows.append(["sha256", facts.sha256 + verdict])
        rows.append(["architecture", facts.architecture ?? "-"])
        rows.append(["parameters", facts.parametersText])
        rows.append(["context", facts.contextLength.map { "\($0) tokens" } ?? "-"])
        for (index, format) in facts.formats.enumerated() {
            let tensors =
                "\(format.tensorCount) tensor\(format.tensorCount == 1 ? "" : "s"), \(ByteCount.text(format.byteCount))"
            rows.append([index == 0 ? "tensors" : "", "\(format.name): \(tensors)"])
        }
        rows.append(["license", license.map { "\($0.title), \($0.url)" } ?? facts.license ?? "-"])
        call.console.result(TextTable.text(rows))
        return .good
    }

    /// The registered model that an operand names, with its weights here; nil for a path.
    private static func entry(of operand: String, _ store: ModelStore) throws -> ModelEntry? {
        if operand.hasSuffix(".gguf") || operand.contains("/") { return nil }
        let entry = try known(operand, store)
        guard store.isInstalled(entry) else { throw ModelError(.notInstalled(name: entry.name)) }
        return entry
    }

    // MARK: - Bench

    static func bench(_ operand: String, _ store: ModelStore, _ call: Invocation) async throws -> ExitStatus {
        let path = try entry(of: operand, store).map { store.path(of: $0) } ?? operand
        let report = try await store.benchmark(
            fileAt: path, threads: try call.arguments.threads(), isShort: call.arguments.has("--short"))
        if call.isJSON {
            for figure in report.figures { call.console.result(JSONLine.text(json(figure, report, operand))) }
        } else {
            call.console.result(TextTable.text(BenchmarkTable.rows(of: report)))
        }
        for note in report.notes { call.console.progress(note) }
        return .good
    }

    private static func json(
        _ figure: BenchmarkFigure, _ report: BenchmarkReport, _ model: String
    ) -> KeyValuePairs<String, JSONValue?> {
        [
            "model": .string(model), "kind": .string(figure.kind.rawValue), "tokens": .integer(figure.tokens),
            "depth": .integer(figure.depth), "sequences": .integer(figure.sequences),
            "threads": .integer(report.threads), "cpu": .string(report.path),
            "bestSeconds": number(figure.bestSeconds), "medianSeconds": number(figure.medianSeconds),
            "best": figure.tokens == 0 ? nil : number(figure.best),
            "median": figure.tokens == 0 ? nil : number(figure.median),
            "limit": figure.limit.map { .string($0.kind.rawValue) },
            "limitRate": figure.limit.flatMap { number($0.rate) },
            "share": figure.share.flatMap(number),
        ]
    }

    private static func number(_ value: Double) -> JSONValue? { JSONNumber(value).map(JSONValue.number) }
}
