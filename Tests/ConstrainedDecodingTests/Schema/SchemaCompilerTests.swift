// Verdicts on single documents, and the spelling in which they are generated.

import ConstrainedDecoding
import Testing

struct SchemaCompilerTests {
    static func spelled(
        _ value: String, by schema: String, _ options: SchemaCompiler.Options = .lenient
    ) throws -> String? {
        let grammar = try SchemaCompiler.compile(schema, options: options).grammar
        return DocumentSpelling.spell(try JSONDocument(value), as: grammar).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "a value has one spelling, in the schema's order",
        arguments: [
            (#"{"properties":{"b":{},"a":{}}}"#, #"{"z": 1, "a": 2, "b": [ 3 ]}"#, #"{"b":[3],"a":2,"z":1}"#),
            (#"{"type":"integer"}"#, "10e-1", "1"),
            (#"{"type":"integer"}"#, "-0.0", "0"),
            (#"{"type":"number"}"#, "12.50e1", "125"),
            (#"{"type":"number"}"#, "1.50e-3", "0.0015"),
            (#"{"type":"number"}"#, "12345678901234567890.10", "12345678901234567890.1"),
            (#"{"type":"string"}"#, #""\/\u0041\u00e9\u0007\u001F\n""#, #""/Aé\u0007\u001f\n""#),
            (#"{"type":"string"}"#, #""\ud83d\ude00""#, #""😀""#),
            (
                ##"{"allOf":[{"$ref":"#/$defs/base"}],"properties":{"c":true},"$defs":{"base":{"properties":{"b":true}}}}"##,
                #"{"c":1,"b":2}"#, #"{"b":2,"c":1}"#
            ),
            (#"{"properties":{"\"é\n":{"type":"null"}}}"#, #"{"\"\u00e9\n":null}"#, #"{"\"é\n":null}"#),
        ])
    func spelling(schema: String, value: String, expected: String) throws {
        #expect(try Self.spelled(value, by: schema) == expected)
    }

    @Test(
        "a keyword that a schema's dialect doesn't have yet says nothing, and is listed",
        arguments: [
            ("http://json-schema.org/draft-04/schema#", #""if":{"type":"string"},"then":false"#, "/if", true),
            ("http://json-schema.org/draft-06/schema#", #""if":{"type":"string"},"then":false"#, "/if", true),
            ("http://json-schema.org/draft-07/schema#", #""if":{"type":"string"},"then":false"#, nil, false),
            ("http://json-schema.org/draft-04/schema#", #""const":1"#, "/const", true),
            ("http://json-schema.org/draft-06/schema#", #""const":1"#, nil, false),
        ])
    func dialects(dialect: String, keywords: String, ignored: String?, isAccepted: Bool) throws {
        let schema = #"{"$schema":"\#(dialect)",\#(keywords)}"#
        let compiled = try SchemaCompiler.compile(schema, options: .lenient)
        #expect(compiled.ignoredKeywords.contains("#" + (ignored ?? "/")) == (ignored != nil))
        #expect(try Self.spelled(#""a""#, by: schema) == (isAccepted ? #""a""# : nil))
    }

    @Test("Apple's spacing puts a space after each colon and comma")
    func spacing() throws {
        var options = SchemaCompiler.Options.strict
        options.spacing = .spaced
        #expect(
            try Self.spelled(#"{"a":[1,2],"b":{}}"#, by: #"{"properties":{"a":{},"b":{}}}"#, options)
                == #"{"a": [1, 2], "b": {}}"#)
    }

    private static let branches =
        #"{"properties":{"a":{}},"anyOf":[{"properties":{"b":{}},"required":["b"]},"#
        + #"{"properties":{"c":{}},"required":["c"]}]}"#
    private static let conditional =
        #"{"type":"object","properties":{"a":{}},"required":["a"],"if":{"properties":{"a":{"const":1}}},"#
        + #""then":{"properties":{"b":{}}},"else":{"properties":{"c":{}}}}"#

    @Test(
        "objects that declare members are closed where schemas are strict, after merging",
        arguments: [
            (#"{"properties":{"a":{}}}"#, #"{"a":1,"b":2}"#, false),
            (#"{"properties":{"a":{}},"additionalProperties":true}"#, #"{"a":1,"b":2}"#, true),
            (#"{"properties":{"a":{}},"additionalProperties":{"type":"null"}}"#, #"{"b":null}"#, true),
            (#"{"properties":{"a":{}},"patternProperties":{"^x":{}}}"#, #"{"a":1,"xy":2}"#, true),
            (#"{"properties":{"a":{}},"patternProperties":{"^x":{}}}"#, #"{"a":1,"y":2}"#, false),
            (#"{"properties":{"a":{}},"allOf":[{"properties":{"b":{}}}]}"#, #"{"a":1,"b":2}"#, true),
            (#"{"properties":{"a":{}},"allOf":[{"properties":{"b":{}}}]}"#, #"{"a":1,"c":2}"#, false),
            (#"{"properties":{"a":{"type":"object"}}}"#, #"{"a":{"any":1}}"#, true),
            (branches, #"{"a":1,"b":2}"#, true), (branches, #"{"a":1,"c":2}"#, true),
            (branches, #"{"a":1,"b":2,"c":3}"#, false), (branches, #"{"a":1,"b":2,"d":3}"#, false),
            (conditional, #"{"a":1,"b":2}"#, true), (conditional, #"{"a":2,"c":2}"#, true),
            (conditional, #"{"a":2,"b":2}"#, false), (conditional, #"{"a":1,"c":2}"#, false),
        ])
    func closedObjects(schema: String, value: String, isAccepted: Bool) throws {
        #expect(try (Self.spelled(value, by: schema, .strict) != nil) == isAccepted)
    }

    @Test(
        "drafts before 2019 hide what stands beside a reference, draft 4 has boolean bounds and `id`",
        arguments: [
            (
                ##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","maximum":1,"##
                    + #""definitions":{"a":{"type":"integer"}}}"#, "5", true
            ),
            (##"{"$ref":"#/definitions/a","maximum":1,"definitions":{"a":{"type":"integer"}}}"##, "5", false),
            (#"{"$schema":"http://json-schema.org/draft-04/schema#","minimum":3,"exclusiveMinimum":true}"#, "3", false),
            (#"{"$schema":"http://json-schema.org/draft-04/schema#","minimum":3,"exclusiveMinimum":false}"#, "3", true),
            (
                #"{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://x.y/z","#
                    + #""properties":{"a":{"$ref":"http://x.y/z#/definitions/b"}},"definitions":{"b":{"type":"null"}}}"#,
                #"{"a":1}"#, false
            ),
            (#"{"items":[{"type":"null"}],"additionalItems":{"type":"integer"}}"#, "[null,1]", true),
            (#"{"items":[{"type":"null"}],"additionalItems":{"type":"integer"}}"#, "[null,null]", false),
        ])
    func drafts(schema: String, value: String, isAccepted: Bool) throws {
        #expect(try (Self.spelled(value, by: schema) != nil) == isAccepted)
    }

    @Test(
        "combinations are exact",
        arguments: [
            (#"{"oneOf":[{"type":"integer"},{"minimum":2}]}"#, "1", true),
            (#"{"oneOf":[{"type":"integer"},{"minimum":2}]}"#, "3", false),
            (#"{"oneOf":[{"type":"integer"},{"minimum":2}]}"#, "2.5", true),
            (#"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#, #"{"a":1,"b":1}"#, false),
            (#"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#, #"{"b":1}"#, true),
            (#"{"type":"string","pattern":"^a","maxLength":2,"not":{"enum":["ab"]}}"#, #""ab""#, false),
            (#"{"type":"string","pattern":"^a","maxLength":2,"not":{"enum":["ab"]}}"#, #""ac""#, true),
            (#"{"not":{"properties":{"a":{"type":"integer"}}}}"#, #"{"a":"x"}"#, true),
            (#"{"not":{"properties":{"a":{"type":"integer"}}}}"#, #"{"a":1}"#, false),
            (
                #"{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}"#,
                #"{"k":1,"y":1}"#, false
            ),
            (
                #"{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}"#,
                #"{"k":2,"y":1}"#, true
            ),
            (#"{"patternProperties":{"^a":{"minimum":2},"z$":{"maximum":5}}}"#, #"{"az":6}"#, false),
            (#"{"patternProperties":{"^a":{"minimum":2},"z$":{"maximum":5}}}"#, #"{"az":3,"bz":1,"ab":9}"#, true),
        ])
    func combinations(schema: String, value: String, isAccepted: Bool) throws {
        #expect(try (Self.spelled(value, by: schema) != nil) == isAccepted)
    }
}
