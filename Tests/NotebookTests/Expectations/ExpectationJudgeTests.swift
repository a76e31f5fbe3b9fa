// Expectations against answers on record: each check, met and not met, with the words for it.

import FoundationModels
import TestSupport
import Testing

@testable import Notebook

private let head = """
    playground: 1
    model: fake
    params:
      word: {type: string, default: mug}
    schemas:
      Ticket:
        type: object
        properties:
          topic: {type: string}
          items: {type: array, items: {type: string}}
          total: {type: number}
        required: [topic, items, total]
    cells:
      - {id: other, prompt: Other}

    """
private let structure = #"{"topic": "refund", "items": ["blue mug", "cup"], "total": 12.50}"#

@Suite struct ExpectationJudgeTests {
    /// The words of the verdict on one expectation, `met` where it is.
    private func verdict(
        _ expectation: String, on content: String, generating: Bool = false,
        change: (inout OutputEntry) -> Void = { _ in }
    ) async throws -> String {
        let desk = try Workspace(
            head + "  - id: cell\n    prompt: Ask\n" + (generating ? "    generating: Ticket\n" : "")
                + "    expect: [\(expectation)]\n")
        let models = FakeModels()
        models.answer("Ask", with: content)
        models.answer("Other", with: "blue")
        try await desk.run(models)
        let document = try desk.document()
        var entries = Dictionary(
            uniqueKeysWithValues: try OutputsFile(at: desk.paths.outputs).entries.map { ($0.id, $0.entry) })
        let cell = try #require(document.cell("cell"))
        if var entry = entries["cell"] {
            change(&entry)
            entries["cell"] = entry
        }
        let judge = ExpectationJudge(
            document, parameters: document.parameterValues(given: []).values, contents: entries)
        let result = judge.judge(cell.expectations, .answered(try #require(entries["cell"])))[0]
        return result.isMet ? "met" : "\(result.wanted); found \(result.found)"
    }

    @Test(
        "Texts",
        arguments: [
            ("{contains: mug}", "met"),
            ("{contains: '{{ word }}'}", "met"),
            ("{contains: '{{ cells.other.content }}'}", "met"),
            ("{contains: Mug}", #"expected to contain "Mug"; found "A blue mug. 42""#),
            ("{contains: ''}", "met"),
            ("{not: {contains: mug}}", #"expected not to contain "mug"; found "A blue mug. 42""#),
            ("{startsWith: A blue}", "met"),
            ("{startsWith: blue}", #"expected to start with "blue"; found "A blue mug. 42""#),
            ("{matches: '[0-9]+$'}", "met"),
            ("{matches: '^[0-9]+$'}", #"expected to match "^[0-9]+$"; found "A blue mug. 42""#),
            ("{equals: A blue mug. 42}", "met"),
            ("{equals: 'A blue mug. 43'}", #"expected to be "A blue mug. 43"; found "A blue mug. 42""#),
            ("{oneOf: [x, A blue mug. 42]}", "met"),
            ("{oneOf: [x, 42]}", #"expected to be one of "x", "42"; found "A blue mug. 42""#),
            ("{count: 14}", "met"),
            ("{count: {minimum: 20}}", "expected to have at least 20; found 14"),
            ("{count: {minimum: 2, maximum: 3}}", "expected to have 2 to 3; found 14"),
            ("{finish: stop}", "met"),
            ("{finish: length}", "expected to finish by length; found stop"),
            ("{maxTokens: 4}", "met"),
            ("{maxTokens: 3}", "expected at most 3 tokens; found 4"),
            ("{calls: []}", "met"),
            ("{calls: [{tool: order}]}", "expected the calls order; found none"),
            ("{schema: Ticket}", #"expected to be by the schema Ticket; found "A blue mug. 42""#),
            ("{not: {schema: Ticket}}", "met"),
            ("{error: context}", #"expected to fail with "context"; found an answer"#),
        ])
    func texts(expectation: String, words: String) async throws {
        #expect(try await verdict(expectation, on: "A blue mug. 42") == words)
    }

    @Test func aTextThatLooksLikeANumberIsText() async throws {
        #expect(try await verdict("{equals: 1.10}", on: "1.10") == "met")
        #expect(try await verdict("{equals: true}", on: "true") == "met")
        #expect(try await verdict("{schema: Ticket}", on: structure) == "met")
        #expect(try await verdict("{schema: Ticket}", on: "{}") != "met")
    }

    @Test(
        "Structures",
        arguments: [
            ("{at: /topic, equals: refund}", "met"),
            (
                "{at: /topic, oneOf: [delivery, other]}",
                #"expected /topic to be one of "delivery", "other"; found "refund""#
            ),
            ("{at: /total, equals: 12.5}", "met"),
            ("{at: /total, equals: '12.5'}", #"expected /total to be "12.5"; found 12.5"#),
            ("{at: /items, count: 2}", "met"),
            ("{at: /total, count: 2}", "expected /total to have 2; found a number, which has no count"),
            ("{at: /items/0, contains: '{{ word }}'}", "met"),
            ("{at: /items/2, contains: mug}", "expected /items/2 to be there; found nothing"),
            ("{not: {at: /items/2, contains: mug}}", "met"),
            ("{at: /items/1, not: {equals: cup}}", #"expected /items/1 not to be "cup"; found "cup""#),
            ("{at: /items, equals: [blue mug, cup]}", "met"),
            ("{equals: {total: 12.5, items: [blue mug, cup], topic: refund}}", "met"),
            ("{at: /items, contains: cup}", "met"),
            ("{schema: Ticket}", "met"),
            ("{at: '', count: 3}", "met"),
        ])
    func structures(expectation: String, words: String) async throws {
        #expect(try await verdict(expectation, on: structure, generating: true) == words)
    }

    @Test(
        "Calls are compared one for one",
        arguments: [
            ("{calls: [{tool: order, arguments: {number: A17}}, {tool: stock}]}", "met"),
            ("{calls: [{tool: order}, {tool: stock, arguments: {sku: 3}}]}", "met"),
            ("{calls: [{tool: stock}, {tool: order}]}", "expected the calls stock, order; found order, stock"),
            (
                "{calls: [{tool: order, arguments: {}}, {tool: stock}]}",
                "expected the calls order, stock; found order, stock"
            ),
            ("{calls: [{tool: order}]}", "expected the calls order; found order, stock"),
            ("{not: {calls: []}}", "met"),
        ])
    func calls(expectation: String, words: String) async throws {
        let found = try await verdict(expectation, on: "x") { entry in
            entry.calls = [
                RecordedCall(tool: "order", arguments: #"{"number": "A17"}"#, output: "shipped"),
                RecordedCall(tool: "stock", arguments: #"{"sku": 3.0}"#, output: "4", turn: 2),
            ]
        }
        #expect(found == words)
    }

    @Test func aFailureIsExpectedByItsWords() throws {
        let desk = try Workspace(
            head
                + "  - {id: cell, prompt: Ask, expect: [{error: context-full}, {contains: x}, {not: {error: refused}}]}\n"
        )
        let document = try desk.document()
        let judge = ExpectationJudge(document, parameters: [:], contents: [:])
        let results = judge.judge(
            document.cells[1].expectations, .failed(message: "the context is full [session.context-full]"))
        #expect(results.map(\.isMet) == [true, false, true])
        #expect(results[1].found == #"the failure "the context is full [session.context-full]""#)
    }

    @Test func aMessageHasAPlaceAndACode() async throws {
        let desk = try Workspace(
            head + "  - id: cell\n    prompt: Ask\n    expect:\n      - {contains: '{{ cells.other.content }}'}\n")
        let document = try desk.document()
        let models = FakeModels()
        try await desk.run(models)
        let entry = try #require(try OutputsFile(at: desk.paths.outputs)["cell"])
        let judge = ExpectationJudge(document, parameters: [:], contents: ["cell": entry])
        let result = judge.judge(document.cells[1].expectations, .answered(entry))[0]
        #expect(
            result.message(cell: "cell").hasSuffix(
                ":18:9: error: cell 'cell': expected a value; found no answer that 'cells.other.content' stands for "
                    + "[expect.contains]"))
    }
}
