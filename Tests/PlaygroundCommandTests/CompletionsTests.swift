// Completions and the manual page, made from the verbs and flags; the shells that are here try theirs.

import Foundation
import Testing

@testable import PlaygroundCLI

@Suite("Completions and manual page")
struct CompletionsTests {
    /// Runs a program with a text on its standard input; nil where it is not here.
    private func run(_ program: String, _ arguments: [String], input: String = "") throws -> (
        status: Int32, out: String
    )? {
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let out = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, out)
    }

    @Test("name every verb and flag, for each shell", arguments: CompletionShell.allCases)
    func complete(shell: CompletionShell) {
        for verb in Verb.all {
            #expect(shell.script.contains(verb.name))
            for flag in verb.allFlags {
                let name = shell == .fish ? String(flag.name.drop { $0 == "-" }) : flag.name
                #expect(shell.script.contains(name), "\(verb.name) \(flag.name)")
            }
        }
    }

    @Test(
        "complete words in bash",
        arguments: [
            ("'' ", Verb.all.map(\.name)), ("ch", ["check"]), ("list --to", ["--tokens"]),
            ("model pu", ["pull"]), ("completions f", ["fish"]),
        ])
    func bash(words: String, found: [String]) throws {
        let script =
            CompletionShell.bash.script
            + "COMP_WORDS=(playground \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _playground; "
            + "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
        guard let result = try run("/bin/bash", ["-s"], input: script) else { return }
        #expect(result.out.split(separator: "\n").map(String.init) == found)
    }

    @Test("are printed, and other shells refused")
    func verbs() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run(["completions", "zsh"]).out == CompletionShell.zsh.script)
        let wrong = await fixture.run(["completions", "tcsh"])
        #expect(wrong.status == 2)
        #expect(
            wrong.err == "playground completions: error: 'completions' takes bash, zsh or fish, found 'tcsh' [usage]\n")
        #expect(await fixture.run(["man"]).out == ManualPage.text)
    }

    @Test("the manual page has every verb and flag, and nothing that a formatter would take for a request")
    func manual() {
        let lines = ManualPage.text.split(separator: "\n").map(String.init)
        for verb in Verb.all {
            #expect(lines.contains { $0.hasPrefix(".SS playground \(verb.name)") })
            for flag in verb.flags {
                let name = flag.name.replacing("-", with: "\\-")
                #expect(lines.contains { $0.hasPrefix("\\fB\(name)\\fR") }, "\(flag.name)")
            }
        }
        let requests = [".TH", ".SH", ".SS", ".TP", ".B"]
        #expect(
            lines.filter { $0.hasPrefix(".") || $0.hasPrefix("'") }.allSatisfy { line in
                requests.contains { line == $0 || line.hasPrefix("\($0) ") }
            })
    }
}
