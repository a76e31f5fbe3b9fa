// What the tests of guided generation share: the notebooks' schemas, the real vocabularies, and how far the tests go.

import ConstrainedDecoding
import Engine
import Foundation
import TestSupport
import Tokenization

@testable import Inference

enum GuidedTests {
    /// Minutes of tests rather than seconds.
    static let isComplete = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] == "1"

    static func count(_ usual: Int, complete: Int) -> Int { isComplete ? complete : usual }

    /// Appends a schema and a document to the file that `PLAYGROUND_TEST_DOCUMENTS` names, one JSON line each, for a
    /// validator outside.
    static func record(schema: String, document: String) {
        guard let path = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_DOCUMENTS"],
            let line = try? JSONEncoder().encode(["schema": schema, "document": document])
        else { return }
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        guard let file = FileHandle(forWritingAtPath: path) else { return }
        defer { try? file.close() }
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: line + Data("\n".utf8))
    }
}

/// A tokenizer with its tables for guided decoding.
struct RealVocabulary: Sendable {
    let tokenizer: Tokenizer
    let guided: GuidedVocabulary
    let canonicalizer: TokenizerCanonicalizer

    var trie: VocabularyTrie { guided.trie }

    init?(_ fileName: String) {
        guard let url = Locations.weights(fileName), let file = try? GGUFFile(path: url.path),
            let tokenizer = try? Tokenizer(VocabularyDescription(file))
        else { return nil }
        self.tokenizer = tokenizer
        guided = GuidedVocabulary(tokenizer)
        canonicalizer = TokenizerCanonicalizer(tokenizer)
    }

    static let smolLM2 = RealVocabulary(Locations.smolLM2FileName)
    static let gemma3 = RealVocabulary(Locations.gemma3FileName)

    static func named(_ fileName: String) -> RealVocabulary? {
        fileName == Locations.gemma3FileName ? gemma3 : smolLM2
    }

    func bytes(_ tokens: [Int]) -> [UInt8] { tokens.flatMap { trie.bytes(of: $0) } }

    /// A grammar as the generator compiles it.
    func grammar(_ schema: String, isCanonical: Bool = true, spacing: Grammar.Spacing = .spaced) throws
        -> CompiledGrammar
    {
        try CompiledGrammar(
            SchemaCompiler.compile(schema, options: Self.options(spacing)).grammar, trie,
            canonicalizer: isCanonical ? canonicalizer : nil)
    }

    static func options(_ spacing: Grammar.Spacing = .spaced) -> SchemaCompiler.Options {
        SchemaCompiler.Options(objectsAreOpenByDefault: true, ignoresUnknownKeywords: true, spacing: spacing)
    }

    /// Whether `document` is JSON, satisfies `schema`, and is spelled as the grammar spells that value.
    static func isValid(_ document: String, by schema: String) throws -> Bool {
        let grammar = try SchemaCompiler.compile(schema, options: options()).grammar
        return DocumentSpelling.spell(try JSONDocument(document), as: grammar) == Array(document.utf8)
    }
}

/// One cell of a notebook: what it asks, and the schema of the answer as JSON Schema.
struct NotebookCell: Sendable, CustomStringConvertible {
    let name: String
    let instructions: String
    let prompt: String
    let schema: String
    let limit: Int

    var description: String { name }

    var messages: [ChatMessage] {
        [ChatMessage(role: "system", content: instructions), ChatMessage(role: "user", content: prompt)]
    }

    func request(seed: UInt64, topK: Int? = nil, limit: Int? = nil) -> GenerationRequest {
        GenerationRequest(
            input: ModelInput(messages: messages), form: .json(OutputSchema(schema), spacing: .spaced),
            sampling: .random(temperature: 1, topK: topK, topP: nil, seed: seed),
            maximumResponseTokens: limit ?? self.limit)
    }

    static let all = [riddle, card, person, trip]

    static let riddle = NotebookCell(
        name: "riddle",
        instructions: """
            You write riddles. Of a shadow you wrote:
            {"question": "I am with you all day, but in the dark I am gone. What am I?", "answers": [{"text": \
            "a shadow", "isRight": true}, {"text": "a dog", "isRight": false}, {"text": "a shoe", "isRight": false}]}
            """,
        prompt: "Write a riddle of a snowman.",
        schema: """
            {"type":"object","additionalProperties":false,"properties":{"question":{"type":"string","maxLength":120},
            "answers":{"type":"array","items":{"$ref":"#/$defs/Answer"},"minItems":3,"maxItems":3}},
            "required":["question","answers"],"$defs":{"Answer":{"type":"object","additionalProperties":false,
            "properties":{"text":{"type":"string","maxLength":24},"isRight":{"type":"boolean"}},
            "required":["text","isRight"]}}}
            """, limit: 160)

