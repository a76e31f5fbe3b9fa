// YAML text from values, with one spelling for every value: a file changes exactly where what it says changes. Lines end
// in `\n`; nothing is folded; text outside ASCII stays as it is.

/// Writes values as YAML.
package enum YAMLEmitter {
    /// The text of a document, in block style at the root.
    ///
    /// - Parameter value: a mapping. Reading the text gives the same keys, words and texts back.
    package static func text(of value: EmittedValue) -> String {
        switch value {
        case .block(let members): block(members, indent: 0, isSpaced: false)
        case .spaced(let members): block(members, indent: 0, isSpaced: true)
        default: inline(value) + "\n"
        }
    }

    private static func block(_ members: [EmittedValue.Member], indent: Int, isSpaced: Bool) -> String {
        var output = ""
        let margin = String(repeating: " ", count: indent)
        for (index, member) in members.enumerated() {
            if isSpaced, index > 0 { output += "\n" }
            output += margin + ScalarSpelling.word(member.key) + ":"
            switch member.value {
            case .block(let inner) where !inner.isEmpty:
                output += "\n" + block(inner, indent: indent + 2, isSpaced: false)
            case .spaced(let inner) where !inner.isEmpty:
                output += "\n" + block(inner, indent: indent + 2, isSpaced: true)
            case .blockList(let items) where !items.isEmpty:
                output += "\n" + list(items, indent: indent + 2)
            case .text(let text):
                output +=
                    " " + (ScalarSpelling.literalBlock(text, indent: indent + 2) ?? ScalarSpelling.quoted(text) + "\n")
            default: output += " " + inline(member.value) + "\n"
            }
        }
        return output
    }

    private static func list(_ items: [EmittedValue], indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return items.map { item in
            switch item {
            case .block(let members) where !members.isEmpty:
                // The first entry stands behind the dash, the others below it.
                margin + "- " + block(members, indent: indent + 2, isSpaced: false).dropFirst(indent + 2)
            case .text(let text):
                margin + "- "
                    + (ScalarSpelling.literalBlock(text, indent: indent + 2) ?? ScalarSpelling.quoted(text) + "\n")
            default: margin + "- " + inline(item) + "\n"
            }
        }.joined()
    }

    private static func inline(_ value: EmittedValue) -> String {
        switch value {
        case .word(let word): ScalarSpelling.word(word)
        case .integer(let number): String(number)
        case .number(let literal): literal
        case .text(let text), .quoted(let text): ScalarSpelling.quoted(text)
        case .flowList(let items), .blockList(let items): "[" + items.map(inline).joined(separator: ", ") + "]"
        case .flow(let members), .block(let members), .spaced(let members):
            "{" + members.map { "\(ScalarSpelling.word($0.key)): \(inline($0.value))" }.joined(separator: ", ") + "}"
        }
    }
}
