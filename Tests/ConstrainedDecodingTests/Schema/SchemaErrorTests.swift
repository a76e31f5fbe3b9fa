// What is refused, word for word.

import ConstrainedDecoding
import Testing

struct SchemaErrorTests {
    static func message(_ schema: String, _ options: SchemaCompiler.Options = .lenient) -> String {
        do throws(SchemaError) {
            _ = try SchemaCompiler.compile(schema, options: options)
            return "compiles"
        } catch {
            return error.description
        }
    }

    @Test(
        "bounds that exclude each other are told with both numbers",
        arguments: [
            (
                #"{"type":"object","properties":{"age":{"type":"integer","minimum":18,"maximum":12}}}"#,
                "#/properties/age: error: minimum (18) is greater than maximum (12) [schema.unsatisfiable]"
            ),
            (
                #"{"type":"number","minimum":9007199254740993,"exclusiveMaximum":9007199254740992.5}"#,
                "#: error: minimum (9007199254740993) is greater than exclusiveMaximum (9007199254740992.5) "
                    + "[schema.unsatisfiable]"
            ),
            (
                #"{"type":"number","minimum":1,"exclusiveMaximum":1}"#,
                "#: error: minimum (1) and exclusiveMaximum (1) leave no number between them [schema.unsatisfiable]"
            ),
            (
                #"{"type":"integer","minimum":1.2,"maximum":1.8}"#,
                "#: error: no integer lies between minimum (1.2) and maximum (1.8) [schema.unsatisfiable]"
            ),
            (
                #"{"type":"integer","minimum":1,"maximum":6,"multipleOf":7}"#,
                "#: error: no multiple of 7 lies between minimum (1) and maximum (6) [schema.unsatisfiable]"
            ),
            (
                #"{"type":"string","minLength":5,"maxLength":3}"#,
                "#: error: minLength (5) is greater than maxLength (3) [schema.unsatisfiable]"
            ),
            (
                #"{"type":"array","minItems":3,"maxItems":2}"#,
                "#: error: minItems (3) is greater than maxItems (2) [schema.unsatisfiable]"
            ),
            (
                #"{"type":"object","required":["a","b"],"maxProperties":1}"#,
                "#: error: 2 required members are more than maxProperties (1) [schema.unsatisfiable]"
            ),
            (
                ##"{"allOf":[{"type":"integer","minimum":10},{"$ref":"#/$defs/small"}],"$defs":{"small":{"maximum":5}}}"##,
                "#: error: minimum (10) is greater than maximum (5) [schema.unsatisfiable]"
            ),
        ])
    func bounds(schema: String, expected: String) {
        #expect(Self.message(schema) == expected)
    }

    @Test(
        "what no value satisfies is told where it is",
        arguments: [
            (#"false"#, "#: error: no value satisfies this schema [schema.unsatisfiable]"),
            (
                #"{"type":"string","enum":[1,2]}"#,
                "#: error: no value of 'enum' satisfies the other keywords [schema.unsatisfiable]"
            ),
            (#"{"enum":[]}"#, "#: error: 'enum' is empty [schema.unsatisfiable]"),
            (
                #"{"allOf":[{"type":"string"},{"type":"null"}]}"#,
                "#: error: no type satisfies every 'type' [schema.unsatisfiable]"
            ),
            (
                ##"{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}"##,
                "#: error: every value would have to hold another of its kind, without end [schema.unsatisfiable]"
            ),
            (
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^x$","minLength":2}}}"#,
                "#/properties/a: error: no value satisfies this schema [schema.unsatisfiable]"
            ),
        ])
    func unsatisfiable(schema: String, expected: String) {
        #expect(Self.message(schema) == expected)
    }

    @Test(
        "what can't be enforced is refused with its place",
        arguments: [
            (
                #"{"properties":{"a/b":{"uniqueItems":true}}}"#,
                "#/properties/a~1b: error: 'uniqueItems' over elements that may be arrays or objects is not enforced "
                    + "[schema.unsupported]"
            ),
            (
                #"{"type":"string","pattern":"\\bword"}"#,
                #"#: error: pattern '\bword': a word boundary at offset 0 can't be enforced [schema.unsupported]"#
            ),
            (
                #"{"type":"string","pattern":"(a"}"#,
                "#: error: pattern '(a': '(' without ')' at offset 0 [schema.pattern]"
            ),
            (
                #"{"$ref":"other.json"}"#,
                "#: error: 'other.json' is nowhere in this document [schema.reference]"
            ),
            (
                ##"{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/x"}]}}}"##,
                "#/$defs/x: error: the schema refers to itself without a value in between [schema.endless-reference]"
            ),
            (
                #"{"type":"integer","multipleOf":0.123456789}"#,
                "#: error: 'multipleOf' 0.123456789 has too many remainders; at most 1048576 are enforced [schema.limit]"
            ),
            (
                #"{"properties":{"a":{"minimum":"5"}}}"#,
                "#/properties/a: error: 'minimum' must be a number [schema.malformed]"
            ),
            (
                #"{"type":"text"}"#,
                "#: error: 'type' must be the name of a type or a list of such names [schema.malformed]"
            ),
            ("{\n  \"type\": tru\n}", "2:11: error: unexpected 't' [schema.json]"),
            (#"{"const":"\ud800"}"#, "1:11: error: an escaped surrogate stands without its other half [schema.json]"),
            (#"{"a":1,"a":2}"#, "1:14: error: the name 'a' stands twice in one object [schema.json]"),
        ])
    func refused(schema: String, expected: String) {
        #expect(Self.message(schema) == expected)
    }

    @Test("a keyword that nobody knows is listed, or refused where schemas are strict")
    func unknownKeywords() throws {
        let schema = #"{"properties":{"a":{"type":"string","flavour":1,"x-note":2}}}"#
        #expect(
            try SchemaCompiler.compile(schema, options: .lenient).ignoredKeywords == ["#/properties/a/flavour"])
        #expect(
            Self.message(schema, .strict)
                == "#/properties/a: error: unknown keyword 'flavour' [schema.unknown-keyword]")
    }
}
