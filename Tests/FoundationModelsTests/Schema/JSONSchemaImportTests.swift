// Ordinary JSON Schemas: what is kept, what is listed, what is refused, and that any JSON at all is one or the other.

import Foundation
import FoundationModels
import TestSupport
import Testing

@Suite struct JSONSchemaImportTests {
    /// As a server of tools gives it.
    private let weather =
        #"{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"zone":{"description":"d","#
        + #""type":"string"},"area":{"type":["string","null"],"default":null,"nullable":true},"properties":{"x-order":true,"#
        + #""oneOf":[{"type":"integer"},{"x-unit":"K"}]},"x-order":{"type":"string"},"$defs":{"enum":[{"b":1,"a":2}]}},"#
        + #""x-vendor":{"type":1},"type":"object","required":["zone"]}"#

    @Test func theTextIsKept() throws {
        let text = weather.replacing(#""x-order":true,"#, with: "")
        let schema = try GenerationSchema(jsonSchema: text)
        #expect(schema.jsonSchemaText == text)
        #expect(try GenerationSchema(jsonSchema: Data(text.utf8)).jsonSchemaText == text)
        #expect(
            schema.ignoredKeywords == [
                "#/properties/area/nullable", "#/properties/properties/oneOf/1/x-unit", "#/x-vendor",
            ])
        #expect(schema.name == "")
        try schema.checkGuides()
    }

    /// The document in a transcript has its keywords in one order, and all else as it was.
    @Test func theOrderOfPropertiesIsThatOfTheText() throws {
        let text = weather.replacing(#""x-order":true,"#, with: "")
        let schema = try GenerationSchema(jsonSchema: text)
        #expect(
            schema.document.text(.compact)
                == #"{"type":"object","properties":{"zone":{"type":"string","description":"d"},"area":{"type":"#
                + #"["string","null"],"default":null,"nullable":true},"properties":{"oneOf":[{"type":"integer"},"#
                + #"{"x-unit":"K"}]},"x-order":{"type":"string"},"$defs":{"enum":[{"b":1,"a":2}]}},"required":["zone"],"#
                + #""$schema":"http://json-schema.org/draft-07/schema#","x-vendor":{"type":1}}"#)
        #expect(GenerationSchema(document: schema.document) == schema)
        #expect(GenerationSchema(document: schema.document).document == schema.document)
    }

    private static func problems(_ text: String) -> String? {
        let error = #expect(throws: GenerationSchema.JSONSchemaError.self) { try GenerationSchema(jsonSchema: text) }
        #expect(error?.errorDescription == error?.debugDescription)
        return error?.debugDescription
    }

    @Test func whatCannotBeUsedIsNamed() {
        #expect(
            Self.problems(weather)
                == "#/properties/properties/x-order: error: expected an array of strings, found a boolean "
                + "[json-schema.type]")
    }

