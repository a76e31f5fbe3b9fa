// Types, read by their grammar: a type ends where the grammar ends, at a line's end too.

extension DeclarationReader {
    private static let prefixes: Set<String> = [
        "any", "some", "inout", "sending", "borrowing", "consuming", "isolated", "each", "repeat", "nonisolated",
        "__owned", "__shared",
    ]

    /// The type that stands here.
    mutating func type() throws(Diagnostic) -> TypeText {
        let start = current?.range.lowerBound ?? bytes.count
        while let prefix = word, Self.prefixes.contains(prefix) {
            at += 1
            if prefix == "nonisolated", isSymbol("(") { skipBalanced() }
        }
        _ = try attributes()
        while let prefix = word, Self.prefixes.contains(prefix) { at += 1 }
        _ = eat("~")
        if isSymbol("(") || isSymbol("[") {
            skipBalanced()
        } else {
            guard word != nil else { throw diagnostic("expected a type here") }
            at += 1
            try genericArguments()
        }
        while let token = current {
            if isSymbol("."), word(at: at + 1) != nil {
                at += 2
                try genericArguments()
            } else if isSymbol("?") || isSymbol("!"), !token.spaceBefore {
                at += 1
            } else if isSymbol("&") {
                at += 1
                _ = try type()
            } else if ["async", "throws", "rethrows"].contains(word), endsFunctionHead {
                at += 1
                if isSymbol("(") { skipBalanced() }
            } else if isSymbol("-"), isSymbol(">", at: at + 1) {
                at += 2
                _ = try type()
            } else {
                break
            }
        }
        let range = range(from: start)
        return TypeText(text: text(range), range: range)
    }

    /// `async` and `throws` belong to a type only before an arrow.
    private var endsFunctionHead: Bool {
        var ahead = self
        while ["async", "throws", "rethrows"].contains(ahead.word) {
            ahead.at += 1
            if ahead.isSymbol("(") { ahead.skipBalanced() }
        }
        return ahead.isSymbol("-") && isSymbol(">", at: ahead.at + 1)
    }

    /// Steps over `<…>`.
    mutating func genericArguments(spaced: Bool = false) throws(Diagnostic) {
        guard isSymbol("<"), spaced || !tokens[at].spaceBefore else { return }
        var depth = 0
        repeat {
            if isSymbol("<") { depth += 1 }
            if isSymbol(">"), !isSymbol("-", at: at - 1) || tokens[at].spaceBefore { depth -= 1 }
            skipBalanced()
        } while depth > 0 && current != nil
    }
}
