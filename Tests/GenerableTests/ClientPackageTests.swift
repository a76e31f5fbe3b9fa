// A package of somebody else: this repository fetched by a tag, built and run in every language mode. It builds half of the
// package anew, which takes minutes, and so runs under PLAYGROUND_TEST_ALL only.

import Foundation
import TestSupport
import Testing

@Suite("Client package")
struct ClientPackageTests {
    private static let isWanted = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] == "1"

    private func run(_ command: [String], in folder: URL) throws {
        let outcome = try Compiler.run(command, in: folder)
        guard outcome.status == 0 else {
            struct Failure: Error { var command: [String], output: String }
            throw Failure(command: command, output: outcome.output)
        }
    }

    /// The working tree as it is, committed and tagged elsewhere.
    private func tagged(in scratch: ScratchFolder) throws -> URL {
        let copy = scratch.url.appending(path: "prompt-notebook")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        try run(
            [
                "sh", "-c",
                "git ls-files -z --cached --others --exclude-standard -- Package.swift Sources Tests"
                    + #" | tar --create --null --ignore-failed-read --files-from=- | tar --extract --directory "$0""#,
                copy.path,
            ], in: Locations.repository)
        let git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
        try run(["git", "init", "--quiet"], in: copy)
        try run(git + ["add", "--all"], in: copy)
        try run(git + ["commit", "--quiet", "--no-verify", "--message", "state"], in: copy)
        try run(git + ["tag", "0.0.1"], in: copy)
        return copy
    }

    @Test(
        "A package that depends on a tag builds without warnings and runs in every language mode",
        .enabled(if: isWanted, "builds a package: set PLAYGROUND_TEST_ALL=1"))
    func client() throws {
        let scratch = try ScratchFolder()
        let client = scratch.url.appending(path: "client")
        let template = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Client")
        let manifest = try String(contentsOf: template.appending(path: "Package.swift"), encoding: .utf8)
            .replacing("ADDRESS", with: try tagged(in: scratch).absoluteString)
        let main = try Data(contentsOf: template.appending(path: "main.swift"))
        let programs = ["swift5", "swift6", "isolated"]
        for name in programs {
            let folder = client.appending(path: "Sources/\(name)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try main.write(to: folder.appending(path: "main.swift"))
        }
        let tests = client.appending(path: "Sources/fixtures")
        try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: template.appending(path: "fixtures.swift"), to: tests.appending(path: "fixtures.swift"))
        try Data(manifest.utf8).write(to: client.appending(path: "Package.swift"))

        let build = try Compiler.run(["swift", "build"], in: client)
        try #require(build.status == 0, "\(build.output)")
        #expect(!build.output.contains("warning: "), "\(build.output)")
        for name in programs {
            let outcome = try Compiler.run([client.appending(path: ".build/debug/\(name)").path])
            #expect(
                outcome.output == ##"""
                    true
                    ca
                    {"type": "object", "title": "Menu", "properties": {"season": {"$ref": "#/$defs/Season"}, \##
                    "parts": {"type": "array", "items": {"$ref": "#"}}}, "required": ["season", "parts"], \##
                    "additionalProperties": false, "x-order": ["season", "parts"], \##
                    "$defs": {"Season": {"type": "string", "title": "Season", "enum": ["spring", "fall"]}}}
                    autumn
                    Recipe Shared
                    client 37
                    a playground ran

                    """##, "\(name)")
        }
        let notebooks = Locations.repository.appending(path: "notebooks").path
        let fixtures = try Compiler.run([client.appending(path: ".build/debug/fixtures").path, notebooks])
        #expect(
            fixtures.output == """
                9 9
                shipped
                where {"status": "shipped", "days": 2}
                again {"status": "shipped", "days": 2}
                true

                """)
    }
}
