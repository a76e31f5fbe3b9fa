// Generated content as JSON and back, in the order of generation, and schemas through Swift's coders.

import Foundation
import FoundationModels
import Testing

@Suite struct GeneratedContentTests {
    @Test(arguments: [
        (GeneratedContent.Kind.null, "null"),
        (.bool(true), "true"),
        (.number(3), "3"),
        (.number(0.25), "0.25"),
        (.number(.infinity), "null"),
        (.string("a\"b"), #""a\"b""#),
        (.array([GeneratedContent("a"), GeneratedContent(kind: .number(-1))]), #"["a", -1]"#),
        (
            .structure(
                properties: ["name": GeneratedContent("Ada"), "age": GeneratedContent(kind: .number(36))],
                orderedKeys: ["name", "age"]), #"{"name": "Ada", "age": 36}"#
        ),
    ])
    func contentIsJSONInTheOrderOfGeneration(_ kind: GeneratedContent.Kind, json: String) {
        #expect(GeneratedContent(kind: kind).jsonString == json)
    }

    @Test func jsonBecomesContentAndBack() throws {
        let text = #"{"b": [1, null, true], "a": {"c": "x"}}"#
        let content = GeneratedContent(json: try JSONValue(parsing: text))
        #expect(content.jsonString == text)
        #expect(content.debugDescription == text)
        #expect(content == GeneratedContent(json: try JSONValue(parsing: content.jsonString)))
    }

    @Test func onlyAStringBecomesAString() throws {
        #expect(try String(GeneratedContent("x")) == "x")
        let error = #expect(throws: LanguageModelSession.GenerationError.self) {
            try String(GeneratedContent(kind: .array([])))
        }
        #expect(error?.errorDescription == "expected a string, found an array [content.type]")
    }

    @Test func anIdentityIsItsOwn() {
        #expect(GenerationID() != GenerationID())
        let id = GenerationID()
        #expect(GeneratedContent("x", id: id).id == id)
        #expect(GeneratedContent("x").id == nil)
    }
}

@Suite struct GenerationSchemaTests {
    private let text =
        #"{"type": "object", "title": "Crew", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "#
        + #""required": ["name"], "additionalProperties": false, "x-order": ["name", "age"], "#
        + #""$defs": {"Role": {"type": "string", "enum": ["cook", "captain"]}}}"#

    @Test func theOrderOfPropertiesSurvivesSwiftsCoders() throws {
        let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
        #expect(schema.debugDescription == text)
        #expect(schema.name == "Crew")
        let again = try JSONDecoder().decode(GenerationSchema.self, from: try JSONEncoder().encode(schema))
        #expect(again == schema)
    }

    @Test func equalSchemasAreEqualInAnyOrderOfKeys() throws {
        let one = GenerationSchema(document: try JSONValue(parsing: #"{"title":"T","type":"string","minLength":1}"#))
        let other = GenerationSchema(document: try JSONValue(parsing: #"{"minLength":1,"type":"string","title":"T"}"#))
        #expect(one == other)
        #expect(one.debugDescription == #"{"type": "string", "title": "T", "minLength": 1}"#)
    }

    @Test func textHasASchema() {
        #expect(String.generationSchema.debugDescription == #"{"type": "string"}"#)
        #expect(Transcript.ResponseFormat(type: String.self).schema == String.generationSchema)
    }
}
