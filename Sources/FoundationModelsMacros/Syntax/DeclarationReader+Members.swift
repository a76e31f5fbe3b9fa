// The members of a type: stored properties and cases are kept, all others are stepped over.

extension DeclarationReader {
    static let directives: Set<String> = ["if", "elseif", "else", "endif"]

    mutating func member(of declaration: inout TypeDeclaration) throws(Diagnostic) {
        if eat(";") { return }
        let attributes = try attributes()
        let modifiers = modifiers()
        if isSymbol("#") {
            if let word = word(at: at + 1), Self.directives.contains(word) {
                let range = tokens[at].range.lowerBound..<tokens[at + 1].range.upperBound
                throw Diagnostic(
                    "'#\(word)' inside a '@Generable' type is not supported; put the whole type under the condition",
                    in: syntax, at: range)
            }
            at += 1
            _ = try name()
            try genericArguments()
            while isSymbol("(") || isSymbol("{") { skipBalanced() }
            return
        }
        switch word {
        case "var", "let":
            let isSkipped = modifiers.contains { ["static", "class", "lazy"].contains($0) }
            let isConstant = word == "let"
            at += 1
            try bindings(
                attributes: attributes, access: TypeDeclaration.access(in: modifiers), isKept: !isSkipped,
                isConstant: isConstant, into: &declaration)
        case "case":
            at += 1
            repeat {
                var item = try enumCase(attributes: attributes)
                item.isIndirect = modifiers.contains("indirect")
                declaration.cases.append(item)
            } while eat(",")
        case "typealias", "associatedtype":
            while current != nil, !isSymbol("=") { at += 1 }
            at += 1
            _ = try type()
            if word == "where" { while let token = current, !token.newlineBefore, !isSymbol("}") { skipBalanced() } }
        case "func", "init", "subscript", "deinit", "struct", "enum", "class", "actor", "extension", "protocol":
            at += 1
            while current != nil, !isSymbol("{") { skipBalanced() }
            skipBalanced()
        default:
            throw diagnostic("'@Generable' doesn't understand this member")
        }
    }

    /// The properties of one `var` or `let`.
    private mutating func bindings(
        attributes: [Attribute], access: String?, isKept: Bool, isConstant: Bool,
        into declaration: inout TypeDeclaration
    ) throws(Diagnostic) {
        // `a, b: Int` gives both the type.
        var waiting: [(name: String, range: Range<Int>)] = []
        repeat {
            let range = current?.range ?? bytes.count..<bytes.count
            let isPattern = isSymbol("(")
            if isPattern { skipBalanced() } else { at += 1 }
            let name = text(self.range(from: range.lowerBound))
            var type: TypeText?
            if eat(":") { type = try self.type() }
            let isInitialized = eat("=")
            if isInitialized { skipInitializer() }
            var isStored = true
            if isSymbol("{") {
                isStored = isInitialized || beginsObservers
                skipBalanced()
            }
            guard isKept, isStored, !(isConstant && isInitialized) else { continue }
            if isPattern {
                problems.append(
                    Diagnostic("a property of a '@Generable' type can't be a tuple pattern", in: syntax, at: range))
                continue
            }
            waiting.append((name, range))
            if let type {
                declaration.properties += waiting.map {
                    StoredProperty(
                        attributes: attributes, access: access, name: $0.name, nameRange: $0.range, type: type)
                }
                waiting = []
            } else if isInitialized || !isSymbol(",") {
                problems += waiting.map {
                    Diagnostic(
                        "a property of a '@Generable' type needs its type written out: '\($0.name): <#type#>'",
                        in: syntax, at: $0.range)
                }
                waiting = []
            }
        } while eat(",")
    }

    /// Observers leave a property stored; any other accessor computes it.
    var beginsObservers: Bool {
        var ahead = self
        ahead.at += 1
        _ = try? ahead.attributes()
        _ = ahead.modifiers()
        return ahead.word == "willSet" || ahead.word == "didSet"
    }

    /// Steps over an initial value, up to a comma or the end of the statement.
    mutating func skipInitializer() {
        var isFirst = true
        while let token = current {
            if isSymbol(",") || isSymbol(";") || isSymbol("}") { return }
            if token.newlineBefore, !isFirst, !continues(token) { return }
            // `<` right after a name opens generic arguments, whose commas are not the declaration's.
            if isSymbol("<"), !token.spaceBefore, at > 0, tokens[at - 1].kind == .word,
                let end = endOfGenericArguments
            {
                at = end
            } else {
                skipBalanced()
            }
            isFirst = false
        }
    }

    /// Past the `>` that closes the `<` here; nil where it is a comparison.
    private var endOfGenericArguments: Int? {
        var ahead = self
        var depth = 0
        while let token = ahead.current {
            guard case .symbol(let mark) = token.kind else {
                guard token.kind == .word else { return nil }
                ahead.at += 1
                continue
            }
            guard "<>,.:?!&[(->".utf8.contains(mark) else { return nil }
            if mark == UInt8(ascii: "<") { depth += 1 }
            if mark == UInt8(ascii: ">"), !ahead.isSymbol("-", at: ahead.at - 1) { depth -= 1 }
            ahead.skipBalanced()
            if depth == 0 { return ahead.at }
        }
        return nil
    }

    private static let operators = Set("?:+-*/%&|^<>=!.~".utf8)
    private static let continuations: Set<String> = ["as", "is", "else", "catch"]
    private static let openEnds: Set<String> = [
        "try", "await", "as", "is", "if", "else", "switch", "unsafe", "consume", "copy", "in", "any", "some", "do",
    ]

    /// Whether the first token of a line carries on the expression of the line before.
    private func continues(_ token: Token) -> Bool {
        switch token.kind {
        case .symbol(let mark) where Self.operators.contains(mark): return true
        case .word where Self.continuations.contains(text(token.range)): return true
        default: break
        }
        let last = tokens[at - 1]
        switch last.kind {
        // A binary operator at a line's end has a blank before it; a postfix one has none.
        case .symbol(let mark) where Self.operators.contains(mark):
            var first = at - 1
            while first > 0, case .symbol(let mark) = tokens[first - 1].kind, Self.operators.contains(mark),
                !tokens[first].spaceBefore
            {
                first -= 1
            }
            return tokens[first].spaceBefore || mark == UInt8(ascii: ".")
        case .word: return Self.openEnds.contains(text(last.range))
        default: return false
        }
    }

    private mutating func enumCase(attributes: [Attribute]) throws(Diagnostic) -> EnumCase {
        let range = current?.range ?? bytes.count..<bytes.count
        let name = try name()
        var values: [EnumCase.Value] = []
        if eat("(") {
            while current != nil, !isSymbol(")") {
                var label: String?
                if word != nil, isSymbol(":", at: at + 1) {
                    label = word == "_" ? nil : word
                    at += 2
                } else if word != nil, word(at: at + 1) != nil, isSymbol(":", at: at + 2) {
                    label = word == "_" ? nil : word
                    at += 3
                }
                values.append(EnumCase.Value(label: label, type: try type()))
                if eat("=") { while current != nil, !isSymbol(","), !isSymbol(")") { skipBalanced() } }
                _ = eat(",")
            }
            _ = eat(")")
        }
        var rawValue: String?
        if eat("="), let token = current {
            let start = token.range.lowerBound
            skipInitializer()
            rawValue = text(self.range(from: start))
        }
        return EnumCase(attributes: attributes, name: name, nameRange: range, values: values, rawValue: rawValue)
    }
}
