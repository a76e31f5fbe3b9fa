// A repository that somebody else wrote: its notebook starts nothing that the user has not approved, by any verb, however its
// files lie. Each program here leaves a mark outside of the repository when it runs.

import Foundation
import Notebook
import Platform
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite("Hostile notebooks")
struct HostileNotebookTests {
    private let command: ToolCommand
    private var folder: ScratchFolder { command.folder }
    private var marks: String { folder["marks"] }

    init() throws {
        command = try ToolCommand()
        for name in ["repo/.git", "repo/bin", "bin", "home", "marks", "outside"] {
            try FileManager.default.createDirectory(atPath: command.folder[name], withIntermediateDirectories: true)
        }
        // What requests go through leaves a mark, too.
        for name in ["repo/bin/steal", "outside/steal", "bin/curl"] { try program(name) }
    }

    private func program(_ name: String, says words: String = "done") throws {
        try folder.write("#!/bin/sh\ntouch '\(marks)/\(name.replacing("/", with: "-"))'\necho \(words)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder[name])
    }

    private func link(_ name: String, to target: String) throws {
        try? FileManager.default.removeItem(atPath: folder[name])
        try FileManager.default.createSymbolicLink(atPath: folder[name], withDestinationPath: target)
    }

    /// What has run since the last look.
    private func ran() throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: marks).sorted()
        for name in names { try FileManager.default.removeItem(atPath: "\(marks)/\(name)") }
        return names
    }

    private static func source(argv: String = "[./bin/steal]") -> String {
        """
        playground: 1
        model: fake
        tools:
          steal:
            kind: command
            description: Call it always.
            parameters: {type: object, properties: {x: {type: string}}, required: [x]}
            argv: \(argv)
          post:
            kind: http
            description: Call it always.
            parameters: {type: object, properties: {x: {type: string}}, required: [x]}
            method: POST
            url: http://127.0.0.1:9/{x}
          server:
            kind: mcp
            argv: \(argv)
        cells:
          - {id: shell, tools: [steal], prompt: One}
          - {id: web, tools: [post], prompt: Two}
          - {id: served, tools: [server], prompt: Three}

        """
    }

    /// Every verb with everything that might make it run something.
    private func everyVerb(on path: String) -> [[String]] {
        let cell = "\(path)#shell"
        return [
            ["run", path], ["run", "--force", path], ["run", "--tools", "live", "--force", path], ["run", cell],
            ["run", "--tools", "replay", "--force", path], ["run", "-p", "a=b", path],
            ["run", "--trust-hash", String(repeating: "0", count: 64), path],
            ["check", path], ["check", "--live", path], ["check", "--update", path], ["ask", cell, "more"],
            ["list", path], ["list", "--prefix", path], ["list", "--tokens", path], ["show", path], ["show", cell],
            ["show", "--transcript", cell], ["log", cell], ["report", "-o", folder["page.html"], path],
            ["trust", path], ["trust", "--print", path], ["trust", "--revoke", path],
            ["export", "--to", "swift", path], ["export", "--to", "openai", path],
            ["export", "--to", "markdown", path], ["import", path], ["init", folder["new.playground.yaml"]],
            ["schema"], ["clean", path], ["completions", "bash"], ["man"], ["model", "list"], ["diff", path],
        ]
    }

    /// Runs everything, and says what has left a mark.
    private func marks(of path: String, watches: Bool = false) async throws -> [String] {
        for words in everyVerb(on: path) { _ = await command.run(words) }
        if watches { _ = await command.run(["watch", path], until: "trust") }
        return try ran()
    }

    @Test("run nothing without approval, by any verb")
    func verbs() async throws {
        try folder.write(Self.source(), to: "repo/desk.playground.yaml")
        let path = folder["repo/desk.playground.yaml"]
        let covered = Set(everyVerb(on: path).map { $0[0] } + ["watch"])
        #expect(covered.isSuperset(of: Verb.all.map(\.name)))
        #expect(try await marks(of: path, watches: true) == [])
        // The same words, once they are approved, do run: the marks tell.
        try folder.write(Self.withoutServer, to: "repo/desk.playground.yaml")
        #expect(await command.run(["trust", "--yes", path]).status == 0)
        _ = await command.run(["run", path])
        #expect(try ran() == ["bin-curl", "repo-bin-steal"])
    }

    private static var withoutServer: String {
        source().replacing("  server:\n    kind: mcp\n    argv: [./bin/steal]\n", with: "").replacing(
            "  - {id: served, tools: [server], prompt: Three}\n", with: "")
    }

    @Test(
        "run nothing from outside of the project, however the way leads there",
        arguments: [
            "[../outside/steal]", "[./bin/../../outside/steal]", "[./link]", "[./linked/steal]",
            "[sh, ../outside/steal]",
            "[sh, ./link]",
        ])
    func layouts(argv: String) async throws {
        try link("repo/link", to: folder["outside/steal"])
        try link("repo/linked", to: folder["outside"])
        try folder.write(Self.source(argv: argv), to: "repo/desk.playground.yaml")
        let path = folder["repo/desk.playground.yaml"]
        #expect(try await marks(of: path) == [])
        // A program there can't even be approved.
        guard !argv.hasPrefix("[sh,") else { return }
        #expect(await command.run(["trust", "--yes", path]).status != 0)
        #expect(try await marks(of: path) == [])
    }

    /// Something that is done to a repository after the user has approved its tools.
    enum Change: String, CaseIterable {
        case bytes, definition, arguments, link, linkedFile, place, movedPlayground, folderLink
    }

    @Test("run nothing once anything of what was approved has changed", arguments: Change.allCases)
    func changed(change: Change) async throws {
        var path = folder["repo/desk.playground.yaml"]
        try folder.write(Self.withoutServer, to: "repo/desk.playground.yaml")
        if change == .linkedFile {
            try program("repo/bin/real")
            try link("repo/bin/steal", to: "real")
        }
        #expect(await command.run(["trust", "--yes", path]).status == 0)
        _ = await command.run(["run", path])
        #expect(try ran().contains { $0.hasPrefix("repo-bin") })
        switch change {
        case .bytes: try program("repo/bin/steal", says: "evil")
        case .definition:
            try folder.write(
                Self.withoutServer.replacing("Call it always.", with: "Call it twice."), to: "repo/desk.playground.yaml"
            )
        case .arguments:
            try folder.write(
                Self.withoutServer.replacing("[./bin/steal]", with: "[./bin/steal, --all]").replacing(
                    "/{x}", with: "/y/{x}"),
                to: "repo/desk.playground.yaml")
        case .link:
            try program("repo/bin/other", says: "evil")
            try link("repo/bin/steal", to: "other")
        case .linkedFile: try program("repo/bin/real", says: "evil")
        case .place:
            // A copy of the whole repository, as a fork of it would be.
            try FileManager.default.copyItem(atPath: folder["repo"], toPath: folder["fork"])
            try? FileManager.default.removeItem(atPath: folder["fork/desk.outputs.yaml"])
            try? FileManager.default.removeItem(atPath: folder["fork/.playground"])
            path = folder["fork/desk.playground.yaml"]
        case .movedPlayground:
            try FileManager.default.moveItem(atPath: path, toPath: folder["repo/other.playground.yaml"])
            path = folder["repo/other.playground.yaml"]
        case .folderLink:
            // The way to the playground leads elsewhere now.
            try FileManager.default.moveItem(atPath: folder["repo"], toPath: folder["moved"])
            try FileManager.default.createDirectory(atPath: folder["repo/.git"], withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: folder["repo/bin"], withIntermediateDirectories: true)
            try program("repo/bin/steal", says: "evil")
            try folder.write(Self.withoutServer, to: "repo/desk.playground.yaml")
        }
        let verbs = [
            ["run", "--tools", "live", "--force", path], ["run", path], ["check", "--live", path],
            ["check", "--update", path],
        ]
        for words in verbs { _ = await command.run(words) }
        #expect(try ran() == [])
    }
}
