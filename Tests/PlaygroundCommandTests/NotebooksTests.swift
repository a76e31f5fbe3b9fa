// The committed notebooks: running them again, on any number of threads and any instruction set, writes what is committed,
// byte for byte.

import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import playground

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

    private func run(_ words: [String], cpu: String) async -> (status: Int32, errors: String) {
        let errors = Mutex("")
        let console = Console(isTerminal: false, usesColor: false) { stream, text in
            if stream != .output { errors.withLock { $0 += text } }
            return true
        }
        var environment = ProcessInfo.processInfo.environment
        environment["PLAYGROUND_CPU"] = cpu
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
