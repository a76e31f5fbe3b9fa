// JSON that is cut off: what of it is read, and that it never has to be taken back.

import Foundation
import FoundationModels
import TestSupport
import Testing

@Suite struct PartialContentTests {
    @Test(arguments: [
        ("", "null"),
        ("  ", "null"),
        ("tr", "null"),
        ("-", "null"),
        ("1.", "null"),
        ("2e", "null"),
        ("2e+", "null"),
        ("{", "{}"),
        (#"{"a"#, "{}"),
        (#"{"a""#, "{}"),
        (#"{"a":"#, "{}"),
        (#"{"a": tru"#, "{}"),
        (#"{"a": nul"#, "{}"),
        (#"{"a": 12"#, "{}"),
        (#"{"a": 12 "#, #"{"a": 12}"#),
        (#"{"a": 12,"#, #"{"a": 12}"#),
        (#"{"a": true"#, #"{"a": true}"#),
        (#"{"a": 12, "b"#, #"{"a": 12}"#),
        (#"{"a": "x"#, #"{"a": "x"}"#),
        (#"{"a": "x\"#, #"{"a": "x"}"#),
        (#"{"a": "x\n"#, #"{"a": "x\n"}"#),
        (#"{"a": "x\u"#, #"{"a": "x"}"#),
        (#"{"a": "x\u00e"#, #"{"a": "x"}"#),
        (#"{"a": "x\u00e9"#, #"{"a": "xé"}"#),
        (#"{"a": "x\ud83c"#, #"{"a": "x"}"#),
        (#"{"a": "x\ud83c\"#, #"{"a": "x"}"#),
        (#"{"a": "x\ud83c\u"#, #"{"a": "x"}"#),
        (#"{"a": "x\ud83c\udf0"#, #"{"a": "x"}"#),
        (#"{"a": "x\ud83c\udf0a"#, #"{"a": "x🌊"}"#),
        ("{\"a\": \"x\u{FFFD}", #"{"a": "x"}"#),
        (#"{"a": [1, 2"#, #"{"a": [1]}"#),
        (#"{"a": [1, [2, {"b": "#, #"{"a": [1, [2, {}]]}"#),
        (#"{"a": 1, "a": "x"#, #"{"a": 1}"#),
        ("[", "[]"),
        ("[[], ", "[[]]"),
        ("[0", "[]"),
        ("[-0.5e-3", "[]"),
    ])
    func whatIsCertainIsRead(_ text: String, json: String) throws {
        let content = try GeneratedContent(json: text)
        #expect(content.jsonString == json)
        #expect(!content.isComplete)
    }

    @Test(arguments: ["12", "true", "null", #""x""#, "{}", "[1]", " [1] ", "0.5e3", "12 "])
    func aWholeTextIsComplete(_ text: String) throws {
        #expect(try GeneratedContent(json: text).isComplete)
    }

    @Test func aNumberByItselfMayGrowWhileTheTextDoes() throws {
        #expect(try GeneratedContent(json: "12", isFinal: false).kind == .null)
        #expect(try GeneratedContent(json: "12", isFinal: true).jsonString == "12")
        #expect(try GeneratedContent(json: "12 ", isFinal: false).jsonString == "12")
    }

    @Test func everyValueTellsWhetherItIsComplete() throws {
        let content = try GeneratedContent(json: #"{"a": [1, "x"], "b": [true, {"c": "y"#)
        let a = try content.value(GeneratedContent.self, forProperty: "a")
        let b = try content.value(GeneratedContent.self, forProperty: "b")
        #expect(a.isComplete && !b.isComplete && !content.isComplete)
        let parts = try b.value([GeneratedContent].self)
        #expect(parts.map(\.isComplete) == [true, false])
        #expect(try !parts[1].value(GeneratedContent.self, forProperty: "c").isComplete)
        #expect(
            try GeneratedContent(json: #"{"a":1,"b":2,"a":"x"#).value(GeneratedContent.self, forProperty: "b")
                .isComplete)
    }

    @Test(arguments: [
        ("{a", "1:2: error: expected a key in quotes [json.syntax]"),
        ("[1,]", "1:4: error: expected a value [json.syntax]"),
        ("[1,\n 2 3", "2:4: error: expected ',' or ']' [json.syntax]"),
        (#"{"a" 1"#, "1:6: error: expected ':' after the key 'a' [json.syntax]"),
        ("trie", "1:1: error: expected a value [json.syntax]"),
        ("[01", "1:2: error: a number starts with a needless zero [json.syntax]"),
        ("[1.x", "1:4: error: expected a digit after the point [json.syntax]"),
        ("[1e9999999999,", "1:2: error: a number is out of range [json.syntax]"),
        (#""\x"#, #"1:3: error: unknown escape '\x' [json.syntax]"#),
        (#""\ud83cx"#, "1:8: error: half of a surrogate pair [json.syntax]"),
        (#""\u0g"#, "1:4: error: expected four hexadecimal digits [json.syntax]"),
        ("\"a\u{1}", "1:3: error: a control character must be escaped [json.syntax]"),
        ("{} x", "1:4: error: found text after the document [json.syntax]"),
        ("```json", "1:1: error: expected a value [json.syntax]"),
    ])
    func whatCannotBeTheBeginningOfJSONIsRefused(_ text: String, message: String) {
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: text) }
        #expect(error?.rawContent == text)
        #expect(error?.debugDescription == message)
        #expect(error?.errorDescription == message)
        #expect((error?.underlyingError as? JSONSyntaxError)?.description == message)
    }

    @Test func depthIsLimited() throws {
        let deep = String(repeating: #"{"a":["#, count: 256)
        #expect(try !GeneratedContent(json: deep).isComplete)
        let error = #expect(throws: GeneratedContent.ParsingError.self) {
            try GeneratedContent(json: String(repeating: "[", count: 100_000))
        }
        #expect(error?.debugDescription == "1:513: error: more than 512 levels [json.syntax]")
    }

    @Test func whatIsStillGrowingIsNoValueYet() throws {
        let content = try GeneratedContent(json: #"{"name": "Ada", "mood": "cal"#)
        #expect(try content.value(String?.self, forProperty: "name") == "Ada")
        #expect(try content.value(Mood?.self, forProperty: "mood") == nil)
        #expect(try content.value(Int?.self, forProperty: "age") == nil)
        #expect(throws: CancellationError.self) { try content.value(Mood.self, forProperty: "mood") }
        let whole = try GeneratedContent(json: #"{"mood": "cal"}"#)
        #expect(throws: CancellationError.self) { try whole.value(Mood?.self, forProperty: "mood") }
        #expect(try [Mood](GeneratedContent(json: #"["calm", "wi"#)) == [.calm])
        #expect(throws: CancellationError.self) { try [Mood](GeneratedContent(json: #"["calm", "wi"]"#)) }
        #expect(try GeneratedContent(json: "").value(Int?.self, forProperty: "age") == nil)
    }

    /// 1,000 documents, cut off after every byte.
    @Test(arguments: 0..<20) func aBeginningIsPartOfTheWhole(_ part: Int) throws {
        var generator = SplitMix64(seed: UInt64(part), name: "partial JSON")
        for _ in 0..<50 {
            var document = RandomJSON(generator: generator)
            let value = document.value(depth: 3)
            let text = document.text(of: value)
            generator = document.generator
            let whole = try GeneratedContent(json: text)
            #expect(whole.isComplete)
            #expect(whole == GeneratedContent(json: value))
            let bytes = Array(text.utf8)
            for count in 0..<bytes.count {
                let beginning = String(decoding: bytes[..<count], as: UTF8.self)
                let content = try GeneratedContent(json: beginning, isFinal: false)
                guard content.isBeginning(of: whole) else {
                    Issue.record("\(beginning) gave \(content.jsonString)")
                    return
                }
            }
        }
    }

    /// Any text at all is read or refused.
    @Test(arguments: 0..<10) func damagedTextIsReadOrRefused(_ part: Int) throws {
        var generator = SplitMix64(seed: UInt64(part), name: "damaged JSON")
        let pieces = Array(#"{}[]:,"\/ud8x0123456789.-+eEtrufalsn é"#.utf8)
        for _ in 0..<200 {
            var document = RandomJSON(generator: generator)
            let value = document.value(depth: 3)
            var bytes = Array(document.text(of: value).utf8)
            generator = document.generator
            for _ in 0..<generator.integer(in: 1...4) {
                let place = generator.integer(in: 0...bytes.count - 1)
                bytes[place] = pieces[generator.integer(in: 0...pieces.count - 1)]
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                let content = try GeneratedContent(json: text)
                _ = try JSONValue(parsing: content.jsonString)
            } catch let error as GeneratedContent.ParsingError {
                #expect(error.rawContent == text)
            }
        }
    }

    @Test func aMegabyteIsRead() throws {
        let row = #"{"id": 12345, "name": "a text with \"quotes\" and \u00e9", "tags": ["x", "y"], "ok": true}"#
        let text = "[" + Array(repeating: row, count: 12_000).joined(separator: ",") + "]"
        #expect(text.utf8.count > 1_000_000)
        #expect(try GeneratedContent(json: text).value([GeneratedContent].self).count == 12_000)
        #expect(try GeneratedContent(json: String(text.dropLast(2))).value([GeneratedContent].self).count == 12_000)
    }
}

/// A type that takes whole words only.
private enum Mood: String, ConvertibleFromGeneratedContent {
    case calm, wild

    init(_ content: GeneratedContent) throws {
        guard let mood = Mood(rawValue: try content.value(String.self)) else { throw CancellationError() }
        self = mood
    }
}

extension GeneratedContent {
    /// Whether this is what `whole` looked like earlier: what is complete is equal, what is not is a part.
    fileprivate func isBeginning(of whole: GeneratedContent) -> Bool {
        guard !isComplete else { return self == whole }
        switch (kind, whole.kind) {
        case (.null, _): return true
        case (.string(let part), .string(let text)): return text.utf8.starts(with: part.utf8)
        case (.array(let part), .array(let elements)):
            return part.count <= elements.count && zip(part, elements).allSatisfy { $0.isBeginning(of: $1) }
                && part.dropLast().allSatisfy(\.isComplete)
        case (.structure(let part, let keys), .structure(let properties, let allKeys)):
            return allKeys.starts(with: keys)
                && keys.allSatisfy { key in
                    guard let value = part[key], let other = properties[key] else { return false }
                    return value.isBeginning(of: other) && (value.isComplete || key == keys.last)
                }
        default: return false
        }
    }
}
