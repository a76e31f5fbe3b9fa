// Contents made by hand, and Swift values out of contents: every type, every property form, every refusal.

import Foundation
import FoundationModels
import Testing

@Suite struct ContentValueTests {
    @Test func propertiesKeepTheirOrder() {
        let content = GeneratedContent(properties: ["b": 1, "a": ["x", "y"], "c": true, "n": Int?.none])
        #expect(content.jsonString == #"{"b": 1, "a": ["x", "y"], "c": true, "n": null}"#)
        #expect(content.id == nil)
        #expect(content.isComplete)
        let id = GenerationID()
        #expect(GeneratedContent(properties: [:], id: id).id == id)
    }

    @Test func ofEqualKeysTheFirstCountsUnlessToldOtherwise() throws {
        #expect(GeneratedContent(properties: ["a": 1, "b": 2, "a": 3]).jsonString == #"{"a": 1, "b": 2}"#)
        let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 3)]
        #expect(
            GeneratedContent(properties: pairs, uniquingKeysWith: { $1 }).jsonString == #"{"a": 3, "b": 2}"#)
        let joined = GeneratedContent(properties: pairs, id: GenerationID()) { first, second in
            "\(first.jsonString)+\(second.jsonString)"
        }
        #expect(joined.jsonString == #"{"a": "1+3", "b": 2}"#)
        #expect(joined.id != nil)
        #expect(throws: CancellationError.self) {
            try GeneratedContent(properties: pairs) { _, _ -> String in throw CancellationError() }
        }
        #expect(try GeneratedContent(json: #"{"a":1,"b":2,"a":3}"#).jsonString == #"{"a": 1, "b": 2}"#)
    }

    @Test func otherInitializersGiveWhatTheyAreGiven() throws {
        let elements: [any ConvertibleToGeneratedContent] = [1, "a", 0.5, GeneratedContent.null]
        #expect(GeneratedContent(elements: elements).jsonString == #"[1, "a", 0.5, null]"#)
        let id = GenerationID()
        #expect(GeneratedContent(elements: [], id: id).id == id)
        #expect(GeneratedContent([1, 2], id: id).id == id)
        #expect(try GeneratedContent(GeneratedContent("x", id: id)).id == id)
        #expect(GeneratedContent.null.kind == .null)
        let loose = GeneratedContent(
            kind: .structure(
                properties: ["z": GeneratedContent(1), "y": GeneratedContent(2), "x": GeneratedContent(3)],
                orderedKeys: ["y", "gone", "y"]))
        #expect(loose.jsonString == #"{"y": 2, "x": 3, "z": 1}"#)
    }

    @Test func anIdentityIsNoPartOfTheValue() throws {
        let content = GeneratedContent("x")
        #expect(GeneratedContent("x", id: GenerationID()) == content)
        #expect(try GeneratedContent(json: #"{"a":[1.0]}"#) == GeneratedContent(json: #"{"a": [1]}"#))
        #expect(try GeneratedContent(json: #""x"#) != content)
        #expect(GeneratedContent(properties: ["a": 1, "b": 2]) != GeneratedContent(properties: ["b": 2, "a": 1]))
        #expect(GeneratedContent(kind: .number(.infinity)) == GeneratedContent(kind: .number(.infinity)))
        #expect(GeneratedContent(kind: .number(.nan)) != GeneratedContent(kind: .number(.nan)))
    }

    private static func number(_ literal: String) throws -> GeneratedContent { try GeneratedContent(json: literal) }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "9007199254740993", "0", "-1"])
    func integersAreExact(_ literal: String) throws {
        let value = try Self.number(literal).value(Int.self)
        #expect(String(value) == literal)
        #expect(value.generatedContent.jsonString == literal)
        #expect(try Int(value.generatedContent) == value)
    }

    @Test func aWholeNumberIsAnInteger() throws {
        #expect(try Self.number("3.0").value(Int.self) == 3)
        #expect(try Self.number("3e2").value(Int.self) == 300)
        #expect(try Self.number("0.3e1").value() == 3)
    }

    @Test(arguments: [
        ("0.1", "0.1"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
        ("-1.10", "-1.1"),
        ("1e20", "100000000000000000000"),
        ("123456789012345678901234567890123456785", "123456789012345678901234567890123456790"),
        ("1e-130", "0.\(String(repeating: "0", count: 129))1"),
    ])
    func decimalsKeepTheirDigits(_ literal: String, description: String) throws {
        // The last but one has 39 digits, and the last needs an exponent below -128.
        let content = try Self.number(literal)
        if literal == "1e-130" {
            let error = #expect(throws: LanguageModelSession.GenerationError.self) { try Decimal(content) }
            #expect(
                error?.errorDescription
                    == "1e-130 is out of range; a Decimal has 38 digits and an exponent from -128 to 127 [content.range]"
            )
        } else {
            let value = try content.value(Decimal.self)
            #expect(value.description == description)
            #expect(try Decimal(value.generatedContent) == value)
        }
    }

    @Test func floatsAreTheNearest() throws {
        #expect(try Self.number("0.1").value(Float.self) == 0.1)
        #expect(Float(0.1).generatedContent.jsonString == "0.1")
        #expect(try Self.number("0.1").value(Double.self) == 0.1)
        #expect(try Self.number("1e-400").value(Double.self) == 0)
        #expect(Double.infinity.generatedContent.jsonString == "null")
        #expect(try Double(Double.infinity.generatedContent) == .infinity)
        #expect(try Float(Float.infinity.generatedContent) == .infinity)
        #expect(Decimal.nan.generatedContent.jsonString == "null")
    }

    @Test func scalarsBecomeContentAndBack() throws {
        #expect(try Bool(true.generatedContent))
        #expect(try String("é🌊".generatedContent) == "é🌊")
        #expect(try [[Int]](GeneratedContent([[1], [], [2, 3]])) == [[1], [], [2, 3]])
        #expect(try [String](GeneratedContent(json: #"["a", "b"]"#)) == ["a", "b"])
        #expect(try GeneratedContent(json: "[1]").value(GeneratedContent.self).jsonString == "[1]")
        #expect(Int?.some(3).generatedContent.jsonString == "3")
        #expect(Int?.none.generatedContent.kind == .null)
        #expect([1, 2].asPartiallyGenerated() == [1, 2])
        #expect("a".asPartiallyGenerated() == "a")
    }

    @Test func anAbsentValueAddsNothingToAPrompt() {
        #expect(String?.none.promptRepresentation.text == "")
        #expect(String?.some("a").promptRepresentation.text == "a")
        #expect(Int?.some(1).instructionsRepresentation.text == "1")
        #expect([1, 2].promptRepresentation.text == "1\n2")
    }

    private static func failure(_ body: () throws -> Void) -> String? {
        let error = #expect(throws: LanguageModelSession.GenerationError.self) { try body() }
        guard case .decodingFailure = error else { return nil }
        return error?.errorDescription
    }

    @Test func whatHasAnotherShapeIsRefused() throws {
        let number = try Self.number("3.5")
        #expect(Self.failure { _ = try Int(number) } == "expected an integer, found 3.5 [content.type]")
        #expect(Self.failure { _ = try Bool(number) } == "expected a boolean, found a number [content.type]")
        #expect(Self.failure { _ = try String(number) } == "expected a string, found a number [content.type]")
        #expect(Self.failure { _ = try [Int](number) } == "expected an array, found a number [content.type]")
        #expect(Self.failure { _ = try Never(number) } == "expected no value at all, found a number [content.type]")
        #expect(
            Self.failure { _ = try Int(GeneratedContent("3")) } == "expected an integer, found a string [content.type]")
        #expect(Self.failure { _ = try Double(.null) } == "expected a number, found null [content.type]")
        #expect(Self.failure { _ = try Float(.null) } == "expected a number, found null [content.type]")
        #expect(Self.failure { _ = try Decimal(.null) } == "expected a number, found null [content.type]")
        #expect(
            Self.failure { _ = try Int(Double.infinity.generatedContent) }
                == "expected an integer, found inf [content.type]")
        #expect(
            Self.failure { _ = try Int(Self.number("9223372036854775808")) }
                == "9223372036854775808 is out of range; an Int is from -9223372036854775808 to 9223372036854775807 "
                + "[content.range]")
        #expect(
            Self.failure { _ = try Float(Self.number("1e39")) }
                == "1e+39 is out of range; a Float is at most 3.4028235e+38 [content.range]")
        #expect(
            Self.failure { _ = try Double(Self.number("1e309")) }
                == "1e+309 is out of range; a Double is at most 1.7976931348623157e+308 [content.range]")
        #expect(
            Self.failure { _ = try Decimal(Self.number("1e300")) }
                == "1e+300 is out of range; a Decimal has 38 digits and an exponent from -128 to 127 [content.range]")
        #expect(
            Self.failure { _ = try [[Int]](GeneratedContent(json: #"[[1],[2,"x"]]"#)) }
                == "#/1/1: error: expected an integer, found a string [content.type]")
    }

    @Test func propertiesAreReadByName() throws {
        let content = try GeneratedContent(json: #"{"a/b": {"c": [1, "x"]}, "n": null, "t": "text"}"#)
        #expect(try content.value(String.self, forProperty: "t") == "text")
        #expect(try content.value(forProperty: "t") == "text")
        #expect(try content.value(String?.self, forProperty: "t") == "text")
        #expect(try content.value(String?.self, forProperty: "n") == nil)
        #expect(try content.value(String?.self, forProperty: "gone") == nil)
        let inner = try content.value(GeneratedContent.self, forProperty: "a/b")
        #expect(inner.jsonString == #"{"c": [1, "x"]}"#)
        #expect(
            Self.failure { _ = try content.value(String.self, forProperty: "gone") }
                == "the property 'gone' is missing [content.property]")
        #expect(
            Self.failure { _ = try content.value(String.self, forProperty: "n") }
                == "#/n: error: expected a string, found null [content.type]")
        #expect(
            Self.failure { _ = try content.value(Int?.self, forProperty: "t") }
                == "#/t: error: expected an integer, found a string [content.type]")
        #expect(
            Self.failure { _ = try content.value(Deep.self, forProperty: "a/b") }
                == "#/a~1b/c/1: error: expected an integer, found a string [content.type]")
        #expect(
            Self.failure { _ = try GeneratedContent("x").value(Int?.self, forProperty: "a") }
                == "expected an object, found a string [content.type]")
    }
}

/// A type that reads a property.
private struct Deep: ConvertibleFromGeneratedContent {
    init(_ content: GeneratedContent) throws {
        _ = try content.value([Int].self, forProperty: "c")
    }
}
