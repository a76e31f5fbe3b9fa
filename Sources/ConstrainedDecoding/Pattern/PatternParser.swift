// Reads patterns of both dialects into a `PatternTree`, groups on a stack of its own.

struct PatternParser {
    static let repetitionLimit = 1_000_000

    private struct Frame {
        enum Kind {
            case group
            case lookahead(isNegative: Bool)
        }
        let kind: Kind
        let offset: Int
        var flags: Flags
        var alternatives: [Int] = []
        var items: [Int] = []
    }

    struct Flags {
        var ignoresCase = false
        var dotMatchesNewlines = false
    }

    let dialect: PatternDialect
    let scalars: [Unicode.Scalar]
    var at = 0
    var flags = Flags()
    private var tree = PatternTree()
    private var frames: [Frame] = []

    init(_ text: String, dialect: PatternDialect) {
        self.dialect = dialect
        scalars = Array(text.unicodeScalars)
    }

    static func parse(_ text: String, dialect: PatternDialect) throws(PatternError) -> PatternTree {
        var parser = PatternParser(text, dialect: dialect)
        return try parser.parse()
    }

    private mutating func parse() throws(PatternError) -> PatternTree {
        frames = [Frame(kind: .group, offset: 0, flags: flags)]
        while at < scalars.count {
            let scalar = scalars[at]
            switch scalar {
            case "|":
                at += 1
                endAlternative()
            case "(":
                try open()
            case ")":
                guard frames.count > 1 else { throw invalid("')' without '('") }
                at += 1
                let offset = frames[frames.count - 1].offset
                let (node, isLook) = close()
                try append(node, from: offset, isRepeatable: !isLook)
            case "*", "+", "?": throw invalid("nothing to repeat")
            case "^", "$":
                at += 1
                push(scalar == "^" ? .start : .end)
            case ".":
                at += 1
                let excluded = dialect == .swift ? UnicodeClasses.newlines : UnicodeClasses.lineTerminators
                try append(.set(flags.dotMatchesNewlines ? .all : excluded.complement), from: at - 1)
            case "[":
                let offset = at
                try append(.set(try characterClass(depth: 0)), from: offset)
            case "\\":
                try escape()
            case "{" where quantifierBounds(at) != nil: throw invalid("nothing to repeat")
            default:
                at += 1
                try append(.set(literal(scalar)), from: at - 1)
            }
        }
        guard frames.count == 1 else {
            throw PatternError(kind: .invalid("'(' without ')'"), offset: frames[frames.count - 1].offset)
        }
        tree.root = close().node
        return tree
    }

    func literal(_ scalar: Unicode.Scalar) -> CodePointSet {
        let set = CodePointSet(scalar.value)
        return flags.ignoresCase ? UnicodeClasses.closedOverCase(set) : set
    }

    // MARK: Groups

    private mutating func open() throws(PatternError) {
        let offset = at
        at += 1
        var kind = Frame.Kind.group
        let outer = flags
        if take("?") {
            if take(":") {
            } else if take("=") {
                kind = .lookahead(isNegative: false)
            } else if take("!") {
                kind = .lookahead(isNegative: true)
            } else if take("<") {
                if peek("=") || peek("!") { throw unsupported("a lookbehind", offset) }
                try skipName()
            } else if peek(">") {
                throw unsupported("an atomic group", offset)
            } else if dialect == .swift, take("#") {
                while at < scalars.count, scalars[at] != ")" { at += 1 }
                guard take(")") else { throw invalid("'(' without ')'") }
                return
            } else if dialect == .swift, take("P") {
                guard take("<") else { throw unsupported("a reference to a group", offset) }
                try skipName()
            } else {
                try readFlags(offset)
                if dialect == .swift, take(")") { return }  // to the end of the group around it
                guard take(":") else { throw invalid("unknown kind of group", offset) }
            }
        } else if dialect == .swift, peek("*") {
            throw unsupported("a backtracking directive", offset)
        }
        frames.append(Frame(kind: kind, offset: offset, flags: outer))
    }

    private mutating func readFlags(_ offset: Int) throws(PatternError) {
        var isOn = true
        while at < scalars.count, scalars[at] != ":", scalars[at] != ")" {
            switch scalars[at] {
            case "-": isOn = false
            case "i": flags.ignoresCase = isOn
            case "s": flags.dotMatchesNewlines = isOn
            case "m", "x", "n", "U", "J", "w", "y", "u", "D", "P", "S", "W", "X":
                if isOn { throw unsupported("the option '\(scalars[at])'", offset) }
            default: throw invalid("unknown kind of group", offset)
            }
            at += 1
        }
    }

