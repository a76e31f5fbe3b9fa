// The literals of expressions: strings with Python's escapes, integers and floating-point numbers.

extension JinjaLexer {
    mutating func lexString() throws(TemplateError) -> String {
        let start = position
        let quote = current
        advance()
        var view = String.UnicodeScalarView()
        while let scalar = current {
            advance()
            if scalar == quote { return String(view) }
            if scalar == "\\" {
                view.append(contentsOf: try lexEscape(from: start))
            } else {
                view.append(scalar)
            }
        }
        throw TemplateError(.unclosed("a string", closing: quote == "'" ? "\"'\"" : "'\"'"), at: start)
    }

    /// What stands after a backslash; an unknown escape keeps its backslash.
    private mutating func lexEscape(from start: TemplatePosition) throws(TemplateError) -> [Unicode.Scalar] {
        guard let scalar = current else { return [] }
        let place = position
        advance()
        switch scalar {
        case "\n": return []
        case "n": return ["\n"]
        case "t": return ["\t"]
        case "r": return ["\r"]
        case "a": return ["\u{07}"]
        case "b": return ["\u{08}"]
        case "f": return ["\u{0C}"]
        case "v": return ["\u{0B}"]
        case "\\", "'", "\"": return [scalar]
        case "0"..."7":
            var digits = String(scalar)
            while digits.count < 3, let digit = current, ("0"..."7").contains(digit) {
                digits.unicodeScalars.append(digit)
                advance()
            }
            return try self.scalar(digits, radix: 8, at: place)
        case "x", "u", "U":
            let width = scalar == "x" ? 2 : scalar == "u" ? 4 : 8
            var digits = ""
            while digits.count < width, let digit = current, digit.properties.isASCIIHexDigit {
                digits.unicodeScalars.append(digit)
                advance()
            }
            guard digits.count == width else {
                throw TemplateError(
                    .unexpected(found: "'\\\(scalar)\(digits)'", wanted: "\(width) hex digits"), at: place)
            }
            return try self.scalar(digits, radix: 16, at: place)
        default: return ["\\", scalar]
        }
    }

    private func scalar(_ digits: String, radix: Int, at place: TemplatePosition) throws(TemplateError) -> [Unicode
        .Scalar]
    {
        guard let value = UInt32(digits, radix: radix), let scalar = Unicode.Scalar(value) else {
            throw TemplateError(.unexpected(found: "'\(digits)'", wanted: "the code of a character"), at: place)
        }
        return [scalar]
    }

    mutating func lexNumber() throws(TemplateError) -> JinjaToken.Kind {
        let place = position
        let followsDot = index > 0 && source[index - 1] == "."
        if current == "0", let prefix = peek(1), let radix = ["x": 16, "o": 8, "b": 2][String(prefix).lowercased()] {
            advance(2)
            let digits = lexDigits { $0.isNamePart }
            guard let value = Int(digits, radix: radix) else {
                throw TemplateError(
                    .unexpected(found: "'0\(prefix)\(digits)'", wanted: "an integer of 64 bits"), at: place)
            }
            return .integer(value)
        }
        var text = lexDigits(where: Self.isDigit)
        var isDouble = false
        if !followsDot, current == ".", let next = peek(1), Self.isDigit(next) {
            advance()
            text += "." + lexDigits(where: Self.isDigit)
            isDouble = true
        }
        if !followsDot, current == "e" || current == "E" {
            let hasSign = peek(1) == "+" || peek(1) == "-"
            if let digit = peek(hasSign ? 2 : 1), Self.isDigit(digit) {
                text += "e" + (peek(1) == "-" ? "-" : "")
                advance(hasSign ? 2 : 1)
                text += lexDigits(where: Self.isDigit)
                isDouble = true
            }
        }
        if isDouble, let value = Double(text) { return .double(value) }
        if let value = Int(text) { return .integer(value) }
        throw TemplateError(.unexpected(found: "'\(text)'", wanted: "an integer of 64 bits"), at: place)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Digits, without the underscores between them.
    private mutating func lexDigits(where isDigit: (Unicode.Scalar) -> Bool) -> String {
        var digits = ""
        while let scalar = current {
            if scalar == "_", let next = peek(1), isDigit(next) {
                advance()
            } else if isDigit(scalar), scalar != "_" {
                digits.unicodeScalars.append(scalar)
                advance()
            } else {
                break
            }
        }
        return digits
    }
}
