// Generated content as JSON and back, in the order of generation, and values made by hand.

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
