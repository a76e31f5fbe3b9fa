// `playground clean`: what is cached on this machine and beside playgrounds, how much of it, and how it goes.

internal import FoundationEssentials
internal import FoundationModels
internal import Models
internal import Notebook
internal import Platform

extension Verb {
    static let clean = Verb(
        name: "clean", operands: "[PATH…]",
        summary:
            "Show what is cached, or remove it: of a playground, or of all in a folder; sidecars and what waits to be "
            + "recorded stay.",
        flags: [
            Flag("--kv", nil, "remove keys and values of prompts, of all models"),
            Flag("--all", nil, "remove these, and what is kept of playgrounds here"),
            Flag("--older-than", "DAYS", "only what was not used for so long, such as 30"),
            Flag("--verify", nil, "read all keys and values, and put what is damaged into quarantine"),
        ]
    ) { call in
        let arguments = call.arguments
        let time = try arguments.values("--older-than").last.map(CacheListing.time)
        let isAll = arguments.has("--all")
        let removesPrefixes = arguments.has("--kv") || isAll || time != nil && arguments.operands.isEmpty
        var places = arguments.operands
        if places.isEmpty, isAll || time != nil && !arguments.has("--kv") { places = ["."] }
        let listing = try CacheListing(call)
        if arguments.has("--verify") {
            let status = try listing.verify()
            if !removesPrefixes, places.isEmpty { return status }
        } else if !removesPrefixes, places.isEmpty {
            try listing.show()
            return .good
        }
        for place in places { try listing.clean(place, unusedSince: time) }
        if removesPrefixes { try listing.removePrefixes(unusedSince: time) }
        return .good
    }
}

/// The caches that a command sees.
private struct CacheListing {
    private let call: Invocation
    private let store: ModelStore
    private let prefixes: PrefixFolder

    init(_ call: Invocation) throws {
        self.call = call
        store = try ModelStore(environment: call.models.environment)
        prefixes = try store.prefixes()
    }

    /// The time so many days ago, in nanoseconds since 1970.
    static func time(_ text: String) throws(UsageError) -> Int64 {
        let digits = text.hasSuffix("d") ? text.dropLast() : text[...]
        guard let days = Int64(digits), (0...36_500).contains(days) else {
            throw UsageError(message: "'--older-than' must be a number of days, such as 30, found '\(text)'")
        }
        return (Int64(Date.now.timeIntervalSince1970) - days * 86_400) * 1_000_000_000
    }

    func show() throws {
        let inventory = try PrefixInventory(prefixes)
        let weights = files(in: store.folder).filter { $0.path.hasSuffix(".gguf") }
        line("weights", store.folder, weights.count, "file", weights.reduce(0) { $0 + $1.byteCount })
        line(
            "keys and values", prefixes.path, inventory.files.count, "block", inventory.byteCount,
            "; at most \(ByteCount.text(prefixes.byteLimit))")
        let names = (try? store.registry().entries.map { (String($0.sha256.prefix(16)), $0.name) }) ?? []
        for (model, files) in Dictionary(grouping: inventory.files, by: \.model).sorted(by: { $0.key < $1.key }) {
            let name = names.first { $0.0 == model }?.1 ?? "weights \(model)…"
            line("keys and values", name, files.count, "block", files.reduce(0) { $0 + $1.byteCount }, isPart: true)
        }
        if !inventory.quarantined.isEmpty {
            let bytes = inventory.quarantined.reduce(0) { $0 + (FileStatus($1)?.byteCount ?? 0) }
            line("quarantine", "\(prefixes.path)/quarantine", inventory.quarantined.count, "file", bytes)
        }
        let paths = PlaygroundPaths(folder: ".")
        for (kind, folder) in [
            ("answers", paths.results), ("failures", paths.failures), ("logs", FileSystem.folder(of: paths.runLog)),
        ] {
            let files = files(in: folder)
            if !files.isEmpty { line(kind, folder, files.count, "file", files.reduce(0) { $0 + $1.byteCount }) }
        }
    }

    func verify() throws -> ExitStatus {
        let result = try PrefixInventory(prefixes).verify()
        for (path, defect) in result.defects {
            call.console.result(
                call.isJSON
                    ? JSONLine.text(["damaged": .string(path), "defect": .string(defect.rawValue)])
                    : "\(path): damaged (\(defect.rawValue)); put into quarantine [prefix.damaged]\n")
        }
        if call.isJSON {
            call.console.result(
                JSONLine.text([
                    "verified": .string(prefixes.path), "sound": .integer(result.soundCount),
                    "damaged": .integer(result.defects.count),
                ]))
        } else {
            call.console.progress(
                "\(prefixes.path): \(result.soundCount) sound, \(result.defects.count) damaged; "
                    + "whether the numbers are right, a run with PLAYGROUND_CACHE_VERIFY=1 tells")
        }
        return result.defects.isEmpty ? .good : .failed
    }

    func removePrefixes(unusedSince time: Int64?) throws {
        let removed = try PrefixInventory(prefixes).remove(unusedSince: time)
        if call.isJSON {
            call.console.result(
                JSONLine.text([
                    "cleaned": .string(prefixes.path), "removed": .integer(removed.count),
                    "bytes": .integer(removed.byteCount),
                ]))
        } else {
            call.console.progress(
                "\(prefixes.path): \(removed.count) file\(removed.count == 1 ? "" : "s") removed, "
                    + ByteCount.text(removed.byteCount))
        }
    }

    /// Removes what is kept of a playground or of a folder of them.
    func clean(_ operand: String, unusedSince time: Int64?) throws {
        // The folder itself, so that what playgrounds left that are no more goes, too.
        let isFolder = FileSystem.isFolder(operand)
        let paths = isFolder ? PlaygroundPaths(folder: operand) : PlaygroundPaths(source: try Target.file(operand))
        let results = ResultsStore(paths)
        let count = isFolder ? try results.clearFolder(unusedSince: time) : try results.clear(unusedSince: time)
        if call.isJSON {
            call.console.result(JSONLine.text(["cleaned": .string(operand), "removed": .integer(count)]))
        } else {
            call.console.progress("\(operand): \(count) file\(count == 1 ? "" : "s") removed from \(paths.state)")
        }
    }

    private func files(in folder: String) -> [(path: String, byteCount: Int)] {
        ((try? FileSystem.list(folder)) ?? []).compactMap { name in
            FileStatus("\(folder)/\(name)").map { ("\(folder)/\(name)", $0.byteCount) }
        }
    }

    private func line(
        _ kind: String, _ place: String, _ count: Int, _ noun: String, _ bytes: Int, _ rest: String = "",
        isPart: Bool = false
    ) {
        if call.isJSON {
            let key = isPart ? "model" : "place"
            return call.console.result(
                JSONLine.text([
                    "cached": .string(kind), key: .string(place), "files": .integer(count), "bytes": .integer(bytes),
                ]))
        }
        let amount = ByteCount.text(bytes)
        let padded = String(repeating: " ", count: max(0, 10 - amount.count)) + amount
        call.console.result(
            "\(padded)  \(isPart ? "  " : "")\(kind), \(place): \(count) \(noun)\(count == 1 ? "" : "s")\(rest)\n")
    }
}
