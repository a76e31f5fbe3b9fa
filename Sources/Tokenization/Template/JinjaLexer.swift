// Cuts a template's source into tokens, with Jinja's white space control as Hugging Face sets it: the line end after a tag
// goes (`trim_blocks`), so does the indentation before one (`lstrip_blocks`), `-` takes all white space of its side, `+`
// keeps it; one line end at the very end of the source goes; line ends are `\n`. Literals are in JinjaLexer+Literals.

struct JinjaLexer {
    var source: [Unicode.Scalar]
    var index = 0
    var line = 1
    var column = 1
    private(set) var tokens: [JinjaToken] = []

    static func tokens(of source: String) throws(TemplateError) -> [JinjaToken] {
        var lexer = JinjaLexer(source)
        while lexer.index < lexer.source.count { try lexer.lexText() }
        lexer.append(.end, at: lexer.position)
        return lexer.tokens
    }

    private init(_ text: String) {
        source = []
        for scalar in text.unicodeScalars {
            if scalar == "\n", source.last == "\r" { source.removeLast() }
            source.append(scalar)
        }
        source = source.map { $0 == "\r" ? "\n" : $0 }
        if source.last == "\n" { source.removeLast() }
    }

    var position: TemplatePosition { TemplatePosition(line: line, column: column) }
    var current: Unicode.Scalar? { peek(0) }

    func peek(_ distance: Int) -> Unicode.Scalar? {
        index + distance < source.count ? source[index + distance] : nil
    }

