// Pieces of Swift text that several expansions write.

/// Spelling of names and literals.
enum SwiftText {
    /// A name without its backticks.
    static func plain(_ name: String) -> String { name.filter { $0 != "`" } }

    /// A string literal of `text`.
    static func literal(_ text: String) -> String {
        var out = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": out += "\\\(character)"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            default: out.unicodeScalars.append(character)
            }
        }
        return out + "\""
    }

    /// The literal of a name, backticks left out.
    static func key(_ name: String) -> String { literal(plain(name)) }

    /// `prefix` and `name` as one name, in backticks where `name` isn't a plain one.
    static func joined(_ prefix: String, _ name: String) -> String {
        let name = plain(name)
        return name.utf8.allSatisfy(Scanner.isWord) ? prefix + name : "`\(prefix)\(name)`"
    }

    /// `public ` and `package ` for members of a type with this access; other types need no word.
    static func access(_ access: String?) -> String {
        access == "public" || access == "open" ? "public " : access == "package" ? "package " : ""
    }

    /// Has the compiler count `text` as if its first line stood at `line` of the author's file, so that what it says of it
    /// leads the author to the right place.
    static func located(in syntax: SourceSyntax, line: Int, _ text: String) -> String {
        "#sourceLocation(file: \(literal(syntax.fileName)), line: \(max(line, 1)))\n\(text)\n#sourceLocation()\n"
    }

    /// What stands at a byte of `syntax`, in its own column, below one line of `head`.
    static func located(in syntax: SourceSyntax, at byte: Int, head: String, _ text: String) -> String {
        let (line, column) = syntax.position(of: byte)
        let pad = String(repeating: " ", count: max(column - 1, 0))
        return located(in: syntax, line: line - 1, "\(head)\n\(pad)\(text)")
    }
}
