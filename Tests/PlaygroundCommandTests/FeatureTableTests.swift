// Rows of the feature table that no other suite holds; docs/Format-tests.md says which test holds which.

import Foundation
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite("Features")
struct FeatureTableTests {
    private var fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.folder.write(
            """
            playground: 1
            model: fake
            cells:
              - id: rows
                matrix: {word: [one, two, three, four]}
                passRate: 0.5
                prompt: "say {{ word }}"
                expect: [{contains: "T"}]
              - id: plain
                prompt: hello
                expect:
                  - {equals: HELLO}
                  - {contains: X}

            """, to: "desk.playground.yaml")
    }

    @Test("A share of rows may be enough, and the rest is told")
    func passRate() async throws {
        try fixture.edit("desk.playground.yaml", "      - {contains: X}\n", "")
        #expect(await fixture.run(["run", fixture.path]).status == 0)
        #expect(await fixture.run(["check", fixture.path]).status == 0)
        // Two of four hold a T.
        try fixture.edit("desk.playground.yaml", "passRate: 0.5", "passRate: 0.75")
        let check = await fixture.run(["check", fixture.path])
        #expect(check.status == 1)
        #expect((check.out + check.err).contains("2 of 4 rows pass, wanted 0.75 [expect.passRate]"))
    }

    @Test("An expectation that is edited is judged on the old output, without a model")
    func edited() async throws {
        #expect(await fixture.run(["run", fixture.path]).status == 1)
        var broken = fixture
        broken.models.tail = "!"
        let check = await broken.run(["check", fixture.path])
        #expect(check.status == 1)
        #expect(
            (check.out + check.err).contains("desk.playground.yaml:13:9: error: cell 'plain': expected"))
        try fixture.edit("desk.playground.yaml", "{contains: X}", "{contains: HELL}")
        #expect(await broken.run(["check", fixture.path]).status == 0)
        #expect(await broken.run(["list", "--stale", fixture.path]).out.isEmpty)
    }

    @Test("Failing and broken are told apart by the exit code")
    func exitCodes() async throws {
        #expect(await fixture.run(["run", fixture.path]).status == 1)
        #expect(await fixture.run(["check", fixture.path]).status == 1)
        try fixture.edit("desk.playground.yaml", "prompt: hello", "prompt: good evening")
        #expect(await fixture.run(["check", fixture.path]).status == 3)
        try fixture.edit("desk.playground.yaml", "prompt: good evening", "prompt: please fail")
        #expect(await fixture.run(["run", fixture.path]).status == 4)
        try fixture.edit("desk.playground.yaml", "prompt: please fail", "promt: x")
        #expect(await fixture.run(["check", fixture.path]).status == 2)
        try fixture.edit("desk.playground.yaml", "promt: x", "prompt: hello")
        #expect(await fixture.run(["check", "--exit-zero", fixture.path]).status == 0)
    }

    @Test("A check is a report that CI systems show, with file and line")
    func junit() async throws {
        _ = await fixture.run(["run", fixture.path])
        let path = fixture.folder["junit.xml"]
        #expect(await fixture.run(["check", "--report", "junit=\(path)", fixture.path]).status == 1)
        let xml = try fixture.folder.text(of: "junit.xml").replacing(fixture.folder.path + "/", with: "")
        #expect(xml.contains("<testsuite name=\"desk.playground.yaml\""))
        #expect(xml.contains("file=\"desk.playground.yaml\"") && xml.contains("line=\"9\""))
        #expect(xml.contains("<failure type=\"expect.contains\""))
        #expect(xml.contains("desk.playground.yaml:13:9: "))
        let github = await fixture.run(["check", "--report", "github", fixture.path])
        #expect((github.out + github.err).contains("::error file=desk.playground.yaml,line=13"))
    }

    @Test("A schema may contain itself, and is checked before anything runs")
    func recursion() async throws {
        let source = """
            playground: 1
            model: fake
            schemas:
              NODE:
                type: object
                properties: {A: {type: integer}, B: {type: array, items: {$ref: NODE}}}
                required: [A, B]
            cells:
              - {id: tree, prompt: '{"A": 1, "B": [{"A": 2, "B": []}]}', generating: NODE}

            """
        try fixture.folder.write(source, to: "desk.playground.yaml")
        let run = await fixture.run(["run", fixture.path])
        #expect(run.out == "# tree\n{\"A\": 1, \"B\": [{\"A\": 2, \"B\": []}]}\n")
        // One that can't end is told, and nothing runs.
        try fixture.folder.write(
            source.replacing("B: {type: array, items: {$ref: NODE}}", with: "B: {$ref: NODE}"),
            to: "desk.playground.yaml")
        let endless = await fixture.run(["run", fixture.path])
        #expect(endless.status == 2)
        #expect(endless.out.isEmpty)
    }
}