    private mutating func skipName() throws(PatternError) {
        let start = at
        while at < scalars.count, scalars[at] != ">" {
            let properties = scalars[at].properties
            guard properties.isIDContinue || scalars[at] == "$" else { throw invalid("a group's name ends with '>'") }
            at += 1
        }
        guard at > start, take(">") else { throw invalid("a group's name ends with '>'") }
    }

    private mutating func endAlternative() {
        let items = frames[frames.count - 1].items
        let node =
            switch items.count {
            case 0: tree.add(.empty)
            case 1: items[0]
            default: tree.add(.sequence(items))
            }
        frames[frames.count - 1].alternatives.append(node)
        frames[frames.count - 1].items = []
    }

    private mutating func close() -> (node: Int, isLook: Bool) {
        endAlternative()
        let frame = frames.removeLast()
        flags = frame.flags
        let body = frame.alternatives.count == 1 ? frame.alternatives[0] : tree.add(.alternation(frame.alternatives))
        switch frame.kind {
        case .group: return (body, false)
        case .lookahead(let isNegative): return (tree.add(.lookahead(body, isNegative: isNegative)), true)
        }
    }

    // MARK: Atoms and how often

    mutating func push(_ node: PatternTree.Node) {
        frames[frames.count - 1].items.append(tree.add(node))
    }

    mutating func append(_ node: PatternTree.Node, from offset: Int) throws(PatternError) {
        try append(tree.add(node), from: offset, isRepeatable: true)
    }

    private mutating func append(_ node: Int, from offset: Int, isRepeatable: Bool) throws(PatternError) {
        var bounds: (minimum: Int, maximum: Int?, end: Int)?
        if at < scalars.count {
            switch scalars[at] {
            case "*": bounds = (0, nil, at + 1)
            case "+": bounds = (1, nil, at + 1)
            case "?": bounds = (0, 1, at + 1)
            case "{": bounds = quantifierBounds(at)
            default: break
            }
        }
        guard let bounds else {
            frames[frames.count - 1].items.append(node)
            return
        }
        if !isRepeatable { throw unsupported("a repeated lookahead", offset) }
        if let maximum = bounds.maximum, maximum < bounds.minimum {
            throw invalid("the bounds {\(bounds.minimum),\(maximum)} are out of order")
        }
        if max(bounds.minimum, bounds.maximum ?? 0) > PatternParser.repetitionLimit {
            throw unsupported("a repetition of more than \(PatternParser.repetitionLimit) times", at)
        }
        at = bounds.end
        if dialect == .swift, peek("+") { throw unsupported("a possessive quantifier", at) }
        _ = take("?")
        frames[frames.count - 1].items.append(
            tree.add(.repetition(node, minimum: bounds.minimum, maximum: bounds.maximum)))
    }

    /// `{2}`, `{2,}`, `{2,5}`; anything else after a brace is text.
    private func quantifierBounds(_ start: Int) -> (minimum: Int, maximum: Int?, end: Int)? {
        var place = start + 1
        func number() -> (Int?, Int) {
            var end = place
            var value = 0
            while end < scalars.count,
                let digit = scalars[end].properties.numericType == .decimal ? Int(scalars[end].value) - 48 : nil,
                (0...9).contains(digit)
            {
                value = min(value * 10 + digit, PatternParser.repetitionLimit + 1)
                end += 1
            }
            return (end > place ? value : nil, end)
        }
        let (first, firstEnd) = number()
        guard let first, firstEnd < scalars.count else { return nil }
        if scalars[firstEnd] == "}" { return (first, first, firstEnd + 1) }
        guard scalars[firstEnd] == "," else { return nil }
        place = firstEnd + 1
        let (second, secondEnd) = number()
        guard secondEnd < scalars.count, scalars[secondEnd] == "}" else { return nil }
        return (first, second, secondEnd + 1)
    }

    // MARK: Text

    func peek(_ scalar: Unicode.Scalar) -> Bool { at < scalars.count && scalars[at] == scalar }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek(scalar) else { return false }
        at += 1
        return true
    }

    func invalid(_ reason: String, _ offset: Int? = nil) -> PatternError {
        PatternError(kind: .invalid(reason), offset: offset ?? at)
    }

    func unsupported(_ what: String, _ offset: Int) -> PatternError {
        PatternError(kind: .unsupported(what), offset: offset)
    }
}
