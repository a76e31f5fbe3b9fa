// Names and texts as Swift spells them, so that whatever stands in a playground comes out as the same text of a program.

/// Spellings of generated Swift.
enum SwiftSpelling {
    /// Words that can't be names as they are.
    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public",
        "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]

    /// A name that generated code can use where a key stands: the key itself, in backticks where it is no plain name.
    /// nil: no name of Swift spells it.
    static func property(_ key: String) -> String? {
        if isName(key) { return keywords.contains(key) ? "`\(key)`" : key }
        let forbidden: Set<Unicode.Scalar> = ["`", "\\", "\n", "\r", "\0"]
        let isRaw =
            !key.isEmpty && key.contains { !$0.isWhitespace }
            && !key.unicodeScalars.contains { forbidden.contains($0) || isInvisible($0) }
        return isRaw ? "`\(key)`" : nil
    }

    /// A name in camel case made of the words of a text: `reply-formal` is `replyFormal`.
    static func camel(_ text: String, isType: Bool = false) -> String {
        let words = text.split { !($0.isLetter || $0.isNumber) || !$0.unicodeScalars.allSatisfy(\.isNamePart) }
        var name = ""
        for (index, word) in words.enumerated() {
            let isCapital = isType || index > 0
            name += (isCapital ? word.prefix(1).uppercased() : word.prefix(1).lowercased()) + word.dropFirst()
        }
        if name.first?.isNumber ?? true { name = (isType ? "Type" : "cell") + name }
        return name
    }

    /// A name in backticks where it is a word of the language.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return text != "_" && text.unicodeScalars.allSatisfy(\.isNamePart)
    }

    /// A piece of a literal.
    enum Piece {
        case text(String)
        /// An expression that is inserted.
        case expression(String)
    }

    static func literal(_ text: String) -> String { literal([.text(text)], indent: "") }

    /// A string literal: on one line, or in a block where the text has lines.
    ///
    /// - Parameter indent: of the line that the literal stands in; lines of a block stand deeper.
    static func literal(_ pieces: [Piece], indent: String) -> String {
        let isBlock = pieces.contains { if case .text(let text) = $0 { text.contains("\n") } else { false } }
        var body = ""
        for piece in pieces {
            switch piece {
            case .text(let text): body += escaped(text, isBlock: isBlock)
            case .expression(let expression): body += "\\(\(expression))"
            }
        }
        guard isBlock else { return "\"\(body)\"" }
        let inner = indent + "    "
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // A blank at the end of a line would be easy to lose.
            let line = line.hasSuffix(" ") ? line.dropLast() + "\\u{20}" : line
            return line.isEmpty ? "" : inner + line
        }
        return "\"\"\"\n\(lines.joined(separator: "\n"))\n\(inner)\"\"\""
    }

    private static func escaped(_ text: String, isBlock: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += isBlock ? "\"" : "\\\""
            case "\n": result += isBlock ? "\n" : "\\n"
            case "\t": result += "\\t"
            case _ where isInvisible(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return isBlock ? result.replacing("\"\"\"", with: "\\\"\"\"") : result
    }

    /// Whether a reader of the program would not see the scalar, or see others moved by it.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        case .format: scalar.value != 0x200D
        default: false
        }
    }
}

extension String {
    /// The text as lines of a comment, without what a reader would not see.
    ///
    /// - Parameter mark: such as `//` or `#`, with its indentation.
    func commentLines(_ mark: String) -> [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            var visible = UnicodeScalarView()
            visible.append(contentsOf: line.unicodeScalars.filter { !SwiftSpelling.isInvisible($0) })
            return visible.isEmpty ? mark : "\(mark) \(String(visible))"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isNamePart: Bool { properties.isXIDContinue }
}
