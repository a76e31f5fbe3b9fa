// Content held against schemas: what fits, and the place and words of what does not.

import FoundationModels
import Testing

@Suite struct SchemaValidatorTests {
    private static let crew = #"""
        {"type": "object", "title": "Crew", "additionalProperties": false,
         "properties": {"name": {"type": "string"}, "role": {"$ref": "#/$defs/Role"},
          "deputies": {"type": "array", "items": {"$ref": "#"}, "minItems": 1, "maxItems": 2},
          "age": {"type": "integer", "minimum": 18, "maximum": 70},
          "share": {"anyOf": [{"type": "null"}, {"type": "number"}]}, "kind": {"const": "crew"}},
         "required": ["name"], "x-order": ["name", "role", "deputies", "age", "share", "kind"],
         "$defs": {"Role": {"type": "string", "enum": ["captain", "cook"], "title": "Role"}}}
        """#

    /// What a session says of a response by the schema; nil: it fits.
    private func problem(_ json: String) async throws -> String? {
        let schema = try GenerationSchema(jsonSchema: Self.crew)
        let session = LanguageModelSession(model: ScriptedLanguageModel([[.text(json)]]))
        do {
            let content = try await session.respond(to: "Go", schema: schema).content
            #expect(content.isComplete)
            return nil
        } catch let error as GeneratedContent.ParsingError {
            return error.debugDescription
        }
    }

    @Test(arguments: [
        #"{"name": "Ada"}"#, #"{"name": "Ada", "role": "cook", "age": 18, "share": null, "kind": "crew"}"#,
        #"{"name": "Ada", "deputies": [{"name": "Bo", "age": 7e1, "share": 0.5}, {"name": "Cy"}]}"#,
    ])
    func contentThatFitsIsTaken(_ json: String) async throws {
        #expect(try await problem(json) == nil)
    }

    @Test(arguments: [
        ("[]", "#: error: expected a value of type object, found an array"),
        ("{}", "#: error: the property 'name' is missing"),
        (#"{"name": 1}"#, "#/name: error: expected a value of type string, found 1"),
        (#"{"name": "Ada", "rank": 1}"#, "#: error: there is no property 'rank'"),
        (
            #"{"name": "Ada", "role": "pilot"}"#,
            #"#/role: error: expected one of "captain", "cook", found "pilot""#
        ),
        (#"{"name": "Ada", "age": 17}"#, "#/age: error: expected at least 18, found 17"),
        (#"{"name": "Ada", "age": 71}"#, "#/age: error: expected at most 70, found 71"),
        (#"{"name": "Ada", "age": 20.5}"#, "#/age: error: expected a value of type integer, found 20.5"),
        (#"{"name": "Ada", "deputies": []}"#, "#/deputies: error: expected 1 elements or more, found 0"),
        (
            #"{"name": "Ada", "deputies": [{"name": "Bo"}, {"role": "cook"}]}"#,
            "#/deputies/1: error: the property 'name' is missing"
        ),
        (#"{"name": "Ada", "share": "half"}"#, #"#/share: error: expected a value of type null, found "half""#),
        (#"{"name": "Ada", "kind": "fleet"}"#, #"#/kind: error: expected "crew", found "fleet""#),
    ])
    func contentThatDoesNotFitIsToldWithItsPlace(_ json: String, message: String) async throws {
        #expect(
            try await problem(json)
                == "the response does not fit the schema 'Crew': \(message) [session.decoding]")
    }
}