    @Test(arguments: [
        ("", "#: error: the text is no JSON: 1:1: error: the text ends where a value should stand [json.syntax]"),
        (
            #"{"type":"string","type":"null"}"#,
            "#: error: the text is no JSON: 1:18: error: duplicate key 'type' [json.syntax]"
        ),
        ("[]", "#: error: expected a schema (an object or a boolean), found an array [json-schema.type]"),
        (
            ##"{"$dynamicRef":"#a","$defs":{"b":{"$dynamicAnchor":"a"},"c":{"$dynamicAnchor":"a"}}}"##,
            "#/$dynamicRef: error: '$dynamicRef' to more than one place can't be enforced [schema.unsupported]"
        ),
        (
            #"{"anyOf":[{"unevaluatedProperties":false}]}"#,
            "#/anyOf/0/unevaluatedProperties: error: 'unevaluatedProperties' is not enforced [schema.unsupported]"
        ),
        (
            #"{"properties":{"a/b":{"type":"array","uniqueItems":true}}}"#,
            "#/properties/a~1b/uniqueItems: error: 'uniqueItems' over elements that may be arrays or objects is not enforced "
                + "[schema.unsupported]"
        ),
        (
            #"{"properties":{"a":{"type":"string","pattern":"(?<=a)b"}}}"#,
            "#/properties/a/pattern: error: pattern '(?<=a)b': a lookbehind at offset 0 can't be enforced "
                + "[schema.unsupported]"
        ),
        ("false", "#: error: no value satisfies this schema [schema.unsatisfiable]"),
        (
            #"{"type":"integer","minimum":1e400,"maximum":-1e400}"#,
            "#: error: minimum (1e400) is greater than maximum (-1e400) [schema.unsatisfiable]"
        ),
        (
            #"{"$ref":"https://example.org/s.json#/a"}"#,
            "#/$ref: error: 'https://example.org/s.json#/a' is not in this document, and only references within it can be "
                + "followed [json-schema.reference]"
        ),
        (##"{"$ref":"#name"}"##, "#/$ref: error: '#name' leads to no schema [json-schema.reference]"),
        (##"{"$ref":"#/$defs/a"}"##, "#/$ref: error: '#/$defs/a' leads to no schema [json-schema.reference]"),
        (##"{"$ref":"#"}"##, "#/$ref: error: '#' leads back to itself [json-schema.reference]"),
        (
            ##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
            """
            #/$ref: error: '#/$defs/a' leads back to itself [json-schema.reference]
            #/$defs/a/$ref: error: '#/$defs/b' leads back to itself [json-schema.reference]
            #/$defs/b/$ref: error: '#/$defs/a' leads back to itself [json-schema.reference]
            """
        ),
        (
            ##"{"$ref":"#/x/a","x":{"a":{"type":7}}}"##,
            "#/x/a/type: error: expected a type or an array of types, found a number [json-schema.type]"
        ),
        (
            #"{"type":["string","text",1],"required":"a","minItems":-1,"maxLength":1.5,"exclusiveMinimum":"1"}"#,
            """
            #/type/1: error: unknown type 'text'; it can be string, integer, number, boolean, null, object, array \
            [json-schema.value]
            #/type/2: error: expected a string, found a number [json-schema.type]
            #/required: error: expected an array of strings, found a string [json-schema.type]
            #/minItems: error: expected a count, found -1 [json-schema.value]
            #/maxLength: error: expected a count, found 1.5 [json-schema.value]
            #/exclusiveMinimum: error: expected a number or a boolean, found a string [json-schema.type]
            """
        ),
        (
            #"{"properties":[],"anyOf":{},"items":1,"enum":{},"pattern":1,"uniqueItems":0,"type":[],"required":[1]}"#,
            """
            #/properties: error: expected an object of schemas, found an array [json-schema.type]
            #/anyOf: error: expected an array of schemas, found an object [json-schema.type]
            #/items: error: expected a schema or an array of schemas, found a number [json-schema.type]
            #/enum: error: expected an array, found an object [json-schema.type]
            #/pattern: error: expected a string, found a number [json-schema.type]
            #/uniqueItems: error: expected a boolean, found a number [json-schema.type]
            #/type: error: expected at least one type [json-schema.value]
            #/required/0: error: expected a string, found a number [json-schema.type]
            """
        ),
    ])
    func refusalsSayWhereAndWhy(_ text: String, message: String) {
        #expect(Self.problems(text) == message)
    }

    @Test func bytesMustBeUTF8() {
        let error = #expect(throws: GenerationSchema.JSONSchemaError.self) {
            try GenerationSchema(jsonSchema: Data([0x22, 0xFF, 0x22]))
        }
        #expect(error?.debugDescription == "#: error: the text is not UTF-8 [json.syntax]")
    }

    @Test(arguments: [
        "true", "{}", #"{"properties":{"a":{"minimum":1,"exclusiveMinimum":true},"b":{"const":1e+500}}}"#,
        ##"{"$schema":"http://json-schema.org/draft-04/schema#","id":"a","properties":{"b":{"id":"#c"}}}"##,
        #"{"type":"string","unevaluatedProperties":false,"$vocabulary":{"https://example.org/v":true}}"#,
        #"{"$id":"https://example.org/s","type":"object"}"#,
        ##"{"$ref":"#/components/a%20b~1c/0","components":{"a b/c":[{"type":"string"}]}}"##,
        ##"{"definitions":{"n":{"properties":{"next":{"$ref":"#/definitions/n"}}}},"$ref":"#/definitions/n"}"##,
    ])
    func whatTheStandardAllowsIsRead(_ text: String) throws {
        let schema = try GenerationSchema(jsonSchema: text)
        #expect(schema.jsonSchemaText == text)
        #expect(schema.ignoredKeywords == [])
    }

    /// What is meant is followed under every name, and what an author can't know from JSON Pointers is still refused.
    @Test(arguments: [
        (
            ##"{"properties":{"a":{"$ref":"#x"}},"$defs":{"x":{"$anchor":"x","type":"null"}}}"##,
            ##"{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"$anchor":"x","type":"null"}}}"##
        ),
        (
            ##"{"$id":"https://a.b/c","properties":{"a":{"$ref":"d"},"b":{"$ref":"/c#/$defs/50%25"}},"$defs":{"##
                + ##""d":{"$id":"d","items":{"$ref":"#/$defs/n"},"$defs":{"n":{"type":"null"}}},"50%":true}}"##,
            ##"{"properties":{"a":{"$ref":"#/$defs/d"},"b":{"$ref":"#/$defs/50%25"}},"$id":"https://a.b/c","$defs":{"##
                + ##""50%":true,"d":{"items":{"$ref":"#/$defs/d/$defs/n"},"$defs":{"n":{"type":"null"}}}}}"##
        ),
        (
            ##"{"properties":{"a":{"$dynamicRef":"#n"}},"$defs":{"n":{"$dynamicAnchor":"n"}}}"##,
            ##"{"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"$dynamicAnchor":"n"}}}"##
        ),
    ])
    func namesOfPartsAreFollowed(_ text: String, followed: String) throws {
        let followed = try JSONValue(parsing: followed)
        let schema = try GenerationSchema(jsonSchema: text)
        #expect(schema.jsonSchemaText == text)
        #expect(schema.ignoredKeywords == [])
        #expect(schema.document.sorted == followed.sorted)
        #expect(try GenerationSchema(jsonSchema: followed.text(.compact)).document == schema.document)
        _ = try GenerationSchema(strict: try JSONValue(parsing: text))
    }

    /// Any JSON is a schema or is refused, whoever reads it; and no reader changes more than the order of keys.
    @Test(arguments: 0..<10) func anyJSONIsReadOrRefused(_ part: Int) throws {
        var random = RandomSchema(seed: UInt64(part))
        for _ in 0..<100 {
            let value = random.schema(depth: 4)
            let text = value.text(.compact)
            do {
                let schema = try GenerationSchema(jsonSchema: text)
                #expect(schema.jsonSchemaText == text)
                #expect(schema.document.sorted == value.withPointerReferences.sorted)
                #expect(GenerationSchema(document: schema.document).document == schema.document)
                _ = schema.ignoredKeywords
            } catch let error as GenerationSchema.JSONSchemaError {
                #expect(!error.problems.isEmpty)
            }
            do {
                let decoded = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
                #expect(decoded.document.sorted == value.sorted)
                let again = try JSONDecoder().decode(GenerationSchema.self, from: try JSONEncoder().encode(decoded))
                #expect(again == decoded)
                _ = (decoded.name, decoded.ignoredKeywords)
            } catch is DecodingError {}
        }
    }
}

/// Random JSON that looks like a schema more often than not.
private struct RandomSchema {
    private var json: RandomJSON

    init(seed: UInt64) {
        json = RandomJSON(generator: SplitMix64(seed: seed, name: "schemas"))
    }

    private static let keywords = [
        "type", "properties", "required", "additionalProperties", "x-order", "items", "anyOf", "allOf", "enum", "const",
        "$ref", "$defs", "minimum", "minItems", "pattern", "title", "description", "x-other", "$dynamicRef", "not",
        "patternProperties", "prefixItems", "default",
    ]

    mutating func schema(depth: Int) -> JSONValue {
        guard depth > 0, json.generator.integer(in: 0...9) > 0 else { return json.value(depth: 1) }
        var schema = JSONValue.object([])
        for _ in 0..<json.generator.integer(in: 0...5) {
            let keyword = Self.keywords[json.generator.integer(in: 0...Self.keywords.count - 1)]
            schema[keyword] = value(under: keyword, depth: depth - 1)
        }
        return schema
    }

    private mutating func value(under keyword: String, depth: Int) -> JSONValue {
        guard json.generator.integer(in: 0...15) > 0 else { return json.value(depth: 2) }
        switch keyword {
        case "type":
            let types = ["string", "object", "array", "integer", "null", "thing"]
            return .string(types[json.generator.integer(in: 0...types.count - 1)])
        case "properties", "$defs", "patternProperties":
            return .object(
                ["type", "x-order", "b", "a"].prefix(json.generator.integer(in: 0...4)).map {
                    JSONMember(key: $0, value: schema(depth: depth))
                })
        case "required", "x-order": return .array([.string("b"), .string("a")])
        case "anyOf", "allOf", "prefixItems", "enum": return .array([schema(depth: depth), schema(depth: depth)])
        case "$ref":
            let references = ["#", "#/$defs/a", "#/properties/b", "https://example.org", "#x", "#/%zz"]
            return .string(references[json.generator.integer(in: 0...references.count - 1)])
        case "additionalProperties", "items", "not": return schema(depth: depth)
        case "title", "description", "pattern": return .string("t")
        case "minimum", "minItems": return .integer(json.generator.integer(in: 0...3))
        default: return json.value(depth: 2)
        }
    }
}
