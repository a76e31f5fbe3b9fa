// From tokens to the syntax tree: the parser's state and its small tools. Statements and expressions are in the two
// extensions.

struct JinjaParser {
    private let tokens: [JinjaToken]
    private var index = 0
    private var depth = 0
    /// Whether the macro that is being read mentions `varargs` or `kwargs`.
    var mentionsSurplus = false

    static func statements(of source: String) throws(TemplateError) -> [JinjaStatement] {
        var parser = JinjaParser(tokens: try JinjaLexer.tokens(of: source))
        return try parser.parseStatements(until: [], opening: nil).body
    }

    private init(tokens: [JinjaToken]) {
        self.tokens = tokens
    }

    /// The next token; the last one is `.end` and is never passed.
    var current: JinjaToken { tokens[index] }
    var next: JinjaToken { tokens[min(index + 1, tokens.count - 1)] }
    var position: TemplatePosition { current.position }

    mutating func advance() {
        index = min(index + 1, tokens.count - 1)
    }

    func isAt(_ symbol: String) -> Bool { current.kind == .symbol(symbol) }
    func isAt(name: String) -> Bool { current.kind == .name(name) }

    /// Passes `symbol` if it is next.
    mutating func skip(_ symbol: String) -> Bool {
        guard isAt(symbol) else { return false }
        advance()
        return true
    }

    mutating func skip(name: String) -> Bool {
        guard isAt(name: name) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: String) throws(TemplateError) {
        guard skip(symbol) else { throw unexpected("'\(symbol)'") }
    }

    mutating func expect(name: String) throws(TemplateError) {
        guard skip(name: name) else { throw unexpected("'\(name)'") }
    }

    mutating func expect(_ kind: JinjaToken.Kind, _ wanted: String) throws(TemplateError) {
        guard current.kind == kind else { throw unexpected(wanted) }
        advance()
    }

    mutating func expectTagEnd() throws(TemplateError) {
        try expect(.tagEnd, "'%}'")
    }

    mutating func expectName() throws(TemplateError) -> String {
        guard case .name(let name) = current.kind else { throw unexpected("a name") }
        advance()
        return name
    }

    func unexpected(_ wanted: String) -> TemplateError {
        TemplateError(.unexpected(found: current.description, wanted: wanted), at: position)
    }

    /// One level further in; each call has its `leave`, except when an error ends the parsing.
    mutating func enter() throws(TemplateError) {
        depth += 1
        if depth > TemplateLimits.standard.sourceDepth {
            throw TemplateError(.tooDeep(limit: TemplateLimits.standard.sourceDepth), at: position)
        }
    }

    mutating func leave() {
        depth -= 1
    }
}
