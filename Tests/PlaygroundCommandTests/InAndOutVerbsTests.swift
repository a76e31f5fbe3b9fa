// `import` and `export` on the command line.

import Foundation
import FoundationModels
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite("import and export")
struct InAndOutVerbsTests {
    let fixture: CommandFixture

    init() throws { fixture = try CommandFixture() }

    @Test("an imported file lists, runs and checks; what was lost is told and stands in the file")
    func importing() async throws {
        try fixture.folder.write(
            "---\nmodel: m/x\n---\n{{role \"system\"}}Be kind.{{role \"user\"}}Say {{word}}", to: "say.prompt")
        let imported = await fixture.run(["import", fixture.folder["say.prompt"]])
        #expect(imported.status == 0)
        #expect(imported.out == "say.playground.yaml\n")
        #expect(
            imported.err == """
                not carried over: model: m/x
                not carried over: no value for 'word': the parameter's default is empty

                """)
        let path = fixture.folder["say.playground.yaml"]
        #expect(try fixture.folder.text(of: "say.playground.yaml").contains("# - model: m/x\n"))
        #expect(await fixture.run(["list", path]).out == "say  missing\n")
        #expect(await fixture.run(["run", path]).status == 0)
        #expect(await fixture.run(["check", path]).status == 0)
        let again = await fixture.run(["import", fixture.folder["say.prompt"]])
        #expect(again.status == 2)
        #expect(
            again.err
                == "playground import: error: 'say.playground.yaml' is there already; nothing was written [usage]\n")
        let printed = await fixture.run(["import", "-o", "-", fixture.folder["say.prompt"]])
        #expect(printed.out == (try fixture.folder.text(of: "say.playground.yaml")))
    }

    @Test("an import of cases writes both files or none")
    func cases() async throws {
        try fixture.folder.write(
            "messages: [{role: user, content: 'Say {{a}}'}]\ntestData: [{a: x}, {a: y}]\n", to: "say.prompt.yml")
        let printed = await fixture.run(["import", "-o", "-", fixture.folder["say.prompt.yml"]])
        #expect(printed.status == 2)
        try fixture.folder.write("[]", to: "say.cases.json")
        #expect(await fixture.run(["import", fixture.folder["say.prompt.yml"]]).status == 2)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder["say.playground.yaml"]))
        try FileManager.default.removeItem(atPath: fixture.folder["say.cases.json"])
        let imported = await fixture.run(["import", "--json", fixture.folder["say.prompt.yml"]])
        #expect(imported.out == "{\"written\":\"say.cases.json\"}\n{\"written\":\"say.playground.yaml\"}\n")
        let run = await fixture.run(["run", fixture.folder["say.playground.yaml"]])
        #expect(run.status == 0)
        #expect(try fixture.folder.text(of: "say.outputs/say.yaml").contains("SAY X"))
    }

    @Test("conversations are exported as messages, those on record only")
    func messages() async throws {
        let before = await fixture.run(["export", "--to", "openai", fixture.path])
        #expect(before.status == 3)
        #expect(before.out.isEmpty)
        _ = await fixture.run(["run", fixture.path])
        let one = await fixture.run(["export", "--to", "openai", "\(fixture.path)#more"])
        #expect(one.status == 0)
        #expect(
            one.out
                == #"{"model": "fake", "messages": [{"role": "user", "content": "Hello Ada"}, {"role": "assistant", "content": "HELLO ADA"}, "#
                + #"{"role": "user", "content": "go on"}, {"role": "assistant", "content": "GO ON"}], "temperature": 0}"#
                + "\n")
        let all = await fixture.run(["export", "--to", "openai", "-o", fixture.folder["all.jsonl"], fixture.path])
        #expect(all.status == 0)
        #expect(try fixture.folder.text(of: "all.jsonl").split(separator: "\n").count == 2)
    }

    @Test("a notebook is exported as Markdown of which no text ends its fence")
    func markdown() async throws {
        try fixture.edit("desk.playground.yaml", "prompt: go on", "prompt: \"a ``` b\\n# no heading\"")
        _ = await fixture.run(["run", fixture.path])
        let page = await fixture.run(["export", "--to", "markdown", fixture.path])
        #expect(
            page.out == """
                # desk

                Model: `fake`

                ## `greet`

                **Prompt**

                ```text
                Hello Ada
                ```

                **Answer**

                ```text
                HELLO ADA
                ```

                ## `more`

                *continues `greet`*

                **Prompt**

                ````text
                a ``` b
                # no heading
                ````

                **Answer**

                ````text
                A ``` B
                # NO HEADING
                ````

                """)
    }

    @Test("an export takes the place of no playground and no record")
    func ownFiles() async throws {
        _ = await fixture.run(["run", fixture.path])
        let source = try fixture.folder.text(of: "desk.playground.yaml")
        for file in ["desk.playground.yaml", "desk.outputs.yaml"] {
            let export = await fixture.run(["export", "--to", "swift", "-o", fixture.folder[file], fixture.path])
            #expect(export.status == 2)
        }
        #expect(try fixture.folder.text(of: "desk.playground.yaml") == source)
        #expect(await fixture.run(["check", fixture.path]).status == 0)
        let unknown = await fixture.run(["export", "--to", "word", fixture.path])
        #expect(
            unknown.err
                == "playground export: error: 'export' needs '--to swift', '--to openai' or '--to markdown', found 'word' [usage]\n"
        )
    }
}
