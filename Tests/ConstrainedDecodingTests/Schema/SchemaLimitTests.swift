// Schemas that were made to exhaust a compiler: each ends, with a grammar or with a typed refusal.

import ConstrainedDecoding
import Testing

struct SchemaLimitTests {
    static func code(_ schema: String) -> String {
        do throws(SchemaError) {
            _ = try SchemaCompiler.compile(schema, options: .lenient)
            return "compiles"
        } catch {
            return error.code
        }
    }

    static func nested(_ open: String, _ core: String, _ close: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
    }

    @Test(
        "ten thousand levels end",
        arguments: [
            (##"{"properties":{"a":"##, "}}", "compiles"), (##"{"items":"##, "}", "compiles"),
            (##"{"allOf":["##, "]}", "schema.limit"), (##"{"not":"##, "}", "schema.limit"),
            (##"{"anyOf":[{"type":"null"},"##, "]}", "schema.limit"), (##"{"if":"##, "}", "compiles"),
            (##"{"const":["##, "]}", "compiles"), (##"{"x-other":"##, "}", "compiles"),
        ])
    func deepNesting(open: String, close: String, expected: String) {
        var (open, close, core) = (open, close, "true")
        if open.hasSuffix("[") && open.contains("const") { (open, close, core) = ("[", "]", "1") }
        let text = Self.nested(open, core, close, 10_000)
        #expect(Self.code(core == "1" ? "{\"const\":\(text)}" : text) == expected)
    }

    @Test("text that opens and never closes is told")
    func unclosed() {
        #expect(Self.code(String(repeating: "[", count: 100_000)) == "schema.json")
        #expect(Self.code(String(repeating: #"{"a":"#, count: 100_000)) == "schema.json")
    }

    @Test("a hundred thousand values of an enumeration are one expression")
    func longEnumeration() throws {
        let values = (0..<100_000).map { "\"value \($0)\"" }.joined(separator: ",")
        let grammar = try SchemaCompiler.compile("{\"enum\":[\(values)]}", options: .lenient).grammar
        #expect(grammar.nodes.count == 1)
        #expect(DocumentSpelling.spell(try JSONDocument(#""value 99999""#), as: grammar) != nil)
        #expect(DocumentSpelling.spell(try JSONDocument(#""value 100000""#), as: grammar) == nil)
    }

    @Test(
        "circles without a value in between are refused",
        arguments: [
            ##"{"$ref":"#"}"##, ##"{"allOf":[{"$ref":"#"}]}"##, ##"{"anyOf":[{"$ref":"#"},{"type":"null"}]}"##,
            ##"{"not":{"$ref":"#"}}"##, ##"{"if":{"$ref":"#"},"then":false}"##,
            ##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
            ##"{"type":"object","dependentSchemas":{"a":{"$ref":"#"}}}"##,
        ])
    func circles(schema: String) {
        #expect(Self.code(schema) == "schema.endless-reference")
    }

    @Test("recursion through values ends: a tree has as many nodes as schemas")
    func recursion() throws {
        let schema =
            ##"{"type":"object","properties":{"value":{"type":"integer"},"children":{"type":"array","##
            + ##""items":{"$ref":"#"}}},"required":["value"]}"##
        let grammar = try SchemaCompiler.compile(schema, options: .strict).grammar
        #expect(grammar.nodes.count == 3)
        let value = #"{"value":1,"children":[{"value":2,"children":[]}]}"#
        #expect(DocumentSpelling.spell(try JSONDocument(value), as: grammar) != nil)
    }

    @Test("alternatives that multiply are refused")
    func products() {
        let choice = #"{"anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}"#
        let many = Array(repeating: choice, count: 12).joined(separator: ",")
        #expect(Self.code("{\"type\":\"object\",\"allOf\":[\(many)]}") == "schema.limit")
    }

    @Test("many patterns of names that overlap are refused")
    func overlappingPatterns() {
        let patterns = (0..<12).map {
            "\"x{\($0)}y.*\(Character(Unicode.Scalar(UInt8(97 + $0))))\":{\"minimum\":\($0)}"
        }
        #expect(Self.code("{\"patternProperties\":{\(patterns.joined(separator: ","))}}") == "schema.limit")
    }

    @Test("sixty thousand groups in a pattern end")
    func deepPattern() {
        let groups = Self.nested("(", "a", ")", 60_000)
        #expect(Self.code("{\"type\":\"string\",\"pattern\":\"^\(groups)$\"}") == "compiles")
    }
}
