// The JSON reader and writer: one spelling for every value, and refusals with a place.

import FoundationModels
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [
        (#"{"b":1,"a":[true,null,-2.5,"x"]}"#, #"{"b":1,"a":[true,null,-2.5,"x"]}"#),
        (" [ ] ", "[]"),
        ("{}", "{}"),
        ("1.0", "1"),
        ("1e3", "1000"),
        ("0.1", "0.1"),
        ("-0", "0"),
        ("1e300", "1" + String(repeating: "0", count: 300)), ("-1e999", "-1e+999"),
        ("9223372036854775807", "9223372036854775807"),
        ("18446744073709551615", "18446744073709551615"),
        (#""\u00e9\ud83c\udf0a\/\n\u0001""#, #""é🌊/\n\u0001""#),
        (#""\"\\\b\f\r\t""#, #""\"\\\b\f\r\t""#),
    ])
    func aValueHasOneSpelling(_ text: String, canonical: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(value.text(.compact) == canonical)
        #expect(try JSONValue(parsing: value.text(.spaced)) == value)
        #expect(try JSONValue(parsing: value.text(.indented)) == value)
    }

    @Test func layoutsDifferInSpaceAlone() throws {
        let value = try JSONValue(parsing: #"{"a":[1,{}],"b":{"c":[]}}"#)
        #expect(value.text(.spaced) == #"{"a": [1, {}], "b": {"c": []}}"#)
        #expect(
            value.text(.indented) == """
                {
                  "a": [
                    1,
                    {}
                  ],
                  "b": {
                    "c": []
                  }
                }
                """)
    }

    @Test(arguments: [
        ("", "1:1: error: the text ends where a value should stand [json.syntax]"),
        ("[1,]", "1:4: error: expected a value [json.syntax]"),
        ("[1 2]", "1:4: error: expected ',' or ']' [json.syntax]"),
        ("{\n  \"a\": 1,\n  \"a\": 2\n}", "3:3: error: duplicate key 'a' [json.syntax]"),
        ("{a:1}", "1:2: error: expected a key in quotes [json.syntax]"),
        (#"{"a" 1}"#, "1:6: error: expected ':' after the key 'a' [json.syntax]"),
        (#"{"a":1"#, "1:7: error: expected ',' or '}' [json.syntax]"),
        ("nul", "1:1: error: expected a value [json.syntax]"),
        ("1 2", "1:3: error: found text after the document [json.syntax]"),
        ("01", "1:1: error: a number starts with a needless zero [json.syntax]"),
        ("1.", "1:3: error: expected a digit after the point [json.syntax]"),
        ("1e", "1:3: error: expected a digit in the exponent [json.syntax]"),
        ("1e9999999999", "1:1: error: a number is out of range [json.syntax]"),
        (#""a"#, "1:3: error: a string does not end [json.syntax]"),
        ("\"a\nb\"", "1:3: error: a control character must be escaped [json.syntax]"),
        (#""\x""#, #"1:3: error: unknown escape '\x' [json.syntax]"#),
        (#""\ud800""#, "1:8: error: half of a surrogate pair [json.syntax]"),
        (#""\u12""#, "1:4: error: expected four hexadecimal digits [json.syntax]"),
    ])
    func whatIsNoJSONIsRefusedWithAPlace(_ text: String, message: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.description == message)
    }

    @Test func depthIsLimited() throws {
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try JSONValue(parsing: deep).text(.compact) == deep)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[" + deep + "]") }
        #expect(error?.description == "1:513: error: more than 512 levels [json.syntax]")
    }
}
