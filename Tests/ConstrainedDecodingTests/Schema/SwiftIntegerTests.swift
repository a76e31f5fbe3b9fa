import ConstrainedDecoding
import Testing

@Suite("Integers of Swift types")
struct SwiftIntegerTests {
    private func accepts(_ schema: String, _ text: String) throws -> Bool {
        let options = SchemaCompiler.Options(
            objectsAreOpenByDefault: false, ignoresUnknownKeywords: true, spacing: .compact, patterns: .swift,
            integersHave64Bits: true)
        let grammar = try SchemaCompiler.compile(schema, options: options).grammar
        return DocumentSpelling.spell(try JSONDocument(text), as: grammar) != nil
    }

    @Test(
        "have the range of Int, with and without bounds of their own",
        arguments: [
            (#"{"type":"integer"}"#, "9223372036854775807", true),
            (#"{"type":"integer"}"#, "9223372036854775808", false),
            (#"{"type":"integer"}"#, "-9223372036854775808", true),
            (#"{"type":"integer"}"#, "-9223372036854775809", false), (#"{"type":"integer","minimum":3}"#, "3", true),
            (#"{"type":"integer","minimum":3}"#, "2", false),
            (#"{"type":"integer","minimum":3}"#, "9223372036854775808", false),
            (#"{"type":"array","items":{"type":"integer","maximum":0}}"#, "[0,-12]", true),
            (#"{"type":"array","items":{"type":"integer","maximum":0}}"#, "[-9223372036854775809]", false),
        ])
    func range(schema: String, text: String, isAccepted: Bool) throws {
        #expect(try accepts(schema, text) == isAccepted)
    }
}
