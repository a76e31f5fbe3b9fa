// Guided answers of real models: the notebooks' schemas on many seeds, and that what is taken without asking the model is
// what asking it would have given, down to the keys and values.

import ConstrainedDecoding
import Engine
import Foundation
import TestSupport
import Testing
import Tokenization

@testable import Inference

private let files = [Locations.smolLM2FileName, Locations.gemma3FileName]

@Suite(.serialized) struct GuidedModelTests {
    /// A name whose tokens are forced, a choice, a string and a number, in a few tokens.
    private static let small = NotebookCell(
        name: "small", instructions: "Answer in JSON.", prompt: "Which colour has the sea, and how deep is it?",
        schema: """
            {"type":"object","additionalProperties":false,"properties":{"colourOfTheSea":{"enum":["deep blue","green"]},
            "because":{"type":"string","maxLength":30},"depthInMetres":{"type":"integer","minimum":0,"maximum":11000},
            "fish":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$","maxLength":8},"maxItems":2}},
            "required":["colourOfTheSea","because","depthInMetres"]}
            """, limit: 70)

    private func expectSound(
        _ answer: GenerationSnapshot, _ model: LocalModel, _ cell: NotebookCell, limit: Int, _ note: String
    ) throws {
        #expect(answer.finish == .stop, "\(note): \(answer.text)")
        #expect(answer.tokens.count <= limit, "\(note)")
        #expect(try RealVocabulary.isValid(answer.text, by: cell.schema), "\(note): \(answer.text)")
        let tokens = model.tokenizer.encodeContinuation(Array(answer.text.utf8))
        #expect(tokens == answer.tokens, "\(note): not as the tokenizer splits it: \(answer.text)")
        GuidedTests.record(schema: cell.schema, document: answer.text)
    }

    @Test(
        .enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"),
        arguments: NotebookCell.all)
    func `every seed answers by the schema and within its budget`(cell: NotebookCell) async throws {
        let guided = try GuidedModel(Locations.smolLM2FileName)
        for seed in 1...UInt64(GuidedTests.count(5, complete: 100)) {
            let answer = try #require(try await guided.last(cell.request(seed: seed)))
            try expectSound(answer, guided.model, cell, limit: cell.limit, "\(cell.name), seed \(seed)")
        }
    }

    @Test(
        .enabled(
            if: RealVocabulary.smolLM2 != nil && RealVocabulary.gemma3 != nil,
            "no weights of both models on this machine"),
        arguments: files)
    func `tokens taken without the model are those that it is asked for`(file: String) async throws {
        let jumping = try GuidedModel(file)
        let asking = try GuidedModel(file, jumpsForward: false)
        let cells = GuidedTests.isComplete ? NotebookCell.all + [Self.small] : [Self.small]
        for cell in cells {
            for seed in 1...UInt64(GuidedTests.count(2, complete: 4)) {
                for topK in [nil, 12] as [Int?] {
                    let request = cell.request(seed: seed, topK: topK)
                    let note = "\(cell.name), seed \(seed), top-k \(topK ?? 0)"
                    let one = try #require(try await jumping.last(request))
                    let other = try #require(try await asking.last(request))
                    #expect(one.tokens == other.tokens && one.text == other.text, "\(note)")
                    #expect(one.finish == other.finish && one.narrowedSteps == other.narrowedSteps, "\(note)")
                    try expectSound(one, jumping.model, cell, limit: cell.limit, note)
                    // The last run of forced tokens is not read: what both have read is compared.
                    let all = try jumping.prompt(request) + one.tokens
                    let (kept, wanted) = (jumping.model.kept(of: all), asking.model.kept(of: all))
                    #expect(wanted.count >= all.count - 1, "\(note)")
                    #expect(kept.count > all.count - 40 && kept.count <= wanted.count, "\(note)")
                    #expect(kept.bytes == wanted.prefix(kept.count).bytes, "\(note)")
                }
            }
        }
    }

    @Test(.enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"))
    func `the least budget is told before the first token, and suffices`() async throws {
        let guided = try GuidedModel(Locations.smolLM2FileName)
        let needed = try #require(RealVocabulary.smolLM2).grammar(Self.small.schema).minimumBudget - 1
        await #expect(throws: GenerationError.budgetTooSmall(needed: needed, available: needed - 1)) {
            _ = try await guided.last(Self.small.request(seed: 1, limit: needed - 1))
        }
        for (seed, limit) in zip(
            1...6 as ClosedRange<UInt64>, [needed, needed, needed, needed + 1, needed + 3, needed + 9])
        {
            let answer = try #require(try await guided.last(Self.small.request(seed: seed, limit: limit)))
            try expectSound(answer, guided.model, Self.small, limit: limit, "\(limit) tokens")
            #expect(answer.narrowedSteps > 0)
        }
    }

    /// The limit ends a number that by itself is the document. It is whole and told as cut, and no number that the schema
    /// forbids.
    @Test(.enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"))
    func `a number that the limit ends is a number by the schema`() async throws {
        let guided = try GuidedModel(Locations.smolLM2FileName)
        let schema = #"{"type":"integer","minimum":100,"multipleOf":4}"#
        var cut = 0
        for seed in 1...8 as ClosedRange<UInt64> {
            var request = Self.small.request(seed: seed, limit: 4)
            request.form = .json(OutputSchema(schema), spacing: .spaced)
            let answer = try #require(try await guided.last(request))
            #expect(try RealVocabulary.isValid(answer.text, by: schema), "\(answer.text)")
            #expect((answer.finish == .length) == (answer.tokens.count == 4))
            if answer.finish == .length {
                cut += 1
                #expect(answer.narrowedSteps > 0)
            }
        }
        #expect(cut > 0)
    }

    @Test(.enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"))
    func `where the prompt leaves too little, the context is what is too small`() async throws {
        let request = Self.small.request(seed: 1, limit: 500)
        let prompt = try GuidedModel(Locations.smolLM2FileName).prompt(request).count
        let model = try LocalModel(
            path: Locations.weights(Locations.smolLM2FileName)?.path ?? "", sha256: "0",
            options: .init(threads: 2, contextSize: prompt + 5))
        do {
            for try await _ in model.generate(request) { Issue.record("a token was written") }
            Issue.record("no error")
        } catch GenerationError.contextFull(let needed, let size) {
            #expect(size == prompt + 5 && needed > size)
        }
    }

    @Test(
        .enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"),
        arguments: [
            (
                #"{"type":"object","properties":{"a":{"type":"integer","minimum":5,"maximum":4}},"required":["a"]}"#,
                "#/properties/a"
            ),
            (
                #"{"type":"object","properties":{"a":{"type":"string","pattern":"(?=x)"}},"required":["a"]}"#,
                "#/properties/a"
            ),
            (##"{"type":"array","items":{"$ref":"#/$defs/No"}}"##, "#/items"),
        ])
    func `a schema that can't be enforced is refused with its place`(schema: String, place: String) async throws {
        let guided = try GuidedModel(Locations.smolLM2FileName)
        let request = GenerationRequest(
            input: ModelInput(messages: Self.small.messages), form: .json(OutputSchema(schema), spacing: .spaced),
            maximumResponseTokens: 40)
        var snapshots = 0
        do {
            for try await _ in guided.model.generate(request) { snapshots += 1 }
            Issue.record("no error")
        } catch GenerationError.schema(let message) {
            #expect(message.hasPrefix(place) && message.contains(": error: "), "\(message)")
        }
        #expect(snapshots == 0)
    }
}
