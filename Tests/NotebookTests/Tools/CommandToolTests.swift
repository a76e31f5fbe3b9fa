// Programs as tools, with everything that can go wrong with them; approval, replay and secrets. Nothing of a program may be
// left when its call is over.

import Foundation
import FoundationModels
import TestSupport
import Testing

@testable import Notebook

@Suite("Command tools")
struct CommandToolTests {
    static func source(_ script: String, more: String = "", secrets: String = "") -> String {
        """
        playground: 1
        model: fake
        \(secrets)
        tools:
          stock:
            kind: command
            description: Copies left.
            parameters: {type: object, properties: {sku: {type: string}}, required: [sku]}
            argv: [sh, -c, \(JSONValue.string(script).text(.compact))]
            \(more)
        cells:
          - {id: left, tools: [stock], prompt: How many?}

        """
    }

    private static let call = CallingModels(calling: [("stock", #"{"sku": "mug"}"#)])

    private static func answer(_ script: String, more: String = "") async throws -> String {
        let workspace = try Workspace(source(script, more: more))
        let lines = try await workspace.run(call)
        return try workspace.entry("left")?.content ?? lines[0]
    }

    @Test("read their arguments as JSON on standard input, and no shell reads their words")
    func arguments() async throws {
        #expect(try await Self.answer("cat") == "{\"sku\": \"mug\"}\n")
        let source = Self.source("").replacing(
            "argv: [sh, -c, \"\"]", with: #"argv: [printf, "%s|", "$HOME", "a b", "`id`; rm *", "*"]"#)
        let workspace = try Workspace(source)
        #expect(try await workspace.run(Self.call) == ["left ran"])
        #expect(try workspace.entry("left")?.content == "$HOME|a b|`id`; rm *|*|")
    }

    static let failures: [(script: String, says: String)] = [
        ("echo out; echo why >&2; exit 3", "out\nwhy\n[exit status 3]"),
        ("kill -SEGV $$", "[ended by signal 11]"),
        ("exec 0<&-; sleep 0.1; echo fine", "fine\n"),
        ("exec 1>&- 2>&-; sleep 0.1", ""),
        ("printf 'a\\000b'", "[binary output of 3 bytes, beginning with 61 00 62]"),
        ("printf '\\377\\376x'", "[binary output of 3 bytes, beginning with ff fe 78]"),
    ]

    @Test("that fail are data for the model", arguments: failures)
    func failure(script: String, says: String) async throws {
        #expect(try await Self.answer(script) == says)
    }

    @Test("are shown up to a limit, head and tail")
    func limit() async throws {
        let text = try await Self.answer("seq 1 100000", more: "maxOutput: 40")
        #expect(text.hasPrefix("1\n2\n3\n"))
        #expect(text.hasSuffix("99999\n100000\n"))
        #expect(text.contains("\n[… 588855 of 588895 bytes left out …]\n"))
        // Characters are never cut.
        let wide = try await Self.answer(
            "i=0; while [ $i -lt 50 ]; do printf 'é'; i=$((i+1)); done", more: "maxOutput: 11")
        #expect(wide.hasPrefix("ééé\n[… ") && wide.hasSuffix("]\néé"))
    }

    @Test("that hang are ended at their deadline, and nothing is left of them")
    func hang() async throws {
        let mark = "86\(Int.random(in: 100_000...999_999))"
        let script = "trap '' TERM INT; setsid sleep \(mark) & sleep \(mark) & sleep \(mark)"
        let line = try await Self.answer(script, more: "timeout: 500ms")
        #expect(line.hasSuffix("error: the tool 'stock' took longer than 500ms, and was ended [tool.deadline]"))
        #expect(Processes.count(holding: mark) == 0)
    }

    @Test("that end leave no children behind")
    func children() async throws {
        let mark = "86\(Int.random(in: 100_000...999_999))"
        let text = try await Self.answer("setsid sh -c 'setsid sleep \(mark) & sleep \(mark)' & sleep 0.2; echo done")
        #expect(text == "done\n")
        #expect(Processes.count(holding: mark) == 0)
    }

    @Test("that can't be started fail the cell")
    func start() async throws {
        let source = Self.source("").replacing("argv: [sh, -c, \"\"]", with: "argv: [no-such-program-here]")
        let workspace = try Workspace(source)
        #expect(
            try await workspace.run(Self.call)[0].hasSuffix(
                "error: the tool 'stock' can't be started: no program 'no-such-program-here' along PATH [tool.start]"))
        try workspace.folder.write("no program", to: "plain")
        try workspace.write(source.replacing("no-such-program-here", with: "./plain"))
        #expect(try await workspace.run(Self.call)[0].contains("the tool 'stock' can't be started: permission denied"))
    }

    @Test("run only when they are approved, and are replayed without")
    func trust() async throws {
        let workspace = try Workspace(Self.source("date +%N; echo x >> log"))
        let refused = try await workspace.run(Self.call, isTrusted: false)
        #expect(
            refused == [
                "left failed: \(workspace.folder[Workspace.name]):12:10: error: the tool 'stock' needs trust; review it: "
                    + "playground trust \(workspace.folder[Workspace.name]) [tool.needs-trust]"
            ])
        #expect(!workspace.folder.files().contains("log"))
        #expect(try workspace.plan(FakeModels()) == ["left needs-trust: the tool 'stock' needs trust"])
        #expect(try await workspace.run(Self.call) == ["left ran"])
        let content = try workspace.entry("left")?.content
        #expect(try workspace.folder.text(of: "log") == "x\n")
        // The n-th identical call has the n-th recorded answer, and starts nothing.
        #expect(try await workspace.run(Self.call, isTrusted: false, isForced: true) == ["left ran, same"])
        #expect(try workspace.entry("left")?.content == content)
        #expect(try await workspace.run(Self.call, mode: .replay, isForced: true) == ["left ran, same"])
        #expect(try workspace.folder.text(of: "log") == "x\n")
        let twice = CallingModels(calling: [("stock", #"{"sku": "mug"}"#), ("stock", #"{"sku": "mug"}"#)])
        let lines = try await workspace.run(twice, mode: .replay, isForced: true)
        #expect(
            lines[0].hasSuffix(
                "error: no answer to the call stock({\"sku\": \"mug\"}) is on record; run without '--tools replay' "
                    + "[tool.no-recording]"))
        #expect(try await workspace.run(Self.call, mode: .live, isForced: true) == ["left ran, differs"])
        #expect(try workspace.folder.text(of: "log") == "x\nx\n")
        // Another tool has other answers.
        try workspace.write(Self.source("date +%N; echo y >> log"))
        #expect(try workspace.plan(FakeModels()) == ["left needs-trust: tools changed, the tool 'stock' needs trust"])
    }

    @Test("are other tools once a file of theirs has changed, also between loading and running")
    func files() async throws {
        let source = Self.source("").replacing("argv: [sh, -c, \"\"]", with: "argv: [sh, ./tool.sh]")
        let workspace = try Workspace(source)
        try workspace.folder.write("echo one", to: "tool.sh")
        let before = try #require(try workspace.document().trustSurface)
        try workspace.folder.write("echo two", to: "tool.sh")
        #expect(try workspace.document().trustSurface != before)
        let lines = try await workspace.run(FakeModels()) { runner in
            runner.source = Self.call
            runner.tools.variables = CommandFiles.variables
            runner.tools.isTrusted = { _, _ in
                // As late as can be: the approval is found, and the file is another one.
                _ = try? workspace.folder.write("echo three", to: "tool.sh")
                return true
            }
        }
        #expect(lines[0].contains("'./tool.sh' has changed since the tool 'stock' was loaded"))
    }

    @Test("have changing values replaced before the model sees them")
    func volatile() async throws {
        let script = "printf '{\"at\": {\"time\": %s, \"n\": 1}, \"list\": [{\"id\": %s}]}' 1$(date +%N) 1$(date +%N)"
        let text = try await Self.answer(script, more: "volatile: [/at/time, /list/*/id, /none]")
        #expect(text == #"{"at": {"time": "[volatile]", "n": 1}, "list": [{"id": "[volatile]"}]}"#)
    }

    @Test("never give a secret away")
    func secrets() async throws {
        let secret = #"k/e+y"\ ÿ 42?"#
        let python =
            "import os,base64,json,urllib.parse as u; s=os.environ['TOKEN']; b=s.encode(); "
            + "print(s, json.dumps(s), json.dumps(s, ensure_ascii=False), u.quote(s), u.quote(s, safe=''), u.quote_plus(s), b.hex(), "
            + "*[base64.b64encode(b'x'*n + b + b'yy').decode() for n in range(4)], "
            + "base64.urlsafe_b64encode(b).decode(), 'visible')"
        let source = Self.source("", more: "env: [TOKEN]", secrets: "secrets: [TOKEN]").replacing(
            "[sh, -c, \"\"]", with: "[python3, -c, \(JSONValue.string(python).text(.compact))]")
        let workspace = try Workspace(source)
        var variables = CommandFiles.variables
        variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        variables["HOME"] = ProcessInfo.processInfo.environment["HOME"]
        let without = try await workspace.run(Self.call, variables: variables)
        #expect(without[0].hasSuffix("error: the secret 'TOKEN' is not set in the environment [tool.secret]"))
        variables["TOKEN"] = "short"
        #expect(try await workspace.run(Self.call, variables: variables)[0].contains("has fewer than 6 bytes"))
        variables["TOKEN"] = secret
        #expect(try await workspace.run(Self.call, variables: variables) == ["left ran"])
        let content = try #require(try workspace.entry("left")?.content)
        #expect(content.contains("[secret TOKEN]"))
        let scrubber = SecretScrubber(names: ["TOKEN"], variables: variables)
        for name in workspace.folder.files() {
            #expect(scrubber.secret(in: try workspace.folder.text(of: name)) == nil, "\(name)")
        }
        // A prompt that holds it is not asked, and no message repeats it.
        try workspace.write(source.replacing("prompt: How many?", with: "prompt: 'How many? \(secret)'"))
        let lines = try await workspace.run(Self.call, variables: variables)
        #expect(lines[0].contains("not asked, for the prompt holds the secret 'TOKEN'"))
        #expect(!lines.joined().contains(secret))
    }

    @Test("stay within the project", arguments: ["../x.sh", "sub/../x.sh", "link.sh", "linked/x.sh"])
    func outside(path: String) throws {
        let outer = try ScratchFolder()
        try outer.write("echo", to: "x.sh")
        let workspace = try Workspace(Self.source("").replacing("[sh, -c, \"\"]", with: "[sh, \(path)]"))
        try workspace.folder.write("", to: ".playground-root")
        let files = FileManager.default
        try files.createDirectory(atPath: workspace.folder["sub"], withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: workspace.folder["link.sh"], withDestinationPath: outer["x.sh"])
        try files.createSymbolicLink(atPath: workspace.folder["linked"], withDestinationPath: outer.url.path)
        if path == "../x.sh" {
            try Data("echo".utf8).write(to: workspace.folder.url.deletingLastPathComponent().appending(path: "x.sh"))
        }
        let file = PlaygroundFile.load(path: workspace.folder[Workspace.name])
        #expect(file.diagnostics.map(\.code) == ["notebook.tool-file"])
    }
}

/// Processes of this machine.
enum Processes {
    /// Those whose command line holds a text.
    static func count(holding text: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            guard Int32(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                return false
            }
            return String(decoding: line, as: UTF8.self).contains(text)
        }.count
    }
}
