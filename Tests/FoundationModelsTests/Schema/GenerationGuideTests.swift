// Guides as keywords of JSON Schema, one by one and several on one property.

import Foundation
import FoundationModels
import RegexBuilder
import Testing

@Suite struct GenerationGuideTests {
    /// The schema of a property with guides.
    private static func text<Value: Generable>(_ guides: GenerationGuide<Value>...) -> String {
        let schema = GenerationSchema(
            type: Value.self, name: "S", properties: [.init(name: "p", type: Value.self, guides: guides)])
        return schema.document["properties"]?["p"]?.text(.compact) ?? ""
    }

    @Test(arguments: [
        (text(.constant("a")), #"{"const":"a"}"#),
        (text(.anyOf(["b", "a", "b"])), #"{"type":"string","enum":["b","a"]}"#),
        (text(.anyOf(["a", "b", "c"]), .anyOf(["c", "b"])), #"{"type":"string","enum":["c","b"]}"#),
        (text(.anyOf(["a", "b"]), .constant("b")), #"{"const":"b"}"#),
        (text(.constant("b"), .anyOf(["a", "b"])), #"{"const":"b"}"#),
        (text(.constant("a"), .constant("b")), #"{"type":"string","enum":[]}"#),
        (text(.anyOf(["a"]), .constant("b")), #"{"type":"string","enum":[]}"#),
        (text(.pattern(/[a-z]+\d/)), #"{"type":"string","pattern":"[a-z]+\\d"}"#),
        (
            text(.pattern(/a+/), .pattern(/[ab]+/), .pattern(/a+/)),
            #"{"type":"string","allOf":[{"pattern":"[ab]+"}],"pattern":"a+"}"#
        ),
        (
            text(
                .pattern(
                    Regex {
                        One(.any); "."
                    })), #"{"type":"string","pattern":"(?s:.)\\Q.\\E"}"#
        ),
    ])
    func textsAreGuided(_ text: String, json: String) {
        #expect(text == json)
    }

    @Test(arguments: [
        (text(.minimum(3)), #"{"type":"integer","minimum":3}"#),
        (text(.maximum(-3)), #"{"type":"integer","maximum":-3}"#),
        (text(.range(1...10), .minimum(4), .minimum(2)), #"{"type":"integer","maximum":10,"minimum":4}"#),
        (text(.range(1...3), .range(5...9)), #"{"type":"integer","maximum":3,"minimum":5}"#),
        (text(GenerationGuide<Double>.range(0.1...1)), #"{"type":"number","maximum":1,"minimum":0.1}"#),
        (text(GenerationGuide<Float>.range(0.1...1)), #"{"type":"number","maximum":1,"minimum":0.1}"#),
        (text(GenerationGuide<Double>.minimum(-.infinity)), #"{"type":"number"}"#),
        (text(GenerationGuide<Double>.minimum(.infinity)), #"{"type":"number","enum":[]}"#),
        (text(GenerationGuide<Float>.maximum(.nan)), #"{"type":"number","enum":[]}"#),
        (
            text(GenerationGuide<Decimal>.minimum(Decimal(string: "0.1234567890123456789012345678") ?? 0)),
            #"{"type":"number","minimum":0.1234567890123456789012345678}"#
        ),
        (text(GenerationGuide<Decimal>.range(1...2)), #"{"type":"number","maximum":2,"minimum":1}"#),
    ])
    func numbersAreGuided(_ text: String, json: String) {
        #expect(text == json)
    }

    @Test(arguments: [
        (
            text(GenerationGuide<[Int]>.count(3)),
            #"{"type":"array","items":{"type":"integer"},"maxItems":3,"minItems":3}"#
        ),
        (
            text(GenerationGuide<[Int]>.count(1...3), .minimumCount(2), .maximumCount(9)),
            #"{"type":"array","items":{"type":"integer"},"maxItems":3,"minItems":2}"#
        ),
        (
            text(GenerationGuide<[Int]>.element(.range(1...6)), .element(.maximum(4))),
            #"{"type":"array","items":{"type":"integer","maximum":4,"minimum":1}}"#
        ),
        (
            text(GenerationGuide<[[String]]>.element(.element(.anyOf(["a"])))),
            #"{"type":"array","items":{"type":"array","items":{"type":"string","enum":["a"]}}}"#
        ),
        (text(GenerationGuide<[Int]>.minimumCount(-1)), #"{"type":"array","items":{"type":"integer"},"minItems":0}"#),
        (text(GenerationGuide<[Int]>.maximumCount(-1)), #"{"type":"array","enum":[],"items":{"type":"integer"}}"#),
    ])
    func arraysAreGuided(_ text: String, json: String) {
        #expect(text == json)
    }

    /// As `@Guide` sees its arguments: without the type of the property.
    @Test func guidesOfUnknownElementsTypeCheck() {
        func guide<T: Generable>(_ guides: GenerationGuide<T>...) -> String { "\(T.self)" }
        #expect(guide(.count(3)) == "Array<Never>")
        #expect(guide(.count(1...3), .minimumCount(1), .maximumCount(4)) == "Array<Never>")
        #expect(guide(.range(1...3)) == "Int")
        #expect(guide(.range(0.5...3)) == "Double")
        #expect(guide(.anyOf(["a"])) == "String")
        #expect(guide(.element(.range(1...3))) == "Array<Int>")
        #expect(guide(.constant("a"), .pattern(/a/)) == "String")
        #expect(Self.text(GenerationGuide<[Never]>.count(3)).contains(#""maxItems":3"#))
    }

    @Test func aRegexWithoutATextFailsBeforeItIsUsed() throws {
        let opaque = Regex { TryCapture(OneOrMore(.digit)) { Int($0) } }
        let property = GenerationSchema.Property(name: "a/b", type: String?.self, guides: [opaque])
        let schema = GenerationSchema(type: Role.self, properties: [property])
        let decoded = try JSONDecoder().decode(GenerationSchema.self, from: try JSONEncoder().encode(schema))
        for schema in [schema, decoded] {
            let error = #expect(throws: LanguageModelSession.GenerationError.self) { try schema.checkGuides() }
            #expect(
                error?.errorDescription
                    == "#/properties/a~1b/pattern: error: Swift does not tell the text of this Regex; write it as a "
                    + "literal, without transforming closures [schema.pattern]")
        }
        #expect(throws: (any Error).self) { try Regex(SchemaText.pattern(in: schema)) }
        try Crew.generationSchema.checkGuides()
    }

    @Test func aRegexWithoutATextIsToldBeforeTheModelIsAsked() async throws {
        let opaque = Regex { TryCapture(OneOrMore(.digit)) { Int($0) } }
        let schema = GenerationSchema(
            type: Role.self, properties: [.init(name: "port", type: String.self, guides: [opaque])])
        let model = ScriptedLanguageModel([[.text("{}")]])
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await LanguageModelSession(model: model).respond(to: "Hi", schema: schema)
        }
        #expect(error?.errorDescription?.contains("#/properties/port/pattern") == true)
        #expect(model.requests.isEmpty)
    }

    @Test func propertiesTakeRegularExpressions() {
        let schema = GenerationSchema(
            type: Role.self,
            properties: [
                .init(name: "a", description: "d", type: String.self, guides: [/x/]),
                .init(name: "b", type: String?.self, guides: [/y/]),
            ])
        #expect(
            schema.document["properties"]?.text(.compact)
                == #"{"a":{"type":"string","description":"d","pattern":"x"},"b":{"type":"string","pattern":"y"}}"#)
        #expect(schema.document["required"]?.text(.compact) == #"["a"]"#)
    }
}

private enum SchemaText {
    static func pattern(in schema: GenerationSchema) -> String {
        guard case .string(let text) = schema.document["properties"]?["a/b"]?["pattern"] else { return "" }
        return text
    }
}
