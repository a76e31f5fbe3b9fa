// Text in the columns of a terminal: two for wide East Asian characters and emoji (Unicode Standard Annex 11), none for what
// combines with the character before, one for the rest.

/// Measures, cuts and wraps text for a terminal.
package enum TerminalText {
    /// Columns of a scalar by itself.
    package static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1160...0x11FF: return 0  // Medial vowels and final consonants of Hangul, drawn into the syllable.
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
            0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// Columns of a character: those of its widest scalar; two where a selector asks for an emoji.
    package static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.count > 1, scalars.contains("\u{FE0F}") { return 2 }
        return scalars.map(width).max() ?? 0
    }

    package static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width($1) } }

    /// The start of a text in at most so many columns, with `…` where something is left out.
    package static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = ""
        var room = columns - 1
        for character in text {
            room -= width(character)
            if room < 0 { break }
            result.append(character)
        }
        return result + "…"
    }

    /// The text and as many spaces as fill so many columns.
    package static func padded(_ text: String, to columns: Int) -> String {
        let text = cut(text, to: columns)
        return text + String(repeating: " ", count: max(0, columns - width(text)))
    }

    /// Text as lines of at most so many columns, broken at spaces where there are any, and within words where not. What a
    /// terminal would obey is replaced; a tab becomes four spaces.
    package static func wrapped(_ text: String, to columns: Int) -> [String] {
        let columns = max(2, columns)
        let plain = PrintableText.lines(text).replacing("\t", with: "    ")
        return plain.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            var lines: [String] = []
            var current = ""
            var used = 0
            // What follows the last space of the current line, which goes with a word that does not fit.
            var lastSpace: (count: Int, used: Int)?
            for character in line {
                let columnsNeeded = width(character)
                if used + columnsNeeded > columns {
                    if character == " " {
                        lines.append(current)
                        (current, used, lastSpace) = ("", 0, nil)
                        continue
                    }
                    if let space = lastSpace {
                        lines.append(String(current.prefix(space.count)))
                        current = String(current.dropFirst(space.count))
                        used -= space.used
                    } else {
                        lines.append(current)
                        (current, used) = ("", 0)
                    }
                    lastSpace = nil
                }
                current.append(character)
                used += columnsNeeded
                if character == " " { lastSpace = (current.count, used) }
            }
            return lines + [current]
        }
    }
}
