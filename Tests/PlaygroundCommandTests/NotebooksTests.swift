// The committed notebooks: running them again, on any number of threads and any instruction set, writes what is committed,
// byte for byte.

import Foundation
import Models
import Platform
import Synchronization
import TestSupport
import Testing

@testable import PlaygroundCLI

private let notebooks = Locations.repository.appending(path: "notebooks")

/// One notebook, and the weights that it needs.
private struct Notebook: CustomTestStringConvertible, Sendable {
    var name: String
    var weights: String
    var testDescription: String { name }

    static let all = [
        Notebook(name: "quickstart", weights: Locations.smolLM2FileName),
        Notebook(name: "sampling", weights: Locations.smolLM2FileName),
        Notebook(name: "summary", weights: Locations.smolLM2FileName),
        Notebook(name: "continuation", weights: Locations.gemma3FileName),
        Notebook(name: "riddle", weights: Locations.smolLM2FileName),
        Notebook(name: "recipe-card", weights: Locations.smolLM2FileName),
        Notebook(name: "npc", weights: Locations.smolLM2FileName),
        Notebook(name: "itinerary", weights: Locations.smolLM2FileName),
        Notebook(name: "inbox", weights: Locations.smolLM2FileName),
        Notebook(name: "tools", weights: Locations.smolLM2FileName),
    ]

    static var runnable: [Notebook] { all.filter { Locations.weights($0.weights) != nil } }
}

@Suite("Committed notebooks", .serialized)
struct NotebooksTests {
    /// The files that belong to a notebook, by path below `notebooks/`.
    private func files(of notebook: Notebook, in folder: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for case let url as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        {
            let path = String(url.path.dropFirst(folder.path.count + 1))
            guard path.hasPrefix(notebook.name + "."), !path.hasPrefix(".playground/"),
                let data = try? Data(contentsOf: url)
            else { continue }
            files[path] = data
        }
        return files
    }

    /// - Parameter cache: of keys and values; nil: nothing outlives the run, so that all is computed as `cpu` does.
    private func run(_ words: [String], cpu: String, cache: [String: String]? = nil) async -> (
        status: Int32, errors: String
    ) {
        let errors = Mutex("")
        let console = Console(isTerminal: false, usesColor: false) { stream, text in
            if stream != .output { errors.withLock { $0 += text } }
            return true
        }
        var environment = ProcessInfo.processInfo.environment
        environment["PLAYGROUND_CPU"] = cpu
        environment.merge(cache ?? ["PLAYGROUND_CACHE_DISK": "0"]) { $1 }
        let models = ModelAccess.installed(console: console, environment: environment)
        let status = await PlaygroundCommand.run(words, console: console, models: models)
        return (status.rawValue, errors.withLock { $0 })
    }

