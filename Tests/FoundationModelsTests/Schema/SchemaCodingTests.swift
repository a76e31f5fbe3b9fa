// Schemas through Swift's coders: what is kept, what is refused, and in what order.

import Foundation
import FoundationModels
import Testing

@Suite struct SchemaCodingTests {
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

    /// A decoder's refusal in one line: the kind, the place and the message.
    private static func refusal(of text: String) -> String {
        do {
            _ = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
            return "none"
        } catch let error as DecodingError {
            func line(_ kind: String, _ context: DecodingError.Context) -> String {
                ([kind] + context.codingPath.map(\.stringValue)).joined(separator: "/") + ": "
                    + context.debugDescription
            }
            switch error {
            case .keyNotFound(let key, let context): return line("keyNotFound(\(key.stringValue))", context)
            case .typeMismatch(let type, let context): return line("typeMismatch(\(type))", context)
            case .dataCorrupted(let context): return line("dataCorrupted", context)
            default: return "\(error)"
            }
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        (
            #"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#,
            "keyNotFound(x-order): the key 'x-order' is missing"
        ),
        (
            #"{"type":"object","properties":{},"required":[],"x-order":[]}"#,
            "keyNotFound(additionalProperties): the key 'additionalProperties' is missing"
        ),
        (#"{"type":"object","required":[]}"#, "keyNotFound(properties): the key 'properties' is missing"),
        (#"{"type":"object","properties":{}}"#, "keyNotFound(required): the key 'required' is missing"),
        (#"{"type":"array"}"#, "keyNotFound(items): the key 'items' is missing"),
        (#"{"type":["string","null"]}"#, "typeMismatch(String)/type: expected a string, found an array"),
        (#"{"type":"text"}"#, "dataCorrupted/type: unknown type 'text'"),
        (
            #"{"allOf":[{"type":"string"}]}"#,
            "dataCorrupted: none of the keys 'type', 'const', '$ref' and 'anyOf' is present"
        ),
        (
            #"{"anyOf":[{"type":"string"},{"format":"date"}]}"#,
            "dataCorrupted/anyOf/Index 1: none of the keys 'type', 'const', '$ref' and 'anyOf' is present"
        ),
        (#"{"$ref":1}"#, "typeMismatch(String)/$ref: expected a string, found a number"),
        (
            #"{"type":"array","items":{"type":"object","properties":{"a":true},"required":[]}}"#,
            "typeMismatch(Dictionary<String, Any>)/items/properties/a: expected an object, found a boolean"
        ),
        (
            #"{"type":"object","properties":{},"required":[1],"additionalProperties":false,"x-order":[]}"#,
            "typeMismatch(String)/required/Index 0: expected a string, found a number"
        ),
        (
            #"{"type":"object","properties":{},"required":[],"additionalProperties":{},"x-order":[]}"#,
            "typeMismatch(Bool)/additionalProperties: expected a boolean, found an object"
        ),
        (
            #"{"type":"string","$defs":{"a":[]}}"#,
            "typeMismatch(Dictionary<String, Any>)/$defs/a: expected an object, found an array"
        ),
        ("[]", "typeMismatch(Dictionary<String, Any>): expected an object, found an array"),
        (#"{"const":"x","description":"d"}"#, "none"),
        (#"{"type":"null"}"#, "none"),
        ("{}", "none"),
    ])
    func decodingIsStrictAboutTheDialect(_ text: String, refusal: String) {
        #expect(Self.refusal(of: text) == refusal)
    }

    @Test func patternsAreReadAsWhoeverWroteThemMeans() throws {
        let guided = GenerationSchema(
            type: Role.self, properties: [.init(name: "a", type: String.self, guides: [/x/])])
        #expect(guided.hasSwiftPatterns)
        #expect(GenerationSchema(document: guided.document).hasSwiftPatterns)
        let foreign = try GenerationSchema(jsonSchema: #"{"properties":{"a":{"type":"string","pattern":"x"}}}"#)
        #expect(!foreign.hasSwiftPatterns)
        #expect(!GenerationSchema(document: foreign.document).hasSwiftPatterns)
    }

    /// Properties may have the names of keywords.
    @Test func propertiesNamedLikeKeywordsKeepTheirPlaces() throws {
        let names = ["required", "x-order", "$defs", "properties", "enum", "const", "type", "$ref", "a"]
        let schema = GenerationSchema(
            type: Role.self, properties: names.map { .init(name: $0, type: [Role].self, guides: [.count(1)]) })
        let decoded = try JSONDecoder().decode(GenerationSchema.self, from: try JSONEncoder().encode(schema))
        #expect(decoded.debugDescription == schema.debugDescription)
        guard case .object(let properties) = decoded.document["properties"] else {
            Issue.record("expected properties")
            return
        }
        #expect(properties.map(\.key) == names)
        #expect(properties.allSatisfy { $0.value["items"]?["$ref"] == .string("#/$defs/Role") })
    }
}
