// Contents from JSON text, whole or cut off anywhere, and contents as JSON values.

public import FoundationEssentials

extension GeneratedContent {
    /// A text that is neither JSON nor the beginning of any.
    public struct ParsingError: LocalizedError, CustomDebugStringConvertible, Sendable {
        /// The text.
        public var rawContent: String
        /// What the parser found.
        public var underlyingError: (any Error)?
        /// What is wrong and where: line and column, from 1, columns in bytes.
        public var debugDescription: String

        public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
            self.rawContent = rawContent
            self.underlyingError = underlyingError
            self.debugDescription = debugDescription
        }

        public var errorDescription: String? { debugDescription }
    }

    /// Content from JSON text. The text may end anywhere: what it has told for certain is read, and every value that it
    /// ends inside of has `isComplete == false`. Left out are a key whose value has not begun, a number inside a structure
    /// or an array that could still grow, and words, escapes and characters that are not whole. A text without any value is
    /// an incomplete null.
    ///
    /// Of several equal keys the first one counts. A number keeps all its digits.
    /// - Throws: `ParsingError` where the text can't be the beginning of JSON, or has more than 512 levels.
    public init(json: String) throws {
        try self.init(json: json, isFinal: true)
    }

    /// As `init(json:)`.
    /// - Parameter isFinal: whether nothing follows. Where it does, a number by itself is left out too, as it could grow.
    package init(json: String, isFinal: Bool) throws {
        do {
            let beginning = try JSONBeginning(parsing: json, isFinal: isFinal)
            if let value = beginning.value {
                self.init(json: value, openLevels: beginning.openLevels)
            } else {
                self.init(kind: .null, number: nil, isComplete: false, id: nil)
            }
        } catch {
            throw ParsingError(rawContent: json, underlyingError: error, debugDescription: error.description)
        }
    }

    package init(json: JSONValue) {
        self.init(json: json, openLevels: 0)
    }

    /// - Parameter openLevels: how many values are not complete: this one, its last part, the last part of that, and so on.
    private init(json: JSONValue, openLevels: Int) {
        let isComplete = openLevels == 0
        var number: JSONNumber?
        let kind: Kind
        switch json {
        case .null: kind = .null
        case .bool(let value): kind = .bool(value)
        case .number(let value):
            number = value
            kind = .number(value.double)
        case .string(let text): kind = .string(text)
        case .array(let elements):
            let last = elements.count - 1
            kind = .array(
                elements.enumerated().map { index, element in
                    GeneratedContent(json: element, openLevels: index == last && !isComplete ? openLevels - 1 : 0)
                })
        case .object(let members):
            var properties: [String: GeneratedContent] = [:]
            var keys: [String] = []
            for (index, member) in members.enumerated() where properties[member.key] == nil {
                let isOpen = index == members.count - 1 && !isComplete
                properties[member.key] = GeneratedContent(json: member.value, openLevels: isOpen ? openLevels - 1 : 0)
                keys.append(member.key)
            }
            kind = .structure(properties: properties, orderedKeys: keys)
        }
        self.init(kind: kind, number: number, isComplete: isComplete, id: nil)
    }

    /// A number that JSON can't express becomes null.
    package var json: JSONValue {
        switch kind {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number: number.map(JSONValue.number) ?? .null
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .structure(let properties, let orderedKeys):
            .object(orderedKeys.compactMap { key in properties[key].map { JSONMember(key: key, value: $0.json) } })
        }
    }
}
