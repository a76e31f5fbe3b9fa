// Numbers digit for digit: one spelling for each value, order, and Swift's coders.

import Foundation
import FoundationModels
import TestSupport
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.00", "0"), ("0e999999999", "0"), ("1.50", "1.5"), ("100", "100"), ("1e2", "100"),
        ("1E+2", "100"), ("10000000000000000000", "10000000000000000000"), ("1e19", "10000000000000000000"),
        ("1e20", "100000000000000000000"), ("100000000000000000000", "100000000000000000000"),
        ("-9223372036854775809", "-9223372036854775809"),
        ("18446744073709551616", "18446744073709551616"), ("0.1", "0.1"),
        ("0.10000000000000001", "0.10000000000000001"),
        ("1e-5", "0.00001"), ("0.00001", "0.00001"), ("1e-400", "0." + String(repeating: "0", count: 399) + "1"),
        ("1.25e-500", "1.25e-500"), ("1e400", "1" + String(repeating: "0", count: 400)), ("125e500", "1.25e+502"),
        ("12345678901234567890.123", "12345678901234567890.123"), ("9007199254740992.0", "9007199254740992"),
        ("0.000001234567890123456789", "0.000001234567890123456789"),
        ("0.0000000001234567890123456789", "0.0000000001234567890123456789"),
    ])
    func aNumberHasOneSpelling(_ text: String, literal: String) throws {
        let number = try #require(JSONNumber(parsing: text))
        #expect(number.literal == literal)
        #expect(JSONNumber(parsing: literal) == number)
        #expect(number.double == Double(text))
    }

    @Test(arguments: ["1e99999999999999999999", "", "-", "a", "1e", "1.2.3"])
    func whatIsNoNumberIsNone(_ text: String) {
        #expect(JSONNumber(parsing: text) == nil)
    }

    @Test func integersAndDoublesAgree() {
        #expect(JSONNumber(3) == JSONNumber(3.0))
        #expect(JSONNumber(UInt64.max).unsigned == .max)
        #expect(JSONNumber(Int.min).int == .min)
        #expect(JSONNumber(1e19) == JSONNumber(10_000_000_000_000_000_000 as UInt64))
        #expect(JSONNumber(-0.0)?.literal == "0")
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(Float(0.1))?.literal == "0.1")
    }

    /// Against Foundation's decimals.
    @Test func theOrderIsThatOfTheValues() throws {
        var generator = SplitMix64(seed: 7, name: "numbers")
        var numbers: [(number: JSONNumber, decimal: Decimal)] = []
        for _ in 0..<60 {
            let digits = generator.integer(in: -9999...9999)
            let literal = "\(digits)e\(generator.integer(in: -6...6))"
            numbers.append((try #require(JSONNumber(parsing: literal)), try #require(Decimal(string: literal))))
        }
        for left in numbers {
            for right in numbers {
                #expect((left.number < right.number) == (left.decimal < right.decimal))
                #expect((left.number == right.number) == (left.decimal == right.decimal))
            }
        }
    }

    @Test(arguments: ["1", "0.1", "-2.5", "1e+300", "18446744073709551615", "0.12345678901234567890123456789", "1e-05"])
    func swiftsCodersKeepTheDigits(_ literal: String) throws {
        let value = try JSONValue(parsing: "[\(literal)]")
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data("[\(literal)]".utf8)) == value)
    }

    @Test func swiftsCodersKeepEveryType() throws {
        let text = #"{"a":null,"b":[true,false,"x","",[],{}],"c":{"d":-1,"e":0.5},"f":"null","g":"1"}"#
        let value = try JSONValue(parsing: text)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder().encode(value)) == value)
        for scalar in ["null", "true", "\"x\"", "7"] {
            #expect(
                try JSONDecoder().decode(JSONValue.self, from: Data(scalar.utf8)) == JSONValue(parsing: scalar))
        }
    }
}
