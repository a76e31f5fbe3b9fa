// The spelling of one scalar: plain, quoted on one line, or as a literal block, and when each of them says exactly what is
// meant to every reader of YAML.

/// Scalars as text.
enum ScalarSpelling {
    /// Words that some reader of YAML takes for a truth value, for nothing, or for a number.
    private static let reserved: Set<String> = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null", "inf", "nan", "infinity",
    ]
    /// Bytes of the longest of them.
    private static let longestReserved = 8

    /// A word, plain where it starts with a letter, goes on with letters, digits, `.`, `_`, `/` or `-`, and is not reserved.
    static func word(_ word: String) -> String {
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) }
        func isInner(_ byte: UInt8) -> Bool {
            // `-./` and the digits follow one another.
            isLetter(byte) || (0x2d...0x39).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard let first = word.utf8.first, isLetter(first), word.utf8.allSatisfy(isInner),
            word.utf8.count > longestReserved || !reserved.contains(word.lowercased())
        else { return quoted(word) }
        return word
    }

    /// Any text in double quotes on one line. A JSON string, but for characters that YAML wants escaped.
    static func quoted(_ text: String) -> String {
        if text.utf8.allSatisfy({ isPlainASCII($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            return "\"\(text)\""
        }
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
        guard !text.isEmpty, !text.hasSuffix("\n\n"), text != "\n", isBlockText(text) else { return nil }
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let endsWithLine = lines.last?.isEmpty == true
        if endsWithLine { lines.removeLast() }
        // A reader finds the margin by the first line that is not empty; where that starts with a space, it has to be told.
        let opening = lines.first { !$0.isEmpty }?.first
        let needsIndicator =
            lines.first?.isEmpty == true || opening == UInt8(ascii: " ") || opening == UInt8(ascii: "\t")
        let margin = String(repeating: " ", count: indent)
        var output = "|" + (needsIndicator ? "2" : "") + (endsWithLine ? "" : "-") + "\n"
        for line in lines {
            if !line.isEmpty {
                output += margin
                output += Substring(line)
            }
            output += "\n"
        }
        return output
    }

    /// Whether every character may stand in a block as it is.
    private static func isBlockText(_ text: String) -> Bool {
        let (lineEnd, tab) = (UInt8(ascii: "\n"), UInt8(ascii: "\t"))
        return text.utf8.allSatisfy { isPlainASCII($0) || $0 == lineEnd || $0 == tab }
            || text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !needsEscape($0) }
    }

    private static func isPlainASCII(_ byte: UInt8) -> Bool { (0x20..<0x7f).contains(byte) }

    /// Whether YAML does not allow a scalar as it stands, or some reader takes it for the end of a line.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: true
        default: false
        }
    }
}
