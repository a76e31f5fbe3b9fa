// Random JSON values, and random spellings of them: escapes, space, signs of exponents.

import FoundationModels
import TestSupport

struct RandomJSON {
    var generator: SplitMix64

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[generator.integer(in: 0...elements.count - 1)]
    }

    mutating func value(depth: Int) -> JSONValue {
        switch generator.integer(in: 0...(depth > 0 ? 8 : 4)) {
        case 0: .null
        case 1: .bool(generator.integer(in: 0...1) == 0)
        case 2: .number(number())
        case 3, 4: .string(text())
        case 5, 6: .array((0..<generator.integer(in: 0...4)).map { _ in value(depth: depth - 1) })
        default: object(depth: depth)
        }
    }

    private mutating func object(depth: Int) -> JSONValue {
        var members: [JSONMember] = []
        for index in 0..<generator.integer(in: 0...4) {
            members.append(JSONMember(key: text() + String(index), value: value(depth: depth - 1)))
        }
        return .object(members)
    }

    private mutating func number() -> JSONNumber {
        let literals = [
            "0", "-1", "12345", "9007199254740993", "0.5", "-0.25", "1.5e10", "1e-7", "3.14159265358979323846",
        ]
        return JSONNumber(parsing: pick(literals)) ?? JSONNumber(generator.integer(in: -1000...1000))
    }

    mutating func text() -> String {
        let pieces = ["a", "Z", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "e\u{301}", "漢", "🌊", "👩‍👩‍👧", "{", "]", ","]
        return (0..<generator.integer(in: 0...5)).map { _ in pick(pieces) }.joined()
    }

    /// One of the spellings of `value`.
    mutating func text(of value: JSONValue) -> String {
        switch value {
        case .string(let text): return space() + quoted(text)
        case .array(let elements):
            var parts: [String] = []
            for element in elements { parts.append(self.text(of: element)) }
            return space() + "[" + parts.joined(separator: space() + ",") + space() + "]"
        case .object(let members):
            var parts: [String] = []
            for member in members {
                parts.append(space() + quoted(member.key) + space() + ":" + text(of: member.value))
            }
            return "{" + parts.joined(separator: space() + ",") + space() + "}" + space()
        default: return space() + value.text(.compact)
        }
    }

    private mutating func space() -> String { pick(["", "", " ", "\n\t"]) }

    private mutating func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                result += "\\\(scalar)"
            } else if scalar.value < 0x20 || generator.integer(in: 0...5) == 0 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: generator.integer(in: 0...1) == 0)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