    func starts(with text: String, at start: Int? = nil) -> Bool {
        let scalars = text.unicodeScalars
        let start = start ?? index
        return start + scalars.count <= source.count && source[start..<(start + scalars.count)].elementsEqual(scalars)
    }

    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < source.count {
            if source[index] == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
            index += 1
        }
    }

    mutating func skipSpace() {
        while current?.isPythonSpace == true { advance() }
    }

    mutating func append(_ kind: JinjaToken.Kind, at position: TemplatePosition) {
        tokens.append(JinjaToken(kind: kind, position: position))
    }

    // MARK: Text

    private enum Opening: String, CaseIterable {
        case tag = "{%"
        case output = "{{"
        case comment = "{#"
    }

    /// Where the next delimiter opens, from `start` on.
    private func nextOpening(from start: Int) -> (index: Int, opening: Opening)? {
        var place = start
        while place + 1 < source.count {
            if source[place] == "{",
                let opening = Opening.allCases.first(where: { starts(with: $0.rawValue, at: place) })
            {
                return (place, opening)
            }
            place += 1
        }
        return nil
    }

    /// Text up to the next delimiter, and what that opens.
    private mutating func lexText() throws(TemplateError) {
        guard let (end, opening) = nextOpening(from: index) else { return lexText(upTo: source.count, opening: nil) }
        lexText(upTo: end, opening: opening)
        let start = position
        advance(2)
        if current == "-" || current == "+" { advance() }
        switch opening {
        case .comment:
            try lexComment(from: start)
        case .output:
            append(.outputBegin, at: start)
            try lexExpression(from: start, closing: "}}")
        case .tag:
            if try lexRaw(from: start) { return }
            append(.tagBegin, at: start)
            try lexExpression(from: start, closing: "%}")
        }
    }

    private mutating func lexText(upTo end: Int, opening: Opening?) {
        let start = position
        let kept = keptText(index..<end, before: opening)
        let text = string(kept)
        if !text.isEmpty { append(.text(text), at: start) }
        advance(end - index)
    }

    /// What the delimiter after the text leaves of it.
    private func keptText(_ range: Range<Int>, before opening: Opening?) -> Range<Int> {
        guard let opening else { return range }
        let sign = range.upperBound + 2 < source.count ? source[range.upperBound + 2] : nil
        var end = range.upperBound
        if sign == "-" {
            while end > range.lowerBound, source[end - 1].isPythonSpace { end -= 1 }
            return range.lowerBound..<end
        }
        guard sign != "+", opening != .output else { return range }
        while end > range.lowerBound, source[end - 1] != "\n" {
            guard source[end - 1].isPythonSpace else { return range }
            end -= 1
        }
        // The white space reaches back to a line's start, or to a tag that isn't at one.
        let startsLine = end == 0 || source[end - 1] == "\n"
        return startsLine ? range.lowerBound..<end : range
    }

    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: source[range])
        return String(view)
    }

    /// Skips `closing` with its sign, and what it takes after itself; false if it isn't here.
    private mutating func skipClosing(_ closing: String) -> Bool {
        if starts(with: "-" + closing) {
            advance(3)
            skipSpace()
        } else if closing != "}}", starts(with: "+" + closing) {
            advance(3)
        } else if starts(with: closing) {
            advance(2)
            if closing != "}}", current == "\n" { advance() }
        } else {
            return false
        }
        return true
    }

    private mutating func lexComment(from start: TemplatePosition) throws(TemplateError) {
        while index < source.count {
            if skipClosing("#}") { return }
            advance()
        }
        throw TemplateError(.unclosed("'{#'", closing: "'#}'"), at: start)
    }

    /// The whole of `{% raw %}…{% endraw %}`, if that is here.
    private mutating func lexRaw(from start: TemplatePosition) throws(TemplateError) -> Bool {
        let saved = self
        skipSpace()
        guard starts(with: "raw") else {
            self = saved
            return false
        }
        advance(3)
        skipSpace()
        if starts(with: "-%}") {
            advance(3)
            skipSpace()
        } else if starts(with: "%}") {
            advance(2)
        } else {
            self = saved
            return false
        }
        let textStart = index
        let textPosition = position
        while let (end, opening) = nextOpening(from: index) {
            advance(end - index + 2)
            guard opening == .tag else { continue }
            if current == "-" || current == "+" { advance() }
            skipSpace()
            guard starts(with: "endraw") else { continue }
            advance(6)
            skipSpace()
            guard skipClosing("%}") else { continue }
            let text = string(keptText(textStart..<end, before: .tag))
            if !text.isEmpty { append(.text(text), at: textPosition) }
            return true
        }
        throw TemplateError(.unclosed("'{% raw %}'", closing: "'{% endraw %}'"), at: start)
    }

    // MARK: Inside of tags

    private static let symbols = [
        "//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}", ">", "<", "=",
        ".",
        ":", "|", ",", ";",
    ]
    private static let brackets = ["(": ")", "[": "]", "{": "}"]

    /// Tokens up to the delimiter that closes the tag.
    private mutating func lexExpression(from start: TemplatePosition, closing: String) throws(TemplateError) {
        var open: [(bracket: String, position: TemplatePosition)] = []
        while index < source.count {
            let place = position
            if open.isEmpty, skipClosing(closing) {
                append(closing == "}}" ? .outputEnd : .tagEnd, at: place)
                return
            }
            guard let scalar = current else { break }
            if scalar.isPythonSpace {
                skipSpace()
            } else if scalar == "'" || scalar == "\"" {
                append(.string(try lexString()), at: place)
            } else if ("0"..."9").contains(scalar) {
                append(try lexNumber(), at: place)
            } else if scalar.isNamePart {
                append(.name(lexName()), at: place)
            } else if let symbol = Self.symbols.first(where: { starts(with: $0) }) {
                if Self.brackets[symbol] != nil {
                    open.append((symbol, place))
                } else if [")", "]", "}"].contains(symbol) {
                    guard let last = open.popLast() else {
                        throw TemplateError(.unexpected(found: "'\(symbol)'", wanted: "'\(closing)'"), at: place)
                    }
                    let wanted = Self.brackets[last.bracket] ?? ""
                    guard symbol == wanted else {
                        throw TemplateError(.unexpected(found: "'\(symbol)'", wanted: "'\(wanted)'"), at: place)
                    }
                }
                advance(symbol.unicodeScalars.count)
                append(.symbol(symbol), at: place)
            } else {
                throw TemplateError(.unexpected(found: "'\(scalar)'", wanted: "an expression"), at: place)
            }
        }
        if let last = open.last {
            throw TemplateError(
                .unclosed("'\(last.bracket)'", closing: "'\(Self.brackets[last.bracket] ?? "")'"), at: last.position)
        }
        throw TemplateError(.unclosed(closing == "}}" ? "'{{'" : "'{%'", closing: "'\(closing)'"), at: start)
    }

    private mutating func lexName() -> String {
        let start = index
        while current?.isNamePart == true { advance() }
        return string(start..<index)
    }
}
