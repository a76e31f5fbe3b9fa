// The spelling of one scalar: plain, quoted on one line, or as a literal block, and when each of them says exactly what is
// meant to every reader of YAML.

/// Scalars as text.
enum ScalarSpelling {
    /// Words that some reader of YAML takes for a truth value, for nothing, or for a number.
    private static let reserved: Set<String> = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null", "inf", "nan", "infinity",
    ]

    /// A word, plain where it starts with a letter, goes on with letters, digits, `.`, `_`, `/` or `-`, and is not reserved.
    static func word(_ word: String) -> String {
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) }
        func isInner(_ byte: UInt8) -> Bool {
            isLetter(byte) || (0x30...0x39).contains(byte) || "._/-".utf8.contains(byte)
        }
        guard let first = word.utf8.first, isLetter(first), word.utf8.allSatisfy(isInner),
            !reserved.contains(word.lowercased())
        else { return quoted(word) }
        return word
    }

    /// Any text in double quotes on one line. A JSON string, but for characters that YAML wants escaped.
    static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case _ where needsEscape(scalar):
                let digits = String(scalar.value, radix: 16)
                output += scalar.value > 0xffff ? "\\U" : "\\u"
                output += String(repeating: "0", count: (scalar.value > 0xffff ? 8 : 4) - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }

    /// Text as a literal block whose lines start after `indent` spaces, from the `|` to the end of its last line; nil where a
    /// block does not say exactly this text, or not to every reader: empty text, more than one line end at the end, control
    /// characters, and line ends other than `\n`.
    static func literalBlock(_ text: String, indent: Int) -> String? {
        guard !text.isEmpty, !text.hasSuffix("\n\n"), text != "\n",
            text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || !needsEscape($0) })
        else { return nil }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let endsWithLine = lines.last?.isEmpty == true
        if endsWithLine { lines.removeLast() }
        // A reader finds the margin by the first line that is not empty; where that starts with a space, it has to be told.
        let opening = lines.first { !$0.isEmpty }?.first
        let needsIndicator = lines.first?.isEmpty == true || opening == " " || opening == "\t"
        let margin = String(repeating: " ", count: indent)
        var output = "|" + (needsIndicator ? "2" : "") + (endsWithLine ? "" : "-") + "\n"
        for line in lines { output += line.isEmpty ? "\n" : margin + String(String.UnicodeScalarView(line)) + "\n" }
        return output
    }

    /// Whether YAML does not allow a scalar as it stands, or some reader takes it for the end of a line.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: true
        default: false
        }
    }
}
