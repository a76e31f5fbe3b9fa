import FoundationModels
import Testing

struct StrictSchemaTests {
    @Test(arguments: [
        (
            // The shortest text of all five has 323,323 letters.
            #"""
            {"type":"string","minLength":1,"allOf":[{"pattern":"^(a{7})*$"},{"pattern":"^(a{11})*$"},
            {"pattern":"^(a{13})*$"},{"pattern":"^(a{17})*$"},{"pattern":"^(a{19})*$"}]}
            """#, "schema.limit",
            "a pattern, a bound, a length or an enumeration takes more than 20000 states to generate by"
        ),
        (
            #"{"type":"object","minProperties":1000,"additionalProperties":{"type":"integer"}}"#, "schema.limit",
            "a count of 1000 can't be kept track of; at most 128 can"
        ),
        (
            #"{"type":"array","items":{"type":"integer"},"minItems":1000000000000000000}"#, "schema.unsatisfiable",
            "no document satisfies the schema, or none of a length that can be counted"
        ),
    ])
    func whatCannotBeGeneratedByIsToldWhenTheSchemaIsRead(text: String, code: String, message: String) throws {
        let document = try JSONValue(parsing: text)
        let error = #expect(throws: GenerationSchema.StrictError.self) { _ = try GenerationSchema(strict: document) }
        #expect(error?.problems.map(\.code) == [code])
        #expect(error?.problems.map(\.message) == [message])
    }

    /// What applies together is closed together; of choices each has its own members, and none of another's.
    @Test(arguments: [
        (
            #"{"properties":{"a":true},"allOf":[{"properties":{"b":{"type":"null"}}}]}"#,
            #""properties":{"a":true,"b":true},"additionalProperties":false"#, true
        ),
        (
            #"{"properties":{"a":true},"anyOf":[{"properties":{"b":{}},"required":["b"]},{"properties":{"c":{}}}]}"#,
            "additionalProperties", false
        ),
        (
            #"{"properties":{"a":true},"if":{"properties":{"a":{"const":1}}},"then":{"properties":{"b":{}}}}"#,
            "additionalProperties", false
        ),
    ])
    func membersOfChoicesAreNotDeclaredForAll(text: String, part: String, isThere: Bool) throws {
        let schema = try GenerationSchema(strict: try JSONValue(parsing: text))
        #expect(schema.jsonSchemaText.contains(part) == isThere)
    }

    @Test func aSchemaThatCanIsRead() throws {
        let document = try JSONValue(parsing: #"{"type":"array","items":{"type":"integer"},"maxItems":3}"#)
        #expect(try GenerationSchema(strict: document).jsonSchemaText.contains("maxItems"))
    }
}
