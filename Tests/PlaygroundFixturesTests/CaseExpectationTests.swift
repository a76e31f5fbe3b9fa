// Cells as cases: the app's tools by name, and the cells' own expectations.

import Foundation
import FoundationModels
import Notebook
import PlaygroundFixtures
import TestSupport
import Testing

@Generable private struct DeskNumber { var number: String }
@Generable private struct DeskKey { var key: String }

private struct DeskOrder: Tool {
    let name = "order"
    let description = "Looks an order up."
    func call(arguments: DeskNumber) async throws -> String { "shipped \(arguments.number)" }
}

private struct DeskWrongOrder: Tool {
    let name = "order"
    let description = "Looks an order up."
    func call(arguments: DeskKey) async throws -> String { "" }
}

private struct DeskOrdre: Tool {
    let name = "ordre"
    let description = "Looks an order up."
    func call(arguments: DeskNumber) async throws -> String { "" }
}

@Suite("Cells as cases")
struct CaseExpectationTests {
    private let folder: ScratchFolder
    private let fixture: PlaygroundFixture
    private var place: String { folder["desk.playground.yaml"] }

    init() throws {
        folder = try ScratchFolder()
        try folder.write(
            """
            playground: 1
            tools:
              order:
                kind: fixture
                description: Call it for every order.
                parameters: {type: object, properties: {number: {type: string}}, required: [number]}
                otherwise: {error: none}
            cells:
              - id: where
                tools: [order]
                prompt: Where is A17?
                expect:
                  - {calls: [{tool: order, arguments: {number: A17}}]}
                  - {contains: shipped}
              - id: plain
                prompt: Hello.
                expect: [{not: {contains: order}}]
              - id: wrong
                prompt: Fail.
                expect: [{error: out of order}]

            """, to: "desk.playground.yaml")
        fixture = try PlaygroundFixture(path: folder["desk.playground.yaml"])
    }

    private func run(_ cell: String, _ turns: [ScriptedLanguageModel.Turn]) async throws -> GeneratedContent {
        let found = try fixture.cases(tools: [DeskOrder()], only: [cell])
        return try await #require(found.first).run(on: ScriptedLanguageModel(turns))
    }

    @Test("are asked with the tools that they see, and hold where expectations do")
    func holds() async throws {
        let call = ScriptedLanguageModel.Step.toolCall(name: "order", arguments: #"{"number": "A17"}"#)
        #expect(try await run("where", [[call], [.text("It is shipped.")]]).jsonString == "\"It is shipped.\"")
        #expect(try await run("plain", [[.text("Hi.")]]).jsonString == "\"Hi.\"")
        // A cell sees its own tools and no others.
        let error = await #expect(throws: FixtureError.self) { try await run("plain", [[call], [.text("Hi.")]]) }
        #expect(error?.description.contains("cell 'plain' failed: ") == true)
    }

    @Test("fail at the place of each expectation that does not hold")
    func misses() async throws {
        let error = await #expect(throws: FixtureError.self) { try await run("where", [[.text("Well.")]]) }
        let lines = error?.description.split(separator: "\n").map(String.init) ?? []
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("\(place):13:9: error: cell 'where': expected the calls") == true)
        #expect(lines.last?.hasPrefix("\(place):14:9: error: cell 'where': expected") == true)
        #expect(lines.last?.hasSuffix("[expect.contains]") == true)
    }

    @Test("may be expected to fail")
    func failures() async throws {
        struct Broken: Error, CustomStringConvertible { let description = "the model is out of order" }
        #expect(try await run("wrong", [[.failure(Broken())]]).jsonString == "null")
        let error = await #expect(throws: FixtureError.self) { try await run("wrong", [[.text("Fine.")]]) }
        #expect(error?.description.hasSuffix("[expect.error]") == true)
    }

    @Test("refuse tools that are missing, unknown, or take other arguments")
    func tools() throws {
        let missing = #expect(throws: FixtureError.self) { try fixture.cases(only: ["where"]) }
        #expect(
            missing?.description
                == "\(place):10:13: error: cell 'where' sees the tool 'order', and none of that name is given [fixtures.tool]"
        )
        let unknown = #expect(throws: FixtureError.self) { try fixture.cases(tools: [DeskOrder(), DeskOrdre()]) }
        #expect(
            unknown?.description
                == "\(place): error: there is no tool 'ordre'; did you mean 'order'? [fixtures.tool]")
        let drift = #expect(throws: FixtureError.self) { try fixture.cases(tools: [DeskWrongOrder()]) }
        #expect(
            drift?.description
                == "\(place):3:3: error: the arguments of tool 'order' are not those of DeskWrongOrder at #/properties/number: "
                + "the type has no such property [fixtures.drift]")
    }
}
