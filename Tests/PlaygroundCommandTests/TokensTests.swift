// `list --tokens` with a model that counts.

import FoundationModels
import Notebook
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite("list --tokens")
struct TokensTests {
    @Test("says where the weights are not here, and lists all the same")
    func missing() async throws {
        let fixture = try CommandFixture()
        let listed = await fixture.run(["list", "--tokens", fixture.path])
        #expect(listed.status == 0)
        #expect(listed.err == "the weights of fake are not on this machine; its tokens are not counted\n")
        #expect(listed.out.hasPrefix("greet  missing\n"))
    }

    @Test("shows tokens, what is left, and the schema's; warns before a cell that will not fit")
    func counts() async throws {
        var fixture = try CommandFixture()
        fixture.models.wordCount = 100
        try fixture.folder.write(
            """
            playground: 1
            model: fake
            context: {size: 64}
            schemas:
              A: {type: string}
            tools:
              sum: {kind: builtin, use: calculator}
              day: {kind: builtin, use: clock, now: Monday}
            cells:
              - {id: short, prompt: One two., generating: A, tools: [sum, day]}
              - {id: long, prompt: One two three four., options: {maximumResponseTokens: 61}}

            """, to: "desk.playground.yaml")
        let listed = await fixture.run(["list", "--tokens", fixture.path])
        #expect(
            listed.out == """
                short  missing
                    19 tokens, 45 left of 64; schema 3; tool sum 7; tool day 7
                long   missing
                    4 tokens, 60 left of 64

                """)
        #expect(
            listed.err
                == "desk.playground.yaml:11:10: warning: cell 'long' takes 4 tokens, and 61 for its answer, of a context of "
                + "64; shorten it, or say 'context: {whenFull: …}' [notebook.context]\n")
        let json = await fixture.run(["list", "--tokens", "--json", fixture.path])
        #expect(
            json.out.contains(#""promptTokens":19,"contextSize":64,"schemaTokens":3,"toolTokens":{"sum":7,"day":7}"#))
    }
}
