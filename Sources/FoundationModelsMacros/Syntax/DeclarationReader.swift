// Reads one declaration of a type from its tokens. Bodies, nested types and methods are stepped over; what it doesn't
// understand becomes a diagnostic at its place, never a guess. Members are in `DeclarationReader+Members.swift`.

/// A reader over the tokens of one declaration.
struct DeclarationReader {
    let syntax: SourceSyntax
    let bytes: [UInt8]
    let tokens: [Token]
    var at = 0
    /// Problems that don't keep the reader from going on.
    var problems: [Diagnostic] = []

    init(_ syntax: SourceSyntax) {
        self.syntax = syntax
        bytes = Array(syntax.source.utf8)
        tokens = Scanner.tokens(of: bytes)
    }

    // MARK: Tokens

    var current: Token? { at < tokens.count ? tokens[at] : nil }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The bytes from `start` to the end of what was read last.
    func range(from start: Int) -> Range<Int> {
        let last = min(at, tokens.count) - 1
        return start..<max(start, last < 0 ? 0 : tokens[last].range.upperBound)
    }

    func isSymbol(_ character: Unicode.Scalar, at index: Int) -> Bool {
        index >= 0 && index < tokens.count && tokens[index].isSymbol(character)
    }

    func isSymbol(_ character: Unicode.Scalar) -> Bool { isSymbol(character, at: at) }

    func word(at index: Int) -> String? {
        guard index >= 0, index < tokens.count, tokens[index].kind == .word else { return nil }
        return text(tokens[index].range)
    }

    var word: String? { word(at: at) }

    mutating func eat(_ character: Unicode.Scalar) -> Bool {
        guard isSymbol(character) else { return false }
        at += 1
        return true
    }

    func diagnostic(_ message: String) -> Diagnostic {
        Diagnostic(message, in: syntax, at: current?.range ?? bytes.count..<bytes.count)
    }

    mutating func name() throws(Diagnostic) -> String {
        guard let name = word else { throw diagnostic("expected a name here") }
        at += 1
        return name
    }

    /// Steps over one token, or over a whole group in brackets.
    mutating func skipBalanced() {
        var depth = 0
        repeat {
            guard let token = current else { return }
            at += 1
            if case .symbol(let mark) = token.kind {
                if "([{".utf8.contains(mark) { depth += 1 }
                if ")]}".utf8.contains(mark) { depth -= 1 }
            }
        } while depth > 0
    }

    /// Steps over the rest of a line.
    private mutating func skipLine() {
        repeat { skipBalanced() } while current?.newlineBefore == false
    }

    // MARK: Attributes, modifiers, arguments

    mutating func attributes() throws(Diagnostic) -> [Attribute] {
        var out: [Attribute] = []
        while isSymbol("@") {
            let start = tokens[at].range.lowerBound
            at += 1
            var name = try name()
            while isSymbol("."), let next = word(at: at + 1) {
                name += "." + next
                at += 2
            }
            try genericArguments()
            var arguments: [Argument] = []
            if isSymbol("("), !tokens[at].spaceBefore { arguments = argumentList() }
            out.append(Attribute(name: name, arguments: arguments, range: range(from: start)))
        }
        return out
    }

    /// `(label: expression, …)`, cut at the outer commas.
    mutating func argumentList() -> [Argument] {
        var out: [Argument] = []
        at += 1
        while current != nil, !isSymbol(")") {
            var label: String?
            if let name = word, isSymbol(":", at: at + 1) {
                label = name
                at += 2
            }
            let first = at
            while current != nil, !isSymbol(","), !isSymbol(")") { skipBalanced() }
            if at > first { out.append(argument(label: label, first..<at)) }
            _ = eat(",")
        }
        _ = eat(")")
        return out
    }

    private func argument(label: String?, _ part: Range<Int>) -> Argument {
        let range = tokens[part.lowerBound].range.lowerBound..<tokens[part.upperBound - 1].range.upperBound
        var argument = Argument(label: label, text: text(range), range: range)
        argument.isRegex = part.count == 1 && tokens[part.lowerBound].kind == .regex
        if isSymbol(".", at: part.lowerBound), let name = word(at: part.lowerBound + 1) {
            var rest = self
            rest.at = part.lowerBound + 2
            if rest.isSymbol("(") { rest.skipBalanced() }
            if rest.at == part.upperBound { argument.memberName = name }
        }
        return argument
    }

    private static let modifierWords: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final", "lazy", "weak",
        "unowned", "nonisolated", "mutating", "nonmutating", "override", "required", "convenience", "indirect",
        "dynamic", "optional", "isolated", "distributed", "borrowing", "consuming", "prefix", "postfix", "infix",
        "async", "sending", "unsafe", "safe",
    ]

    /// The words before a declaration's keyword; `private(set)` says nothing of reading and is left out.
    mutating func modifiers() -> [String] {
        var out: [String] = []
        while let name = word, Self.modifierWords.contains(name) {
            // `class` begins a declaration unless another keyword follows.
            if name == "class", !["var", "let", "func", "subscript"].contains(word(at: at + 1)) { break }
            at += 1
            if isSymbol("("), !tokens[at].spaceBefore {
                skipBalanced()
                if name != "nonisolated", name != "unowned" { continue }
            }
            out.append(name)
        }
        return out
    }

    // MARK: Declaration

    /// Everything of the declaration that the macros need. Reading ends at the first member that isn't understood, which
    /// is the last of the problems then.
    static func type(_ syntax: SourceSyntax) -> (TypeDeclaration, problems: [Diagnostic]) {
        var reader = DeclarationReader(syntax)
        var declaration = TypeDeclaration()
        do {
            try reader.typeDeclaration(into: &declaration)
        } catch {
            reader.problems.append(error)
        }
        return (declaration, reader.problems)
    }

    /// The head of a declaration: enough to say what it is.
    static func head(_ syntax: SourceSyntax) throws(Diagnostic) -> TypeDeclaration {
        var reader = DeclarationReader(syntax)
        return try reader.head()
    }

    private mutating func head() throws(Diagnostic) -> TypeDeclaration {
        var attributes = try attributes()
        // Attributes may stand under a condition; which of them count doesn't matter to the macros.
        while isSymbol("#"), let word = word(at: at + 1), Self.directives.contains(word) {
            skipLine()
            attributes += try self.attributes()
        }
        let modifiers = modifiers()
        let keyword = try name()
        let nameRange = current?.range ?? bytes.count..<bytes.count
        return TypeDeclaration(
            attributes: attributes, modifiers: modifiers, keyword: keyword, name: word ?? "", nameRange: nameRange)
    }

    private mutating func typeDeclaration(into declaration: inout TypeDeclaration) throws(Diagnostic) {
        declaration = try head()
        guard ["struct", "enum"].contains(declaration.keyword) else { return }
        _ = try name()
        if isSymbol("<") {
            let start = tokens[at].range.lowerBound
            try genericArguments(spaced: true)
            declaration.genericParameters = range(from: start)
        }
        if eat(":") {
            repeat { declaration.inherited.append(try type().text) } while eat(",")
        }
        while current != nil, !isSymbol("{") { skipBalanced() }
        guard eat("{") else { throw diagnostic("expected '{' here") }
        while current != nil, !isSymbol("}") { try member(of: &declaration) }
    }
}