    @Test("Every notebook of the folder is known here")
    func completeness() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: notebooks.path)
            .filter { $0.hasSuffix(".playground.yaml") }
        #expect(Set(names) == Set(Notebook.all.map { "\($0.name).playground.yaml" }))
        #expect(names.count >= 4)
    }

    @Test("Their records are whole and fresh, which needs no model", arguments: Notebook.all)
    private func check(_ notebook: Notebook) async throws {
        let result = await run(["check", "\(notebooks.path)/\(notebook.name).playground.yaml"], cpu: "")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(
        "Cold, from memory, from disk and in another order of cells, they come out the same",
        .enabled(if: !Notebook.runnable.isEmpty, "needs weights in the cache folder"), arguments: Notebook.runnable)
    private func prefixes(_ notebook: Notebook) async throws {
        let weights = try #require(Locations.weights(notebook.weights))
        let committed = try files(of: notebook, in: notebooks)
        let source = "\(notebook.name).playground.yaml"
        let cache = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: cache["models"], withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: cache["models/\(weights.lastPathComponent)"], withDestinationPath: weights.path)
        let memory = ["PLAYGROUND_CACHE": cache.path, "PLAYGROUND_CACHE_DISK": "0"]
        let cold = memory.merging(["PLAYGROUND_CACHE_MEMORY": "0"]) { $1 }
        let disk = ["PLAYGROUND_CACHE": cache.path, "PLAYGROUND_CACHE_MEMORY": "0"]
        let verified = disk.merging(["PLAYGROUND_CACHE_VERIFY": "1"]) { $1 }
        let text = try String(contentsOf: notebooks.appending(path: source), encoding: .utf8)
        for (way, cache, text) in [
            ("cold", cold, text), ("memory", memory, text), ("first on disk", disk, text), ("disk", disk, text),
            ("disk, verified", verified, text), ("disk, other order", disk, Self.reversingCells(text)),
            ("memory, other order", memory, Self.reversingCells(text)),
        ] {
            // An alias may not come before its anchor.
            if way.hasSuffix("order"), text.contains(": &") { continue }
            let folder = try ScratchFolder()
            try folder.write(text, to: source)
            let dataset = notebooks.appending(path: "\(notebook.name).csv")
            if FileManager.default.fileExists(atPath: dataset.path) {
                try FileManager.default.copyItem(
                    at: dataset, to: folder.url.appending(path: dataset.lastPathComponent))
            }
            let before = PrefixActivity.ofProcess.figures
            let result = await run(["run", "--force", folder[source]], cpu: "", cache: cache)
            PrefixActivity.ofProcess.waitForWrites()
            let after = PrefixActivity.ofProcess.figures
            #expect(result.status == 0, "\(result.errors)")
            if way.hasPrefix("disk") { #expect(after.readBlocks > before.readBlocks, "\(way)") }
            #expect(after.defects == before.defects)
            if way.hasSuffix("verified") { #expect(after.comparedBlocks > before.comparedBlocks) }
            for (path, data) in committed where path.contains(".transcripts/") {
                #expect(try Data(contentsOf: folder.url.appending(path: path)) == data, "\(path), \(way)")
            }
            // The record follows the order of the file.
            let outputs = "\(notebook.name).outputs.yaml"
            let (found, wanted) = (
                try folder.text(of: outputs), String(decoding: try #require(committed[outputs]), as: UTF8.self)
            )
            if way.hasSuffix("order") {
                #expect(found.split(separator: "\n").sorted() == wanted.split(separator: "\n").sorted(), "\(way)")
            } else {
                #expect(found == wanted, "\(way)")
            }
        }
    }

    /// The file with its cells from last to first. A cell's lines begin at its `- id:`.
    private static func reversingCells(_ text: String) -> String {
        guard let start = text.range(of: "\ncells:\n") else { return text }
        let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
        var head: [Substring] = []
        var cells: [[Substring]] = []
        var tail: [Substring] = []
        for line in lines {
            if line.hasPrefix("  - ") {
                cells.append([line])
            } else if !tail.isEmpty || !line.isEmpty && !line.hasPrefix(" ") && !cells.isEmpty {
                tail.append(line)
            } else if cells.isEmpty {
                head.append(line)
            } else {
                cells[cells.count - 1].append(line)
            }
        }
        return text[..<start.upperBound] + (head + cells.reversed().flatMap { $0 } + tail).joined(separator: "\n")
    }

    @Test(
        "The model confirms them as it reads them",
        .enabled(if: !Notebook.runnable.isEmpty, "needs weights in the cache folder"), arguments: Notebook.runnable)
    private func confirmation(_ notebook: Notebook) async throws {
        let result = await run(["check", "--live", "\(notebooks.path)/\(notebook.name).playground.yaml"], cpu: "")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(
        "Running them again anywhere reproduces them",
        .enabled(if: !Notebook.runnable.isEmpty, "needs weights in the cache folder"), arguments: Notebook.runnable)
    private func reproduction(_ notebook: Notebook) async throws {
        let committed = try files(of: notebook, in: notebooks)
        #expect(committed.count > 2)
        let ways = [("", "1"), ("", "3"), ("avx2", "2"), ("avx512", "2")]
        for (cpu, threads) in ways where cpu.isEmpty || CPUNames.available.contains(cpu) {
            let folder = try ScratchFolder()
            let source = "\(notebook.name).playground.yaml"
            try FileManager.default.copyItem(
                at: notebooks.appending(path: source), to: folder.url.appending(path: source))
            let dataset = notebooks.appending(path: "\(notebook.name).csv")
            if FileManager.default.fileExists(atPath: dataset.path) {
                try FileManager.default.copyItem(
                    at: dataset, to: folder.url.appending(path: dataset.lastPathComponent))
            }
            let result = await run(["run", "--force", "--threads", threads, folder[source]], cpu: cpu)
            #expect(result.status == 0, "\(result.errors)")
            let found = try files(of: notebook, in: folder.url)
            #expect(Set(found.keys) == Set(committed.keys))
            for (path, data) in committed {
                #expect(
                    found[path].map { String(decoding: $0, as: UTF8.self) } == String(decoding: data, as: UTF8.self),
                    "\(path), \(threads) threads, \(cpu)")
            }
        }
    }
}
