// JSON text as template values, in the order of its keys: what Foundation's parser would lose, and `tojson` shows.

import Foundation
import Testing

@testable import Tokenization

/// Reads well-formed JSON; a malformed text ends with an error that fails the test.
struct OrderedJSON {
    struct Malformed: Error {
        let offset: Int
    }

    private let bytes: [UInt8]
    private var index = 0

    static func value(of data: Data) throws -> TemplateValue {
        var reader = OrderedJSON(bytes: Array(data))
        let value = try reader.value()
        guard reader.next == nil else { throw Malformed(offset: reader.index) }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next byte that is no white space.
    private var next: UInt8? {
        mutating get {
            while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
            return index < bytes.count ? bytes[index] : nil
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value() throws -> TemplateValue {
        if skip("{") {
            var entries: [TemplateValue.Entry] = []
            while !skip("}") {
                if !entries.isEmpty, !skip(",") { throw Malformed(offset: index) }
                guard case .string(let key) = try value(), skip(":") else { throw Malformed(offset: index) }
                entries.append(.init(key, try value()))
            }
            return .dictionary(entries)
        }
        if skip("[") {
            var elements: [TemplateValue] = []
            while !skip("]") {
                if !elements.isEmpty, !skip(",") { throw Malformed(offset: index) }
                elements.append(try value())
            }
            return .list(elements)
        }
        return try scalar()
    }

    /// A string or a word, which Foundation reads.
    private mutating func scalar() throws -> TemplateValue {
        guard let first = next else { throw Malformed(offset: index) }
        let start = index
        if first == UInt8(ascii: "\"") {
            index += 1
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            index += 1
        } else {
            while index < bytes.count, !",]} \n\t\r".utf8.contains(bytes[index]) { index += 1 }
        }
        guard index <= bytes.count else { throw Malformed(offset: start) }
        let text = Data(bytes[start..<index])
        switch String(decoding: text, as: UTF8.self) {
        case "null": return .none
        case "true": return .bool(true)
        case "false": return .bool(false)
        case let word:
            if let integer = Int(word) { return .integer(integer) }
            if let double = Double(word) { return .double(double) }
            return .string(try JSONDecoder().decode(String.self, from: text))
        }
    }
}

extension TemplateValue {
    subscript(key: String) -> TemplateValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.last { $0.key == key }?.value
    }

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    var elements: [TemplateValue] {
        if case .list(let elements) = self { elements } else { [] }
    }
}

extension TemplateContext {
    /// From the arguments that a Python caller would give.
    init(arguments: TemplateValue) {
        guard case .dictionary(let entries) = arguments else {
            self.init(messages: .list([]), addGenerationPrompt: false)
            return
        }
        self.init(
            messages: arguments["messages"] ?? .list([]), tools: arguments["tools"], documents: arguments["documents"],
            addGenerationPrompt: arguments["add_generation_prompt"] == .bool(true),
            beginningOfText: arguments["bos_token"]?.string, endOfText: arguments["eos_token"]?.string,
            now: CivilDate(year: 2024, month: 7, day: 4, hour: 9, minute: 5, second: 7))
        let known: Set = ["messages", "tools", "documents", "add_generation_prompt", "bos_token", "eos_token"]
        for entry in entries where !known.contains(entry.key) { extra[entry.key] = entry.value }
    }
}

extension [PromptSegment] {
    /// All of the text.
    var text: String { map(\.text).joined() }
    /// What may hold control tokens.
    var trustedText: String { filter(\.isTrusted).map(\.text).joined(separator: "\u{0}") }
}