    static let card = NotebookCell(
        name: "recipe card",
        instructions: """
            You fill in recipe cards. This is the card of a salad:
            {"name": "Green salad", "course": "main", "serves": 2, "minutes": 10, "ingredients": ["lettuce", \
            "lemon", "olive oil"], "isVegetarian": true}
            """,
        prompt: "Fill in the card of a soup of leeks and potatoes.",
        schema: """
            {"type":"object","additionalProperties":false,"properties":{"name":{"type":"string","maxLength":32},
            "course":{"type":"string","enum":["breakfast","soup","main","dessert"]},
            "serves":{"type":"integer","minimum":1,"maximum":8},
            "minutes":{"type":"integer","minimum":5,"maximum":120,"multipleOf":5},
            "ingredients":{"type":"array","items":{"type":"string","maxLength":24},"minItems":3,"maxItems":5},
            "isVegetarian":{"type":"boolean"}},
            "required":["name","course","serves","minutes","ingredients","isVegetarian"]}
            """, limit: 160)

    static let person = NotebookCell(
        name: "person",
        instructions: """
            You invent people for a game that is set in a harbour town. This is a baker:
            {"name": "Marta", "age": 44, "errand": {"kind": "fetch", "item": "flour", "count": 2}}
            """,
        prompt: "Invent a blacksmith.",
        schema: """
            {"type":"object","additionalProperties":false,"properties":{
            "name":{"type":"string","pattern":"^[A-Z][a-z]+$","maxLength":12},
            "age":{"type":"integer","minimum":16,"maximum":90},"errand":{"$ref":"#/$defs/Errand"}},
            "required":["name","age","errand"],"$defs":{"Errand":{"anyOf":[
            {"type":"object","additionalProperties":false,"properties":{"kind":{"const":"fetch"},
            "item":{"type":"string","maxLength":20},"count":{"type":"integer","minimum":1,"maximum":12}},
            "required":["kind","item","count"]},
            {"type":"object","additionalProperties":false,"properties":{"kind":{"const":"deliver"},
            "letter":{"type":"string","maxLength":60},"to":{"type":"string","maxLength":20}},
            "required":["kind","letter","to"]},
            {"type":"object","additionalProperties":false,"properties":{"kind":{"const":"guard"},
            "place":{"type":"string","maxLength":24},"untilHour":{"type":"integer","minimum":1,"maximum":12}},
            "required":["kind","place","untilHour"]}]}}}
            """, limit: 120)

    static let trip = NotebookCell(
        name: "trip",
        instructions: """
            You plan short trips. This is a day in Rome:
            {"theme": "Old stones", "stops": [{"place": "Forum", "time": "morning", "within": [{"place": \
            "Temple of Saturn", "time": "morning"}]}, {"place": "Colosseum", "time": "evening"}]}
            """,
        prompt: "Plan two days in Lisbon.",
        schema: """
            {"type":"object","additionalProperties":false,"properties":{"title":{"type":"string","maxLength":40},
            "days":{"type":"array","items":{"$ref":"#/$defs/Day"},"minItems":2,"maxItems":2}},
            "required":["title","days"],"$defs":{"Day":{"type":"object","additionalProperties":false,
            "properties":{"theme":{"type":"string","maxLength":30},
            "stops":{"type":"array","items":{"$ref":"#/$defs/Stop"},"minItems":1,"maxItems":2}},
            "required":["theme","stops"]},"Stop":{"type":"object","additionalProperties":false,
            "properties":{"place":{"type":"string","maxLength":30},
            "time":{"type":"string","enum":["morning","noon","evening"]},
            "within":{"type":"array","items":{"$ref":"#/$defs/Stop"},"maxItems":1}},"required":["place","time"]}}}
            """, limit: 240)
}

/// A real model opened once, and what it answers.
struct GuidedModel {
    let model: LocalModel

    init(_ fileName: String, jumpsForward: Bool = true) throws {
        let path = Locations.weights(fileName)?.path ?? ""
        model = try LocalModel(
            path: path, sha256: "0", options: .init(threads: 2, contextSize: 2048, jumpsForward: jumpsForward))
    }

    func last(_ request: GenerationRequest) async throws -> GenerationSnapshot? {
        var last: GenerationSnapshot?
        for try await snapshot in model.generate(request) { last = snapshot }
        return last
    }

    /// Ids of the prompt of a request.
    func prompt(_ request: GenerationRequest) throws -> [Int32] {
        try model.prompts.encode(request.visibleInput)
    }
}
