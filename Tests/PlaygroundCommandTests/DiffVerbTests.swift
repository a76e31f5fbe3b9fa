// `playground diff` on real repositories: what it tells in each of its forms, which files of a commit it finds, and what it says
// where there is nothing to compare. Skipped where there is no git.

import Foundation
import FoundationModels
import Platform
import TestSupport
import Testing

@testable import PlaygroundCLI

private enum Git {
    static let path = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}

@Suite("Differences of revisions", .serialized, .enabled(if: Git.path != nil, "needs git"))
struct DiffVerbTests {
    private var fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        fixture.variables = ["PATH": "/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin"]
    }

    /// Runs git in the folder of the test, with nothing of this machine's settings.
    @discardableResult
    private func git(_ words: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Git.path))
        process.currentDirectoryURL = fixture.folder.url
        process.arguments =
            ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"] + words
        process.environment = ["HOME": fixture.folder.path, "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func commit(_ message: String) throws {
        try git("add", "-A")
        #expect(try git("commit", "-q", "-m", message) == 0)
    }

    /// A repository whose first commit has the playground with its answers.
    private func start() async throws {
        #expect(await fixture.run(["run", fixture.path]).status == 0)
        try git("init", "-q")
        try commit("One")
    }

    private func diff(_ words: String...) async -> CommandFixture.Output { await fixture.run(["diff"] + words) }

    @Test func inputsStandBesideWhatBecameOfThem() async throws {
        try await start()
        #expect(await diff(fixture.path).out == "desk.playground.yaml: HEAD → working tree: no difference\n")
        try fixture.edit("desk.playground.yaml", "Hello {{ name }}", "Good day, {{ name }}")
        try fixture.edit("desk.playground.yaml", "default: Ada", "default: Bo")
        try fixture.edit(
            "desk.playground.yaml", "    tags: [long]", "    options: {temperature: 0.5, seed: 3}")
        #expect(
            await diff(fixture.path).out == """
                desk.playground.yaml: HEAD → working tree
                  parameters
                    /name/value: "Ada" → "Bo"

                greet  other prompt; stale
                  prompt
                    [-Hello-]{+Good day,+} {{ name }}

                more  other options; stale
                  options
                    /sampling: "greedy" → "random"
                    /temperature: nothing → 0.5
                    /seed: nothing → 3

                2 of 2 cells have other inputs, 0 other contents; 2 are not fresh

                """)
        #expect(await fixture.run(["run", fixture.path]).status == 0)
        let answered = await diff(fixture.path)
        #expect(answered.status == 0)
        #expect(
            answered.out.contains(
                """
                greet  other prompt; content: changed
                  prompt
                    [-Hello-]{+Good day,+} {{ name }}
                  content
                    [-HELLO-]{+GOOD+} [-ADA-]{+DAY, BO+}

                more  other options; content: the same; by other history (cell greet)
                """))
        #expect(answered.out.hasSuffix("2 of 2 cells have other inputs, 1 other contents\n"))
        // Two commits compare as a commit and the files that are to become one.
        try commit("Two")
        for words in [["HEAD~1", "HEAD"], ["HEAD~1..HEAD"], ["HEAD~1...HEAD"]] {
            let committed = await fixture.run(["diff"] + words + [fixture.path])
            #expect(
                committed.out.split(separator: "\n").dropFirst() == answered.out.split(separator: "\n").dropFirst(),
                "\(words)")
        }
    }

    @Test func cellsComeAndGo() async throws {
        try await start()
        try fixture.edit("desk.playground.yaml", "- id: more", "- id: less")
        #expect(
            await diff(fixture.path).out == """
                desk.playground.yaml: HEAD → working tree

                less  added; missing

                more  removed

                2 of 3 cells have other inputs, 0 other contents; 1 is not fresh

                """)
        // What the author gave is the same, and somebody else wrote the answer.
        try fixture.edit("desk.playground.yaml", "- id: less", "- id: more")
        try fixture.edit("desk.outputs.yaml", "GO ON", "GO ON\\n  and on")
        #expect(await diff(fixture.path).out.contains("more  content: changed; edited\n"))
    }

    @Test func whatCellsShareIsToldOnce() async throws {
        try fixture.folder.write(
            """
            playground: 1
            model: fake
            instructions: Be kind.
            cells:
              - {id: a, prompt: one}
              - {id: b, prompt: two}

            """, to: "desk.playground.yaml")
        try await start()
        try fixture.edit("desk.playground.yaml", "kind", "brief")
        #expect(
            await diff(fixture.path).out.hasPrefix(
                """
                desk.playground.yaml: HEAD → working tree

                a  other instructions; stale
                  instructions
                    Be [-kind-]{+brief+}.

                b  other instructions; stale
                  instructions: as in cell a

                """))
    }

    @Test func schemasToolsAndRowsAreComparedByPlace() async throws {
        try fixture.folder.write("id,text\na,one\nb,two\n", to: "data/in,box [1].csv")
        try fixture.folder.write("#!/bin/sh\necho 1\n", to: "data/stock.sh")
        try fixture.folder.write(
            """
            playground: 1
            model: fake
            schemas:
              Ticket: {type: object, properties: {topic: {type: string, enum: [refund, other]}}, required: [topic]}
            tools:
              order:
                kind: fixture
                description: Looks up.
                parameters: {type: object, properties: {n: {type: string}}, required: [n]}
                cases: [{when: {n: A}, returns: shipped}]
              stock: {kind: command, description: Counts., parameters: {type: object}, argv: [sh, data/stock.sh]}
            cells:
              - {id: sort, prompt: sort, generating: Ticket}
              - {id: ask, prompt: ask, tools: [order, stock]}
              - {id: rows, prompt: "{{ message.text }}", matrix: {message: {file: "data/in,box [1].csv", key: id}}}

            """, to: "desk.playground.yaml")
        try git("init", "-q")
        try commit("One")
        #expect(await fixture.run(["list", fixture.path]).status != 2)
        #expect(await diff(fixture.path).out == "desk.playground.yaml: HEAD → working tree: no difference\n")
        try fixture.edit("desk.playground.yaml", "[refund, other]", "[refund, damage, other]")
        try fixture.edit("desk.playground.yaml", "shipped", "lost")
        try fixture.folder.write("#!/bin/sh\necho 2\n", to: "data/stock.sh")
        try fixture.folder.write("id,text\na,one more\nc,three\n", to: "data/in,box [1].csv")
        let out = await diff(fixture.path).out
        #expect(out.contains("    /schema/properties/topic/enum/1: \"other\" → \"damage\"\n"))
        #expect(out.contains("    /order/cases/0/answers/0: \"shipped\" → \"lost\"\n"))
        #expect(out.contains("    /stock/files/data~1stock.sh: \""))
        #expect(out.contains("    row a: {\"message\": {\"id\": \"a\", \"text\": \"one\"}} → "))
        #expect(out.contains("    row c: nothing → {\"message\": {\"id\": \"c\", \"text\": \"three\"}}\n"))
        #expect(out.contains("    row b: {\"message\": {\"id\": \"b\", \"text\": \"two\"}} → nothing\n"))
    }

    @Test func markdownIsForAReview() async throws {
        try fixture.folder.write(
            """
            playground: 1
            model: fake
            cells:
              - id: greet
                title: "A | title <b>with</b> `marks`"
                prompt: |-
                  First line
                  ``` a fence
                  Hello

            """, to: "desk.playground.yaml")
        try await start()
        try fixture.edit("desk.playground.yaml", "Hello", "Bye")
        #expect(await fixture.run(["run", fixture.path]).status == 0)
        let fence = "````"
        #expect(
            await diff("--markdown", fixture.path).out == """
                ## `desk.playground.yaml`: `HEAD` → working tree

                1 of 1 cell has other inputs, 1 other contents.

                | cell | inputs | content | record |
                | --- | --- | --- | --- |
                | greet | prompt | changed | fresh |

                ### greet: A \\| title \\<b\\>with\\</b\\> \\`marks\\`

                **prompt**

                \(fence)diff
                …
                 ``` a fence
                -Hello
                +Bye
                \(fence)

                **content**

                \(fence)diff
                …
                 ``` A FENCE
                -HELLO
                +BYE
                \(fence)

                """)
    }

    @Test func programsReadObjects() async throws {
        try await start()
        try fixture.edit("desk.playground.yaml", "Hello", "Bye")
        #expect(
            await diff("--json", fixture.path).out
                == """
                {"playground":"\(fixture.path)","from":"HEAD","cells":2,"inputs":{}}
                {"playground":"\(fixture.path)","cell":"greet","presence":"changed","state":"stale","inputs":{"prompt":{"old":"Hello {{ name }}","new":"Bye {{ name }}"}},"causes":[],"contents":[]}
                {"playground":"\(fixture.path)","cell":"more","presence":"changed","state":"stale","inputs":{},"causes":[],"contents":[]}

                """.replacing(fixture.folder.path + "/", with: ""))
    }

    @Test func whatCanNotBeComparedIsSaid() async throws {
        let path = fixture.path
        let outside = await diff(path)
        #expect(outside.status == 2)
        #expect(outside.err.contains("is in no Git repository; 'diff' compares what was committed [git.no-repository]"))
        try await start()
        let unknown = await diff("nowhere", path)
        #expect(unknown.status == 2)
        #expect(
            unknown.err
                == "desk.playground.yaml: error: there is no revision 'nowhere' in this repository [git.revision]\n")
        let absent = await diff("HEAD", fixture.folder["no.playground.yaml"])
        #expect(absent.status == 2)
        #expect(absent.err.contains("there is no 'no.playground.yaml', neither at HEAD nor in the folder"))
        #expect(
            await diff("a", "b", "c", path).err.contains("'diff' compares two revisions at most, found 'a', 'b', 'c'"))
        #expect(await diff(path + "#greet").err.contains("'diff' takes whole files"))
        var other = fixture
        other.variables = [:]
        let missing = await other.run(["diff", path])
        #expect(missing.status == 4)
        #expect(missing.err.contains("there is no program 'git' along PATH"))
    }

    @Test func aVersionThatIsWrongIsToldWithItsRevision() async throws {
        try fixture.edit("desk.playground.yaml", "{{ name }}", "{{ nmae }}")
        try git("init", "-q")
        try commit("Wrong")
        try fixture.edit("desk.playground.yaml", "{{ nmae }}", "{{ name }}")
        let wrong = await diff(fixture.path)
        #expect(wrong.status == 2)
        #expect(
            wrong.err.hasPrefix("HEAD:desk.playground.yaml:7:22: error: unknown parameter 'nmae'; did you mean 'name'?")
        )
    }

    @Test func filesComeAndGo() async throws {
        try await start()
        try fixture.folder.write(CommandFixture.source, to: "new/late.playground.yaml")
        let new = await diff("HEAD", fixture.folder["new/late.playground.yaml"])
        #expect(new.out.contains("greet  added; missing\n") && new.out.contains("more  added; missing\n"))
        try commit("Two")
        try FileManager.default.removeItem(atPath: fixture.folder["new"])
        try commit("Three")
        let gone = await diff("HEAD~1", "HEAD", fixture.folder["new/late.playground.yaml"])
        #expect(gone.status == 0)
        #expect(gone.out.contains("greet  removed\n"))
    }

    @Test func namesAreNoCommands() async throws {
        let name = "sub\n$(touch pwned) 'x\"y/-o\ttwo `a`.playground.yaml"
        try fixture.folder.write(CommandFixture.source, to: name)
        try await start()
        #expect(try git("branch", "--", "notes.txt") == 0)
        try fixture.edit(name, "Hello", "Bye")
        let path = fixture.folder[name]
        #expect(await diff(path).out.contains("    [-Hello-]{+Bye+} {{ name }}\n"))
        #expect(await diff("--markdown", path).out.contains("-Hello {{ name }}\n+Bye {{ name }}\n"))
        #expect(await diff("--", path).out.contains("greet"))
        #expect(await diff("HEAD:desk.playground.yaml", path).status == 2)
        #expect(await diff("--output=x", path).err.contains("unknown flag '--output'"))
        #expect(!FileManager.default.fileExists(atPath: fixture.folder["pwned"]))
    }

    @Test func nothingOfTheRepositoryRunsAndNothingIsLeftBehind() async throws {
        try await start()
        try fixture.folder.write("#!/bin/sh\ntouch '\(fixture.folder.path)/ran'\n", to: "hook.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.folder["hook.sh"])
        let hook = fixture.folder["hook.sh"]
        for key in ["core.fsmonitor", "core.pager", "diff.external", "core.sshCommand", "core.editor"] {
            try git("config", key, hook)
        }
        func left() -> [String] {
            let folder = FileManager.default.temporaryDirectory.path
            return ((try? FileSystem.list(folder)) ?? []).filter { $0.hasPrefix("playground-diff-") }
        }
        let before = left()
        let status = try FileManager.default.contentsOfDirectory(atPath: fixture.folder[".git"]).sorted()
        #expect(await diff(fixture.path).status == 0)
        #expect(await diff("nowhere", fixture.path).status == 2)
        #expect(left() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder[".git"]).sorted() == status)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder["ran"]))
    }

    @Test func linksStayInTheRepository() async throws {
        let secret = try ScratchFolder()
        try secret.write("a secret of this machine", to: "secret.txt")
        try fixture.folder.write("From a link.", to: "texts/role.txt")
        let folder = fixture.folder
        try FileManager.default.createSymbolicLink(atPath: folder["role.txt"], withDestinationPath: "texts/role.txt")
        try FileManager.default.createSymbolicLink(
            atPath: folder["other.txt"], withDestinationPath: secret["secret.txt"])
        try folder.write(
            "playground: 1\nmodel: fake\ninstructions: {file: role.txt}\ncells:\n  - {id: a, prompt: one}\n",
            to: "desk.playground.yaml")
        try await start()
        #expect(await diff(fixture.path).out == "desk.playground.yaml: HEAD → working tree: no difference\n")
        try fixture.edit("desk.playground.yaml", "file: role.txt", "file: other.txt")
        try commit("Two")
        let refused = await diff("HEAD~1", "HEAD", fixture.path)
        #expect(refused.status == 2)
        #expect(refused.err.contains("HEAD:desk.playground.yaml:3:22: error: can't read 'other.txt': no such file"))
    }
}
