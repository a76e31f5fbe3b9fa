// Processes that share a cache folder and are killed at any moment: what they leave is whole or gone, and whoever comes after
// answers as if nothing had been there.

import Engine
import Foundation
import Models
import Platform
import Synchronization
import Testing
import TestSupport

@testable import PlaygroundCLI

@Suite("Killed in the middle")
struct PrefixKillTests {
    private static let rounds = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] == nil ? 12 : 200

    /// Where the program of this build lies: beside the runner of the tests.
    private static let program: URL? = [
        Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) },
    ]
    .compactMap { $0?.deletingLastPathComponent().appending(path: "playground") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    private let folder: ScratchFolder
    private let source: String

    init() throws {
        folder = try ScratchFolder()
        var model = TinyModel(.gemma3, format: .q8_0, seed: 8)
        model.layerCount = 12
        _ = try model.write(to: folder)
        let rules = (1...80).map { "rule \($0)" }.joined(separator: ", ")
        let cells = (1...6).map { "  - {id: c\($0), prompt: question \($0)}" }.joined(separator: "\n")
        source = """
            playground: 1
            model: ../tiny.gguf
            instructions: \(rules)
            options: {maximumResponseTokens: 6}
            cells:
            \(cells)

            """
    }

    /// Starts a forced run in a folder of its own.
    private func start(_ name: String, cache: String, _ environment: [String: String] = [:]) throws -> Process {
        try folder.write(source, to: "\(name)/desk.playground.yaml")
        let process = Process()
        // Where it was not built, starting it fails.
        process.executableURL = Self.program
        process.arguments = ["run", "--force", folder["\(name)/desk.playground.yaml"]]
        process.environment = ["HOME": folder.path, "PLAYGROUND_CACHE": folder[cache]].merging(environment) { $1 }
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }

    @Test("No damaged block is ever left, and no answer differs")
    func kills() throws {
        let cold = try start("cold", cache: "cold", ["PLAYGROUND_CACHE_DISK": "0"])
        cold.waitUntilExit()
        try #require(cold.terminationStatus == 0)
        let expected = try folder.text(of: "cold/desk.outputs.yaml")
        var generator = SplitMix64(seed: 21)
        var killed = 0
        let prefixes = PrefixFolder(folder["cache/kv"], byteLimit: 1 << 30)
        for round in 0..<Self.rounds {
            // Every third round begins with nothing, so that there is something to be written.
            if round % 3 == 0 { try FileSystem.removeTree(folder["cache/kv"]) }
            let (one, other) = (try start("one", cache: "cache"), try start("other", cache: "cache"))
            usleep(UInt32.random(in: 0..<160_000, using: &generator))
            if one.isRunning { killed += kill(one.processIdentifier, SIGKILL) == 0 ? 1 : 0 }
            if round % 2 == 0 {
                usleep(UInt32.random(in: 0..<60_000, using: &generator))
                if other.isRunning { kill(other.processIdentifier, SIGKILL) }
            }
            one.waitUntilExit()
            other.waitUntilExit()
            if other.terminationReason == .exit {
                #expect(other.terminationStatus == 0)
                #expect(try folder.text(of: "other/desk.outputs.yaml") == expected)
            }
            #expect(try PrefixInventory(prefixes).verify().defects.isEmpty)
        }
        #expect(killed > 0)
        // Whatever is there now is right, bit for bit.
        let last = try start("last", cache: "cache", ["PLAYGROUND_CACHE_VERIFY": "1"])
        last.waitUntilExit()
        #expect(last.terminationStatus == 0)
        #expect(try folder.text(of: "last/desk.outputs.yaml") == expected)
    }
}
