// Escapes and character classes of patterns.

extension PatternParser {
    /// An escape outside a class.
    mutating func escape() throws(PatternError) {
        let offset = at
        guard at + 1 < scalars.count else { throw invalid("'\\' at the end") }
        let next = scalars[at + 1]
        switch next {
        case "b", "B": throw unsupported("a word boundary", offset)
        case "k": throw unsupported("a reference to a group", offset)
        case "1"..."9": throw unsupported("a reference to a group", offset)
        case "A" where dialect == .swift:
            at += 2
            push(.start)
        case "z" where dialect == .swift, "Z" where dialect == .swift:
            at += 2
            push(.end)
        case "R" where dialect == .swift: throw unsupported("'\\R'", offset)
        case "X" where dialect == .swift, "K" where dialect == .swift, "G" where dialect == .swift,
            "g" where dialect == .swift, "y" where dialect == .swift, "Y" where dialect == .swift,
            "O" where dialect == .swift:
            throw unsupported("'\\\(next)'", offset)
        case "Q" where dialect == .swift:
            at += 2
            var quoted: [Unicode.Scalar] = []
            while at < scalars.count, !(peek("\\") && at + 1 < scalars.count && scalars[at + 1] == "E") {
                quoted.append(scalars[at])
                at += 1
            }
            at = min(at + 2, scalars.count)
            for scalar in quoted.dropLast() { push(.set(literal(scalar))) }
            // A quantifier behind the end counts the last character alone.
            if let last = quoted.last { try append(.set(literal(last)), from: offset) }
        default:
            let set = try escapedSet(isInClass: false, isNegated: false)
            try append(.set(set), from: offset)
        }
    }

    /// What one escape stands for; `at` is at its backslash.
    private mutating func escapedSet(isInClass: Bool, isNegated: Bool) throws(PatternError) -> CodePointSet {
        let offset = at
        guard at + 1 < scalars.count else { throw invalid("'\\' at the end") }
        let next = scalars[at + 1]
        at += 2
        if let named = namedSet(next, isNegated: isNegated) { return named }
        switch next {
        case "p", "P":
            var name = ""
            if take("{") {
                while at < scalars.count, scalars[at] != "}" {
                    name.unicodeScalars.append(scalars[at])
                    at += 1
                }
                guard take("}") else { throw invalid("a property's name ends with '}'", offset) }
            } else if dialect == .swift, at < scalars.count {
                name.unicodeScalars.append(scalars[at])
                at += 1
            }
            var isInverted = next == "P"
            if dialect == .swift, name.hasPrefix("^") {
                name.removeFirst()
                isInverted.toggle()
            }
            guard let set = UnicodeClasses.property(name) else { throw unsupported("the property '\(name)'", offset) }
            return isInverted ? set.complement : set
        default:
            at = offset
            return literal(try escapedScalar(isInClass: isInClass))
        }
    }

    private func namedSet(_ letter: Unicode.Scalar, isNegated: Bool) -> CodePointSet? {
        let isSwift = dialect == .swift
        // Swift's digits and words are Unicode's. ASCII's are among them, and are all that is generated for them.
        func digits(_ isWide: Bool) -> CodePointSet {
            isSwift && isWide ? UnicodeClasses.property("Nd") ?? UnicodeClasses.digits : UnicodeClasses.digits
        }
        func words(_ isWide: Bool) -> CodePointSet {
            guard isSwift, isWide else {
                return flags.ignoresCase && !isSwift
                    ? UnicodeClasses.closedOverCase(UnicodeClasses.words) : UnicodeClasses.words
            }
            let names = ["Alphabetic", "M", "Nd", "Pc", "No", "Nl"]
            return names.reduce(CodePointSet([0x200C...0x200D])) {
                $0.union(UnicodeClasses.property($1) ?? CodePointSet())
            }
        }
        let spaces = isSwift ? UnicodeClasses.property("White_Space") ?? UnicodeClasses.spaces : UnicodeClasses.spaces
        return switch letter {
        case "d": digits(isNegated)
        case "D": digits(!isNegated).complement
        case "w": words(isNegated)
        case "W": words(!isNegated).complement
        case "s": spaces
        case "S": spaces.complement
        case "h": isSwift ? UnicodeClasses.horizontalSpaces : nil
        case "H": isSwift ? UnicodeClasses.horizontalSpaces.complement : nil
        case "N": isSwift ? UnicodeClasses.newlines.complement : nil
        default: nil
        }
    }

    private mutating func escapedScalar(isInClass: Bool) throws(PatternError) -> Unicode.Scalar {
        let offset = at
        let next = scalars[at + 1]
        at += 2
        switch next {
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "f": return "\u{0C}"
        case "v": return "\u{0B}"
        case "b" where isInClass: return "\u{08}"
        case "a" where dialect == .swift: return "\u{07}"
        case "e" where dialect == .swift: return "\u{1B}"
        case "0":
            if at < scalars.count, ("0"..."9").contains(scalars[at]) {
                throw invalid("'\\0' before a digit", offset)
            }
            return "\0"
        case "c":
            guard at < scalars.count, scalars[at].isASCII, scalars[at].properties.isAlphabetic else {
                throw invalid("'\\c' wants a letter", offset)
            }
            at += 1
            return Unicode.Scalar(UInt8(scalars[at - 1].value & 31))
        case "x":
            if dialect == .swift, peek("{") { return try braced(offset) }
            return try scalar(try hexadecimal(2, offset), offset)
        case "u", "U":
            if next == "U" {
                guard dialect == .swift else { throw invalid("unknown escape '\\U'", offset) }
                return try scalar(try hexadecimal(8, offset), offset)
            }
            if peek("{") { return try braced(offset) }
            let high = try hexadecimal(4, offset)
            if high & 0xFC00 == 0xD800, at + 1 < scalars.count, scalars[at] == "\\", scalars[at + 1] == "u" {
                at += 2
                let low = try hexadecimal(4, offset)
                guard low & 0xFC00 == 0xDC00 else { throw unsupported("half a surrogate pair", offset) }
                return try scalar(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF, offset)
            }
            return try scalar(high, offset)
        default:
            guard !(next.isASCII && (next.properties.isAlphabetic || ("0"..."9").contains(next))) else {
                throw invalid("unknown escape '\\\(next)'", offset)
            }
            return next
        }
    }

    private mutating func braced(_ offset: Int) throws(PatternError) -> Unicode.Scalar {
        at += 1
        var value: UInt32 = 0
        let start = at
        while at < scalars.count, let digit = Character(scalars[at]).hexDigitValue {
            value = min(value << 4 | UInt32(digit), 0x110000)
            at += 1
        }
        guard at > start, take("}") else { throw invalid("a code point in braces wants hexadecimal digits", offset) }
        return try scalar(value, offset)
    }

    private mutating func hexadecimal(_ count: Int, _ offset: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard at < scalars.count, scalars[at].isASCII, let digit = Character(scalars[at]).hexDigitValue else {
                throw invalid("an escape wants \(count) hexadecimal digits", offset)
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }

    private func scalar(_ value: UInt32, _ offset: Int) throws(PatternError) -> Unicode.Scalar {
        if let scalar = Unicode.Scalar(value) { return scalar }
        if (0xD800...0xDFFF).contains(value) { throw unsupported("half a surrogate pair", offset) }
        throw invalid("there is no code point beyond 10FFFF", offset)
    }

    // MARK: Classes

    /// From `[` to its `]`.
    mutating func characterClass(depth: Int) throws(PatternError) -> CodePointSet {
        let offset = at
        if depth > 32 { throw unsupported("a class nested more than 32 deep", offset) }
        at += 1
        let isNegated = take("^")
        var set = CodePointSet()
        var pending: (left: CodePointSet, operation: String)?
        var isFirst = true
        func finished() -> CodePointSet {
            let own = flags.ignoresCase ? UnicodeClasses.closedOverCase(set) : set
            guard let pending else { return own }
            return switch pending.operation {
            case "&&": pending.left.intersection(own)
            case "--": pending.left.subtracting(own)
            default: pending.left.union(own).subtracting(pending.left.intersection(own))
            }
        }
        while at < scalars.count {
            if peek("]"), !(isFirst && dialect == .swift) {
                at += 1
                let result = finished()
                return isNegated ? result.complement : result
            }
            isFirst = false
            if dialect == .swift, at + 1 < scalars.count, scalars[at] == scalars[at + 1],
                ["&", "-", "~"].contains(scalars[at]), !set.isEmpty || pending != nil
            {
                pending = (finished(), "\(scalars[at])\(scalars[at])")
                set = CodePointSet()
                at += 2
                continue
            }
            if dialect == .swift, peek("["), let posix = posixClass() {
                set = set.union(posix)
                continue
            }
            if dialect == .swift, peek("[") {
                set = set.union(try characterClass(depth: depth + 1))
                continue
            }
            let low = try member(isNegated: isNegated)
            guard peek("-"), at + 1 < scalars.count, scalars[at + 1] != "]",
                !(dialect == .swift && scalars[at + 1] == "-")
            else {
                set = set.union(low)
                continue
            }
            let place = at
            at += 1
            let high = try member(isNegated: isNegated)
            guard let first = single(low), let last = single(high) else {
                // "\w-x": the hyphen is text.
                set = set.union(low).union(high).union(CodePointSet(0x2D))
                continue
            }
            if last < first { throw invalid("the range in a class is out of order", place) }
            set = set.union(CodePointSet([first...last]))
        }
        throw invalid("'[' without ']'", offset)
    }

    private func single(_ set: CodePointSet) -> UInt32? {
        guard set.ranges.count == 1, set.ranges[0].count == 1 else { return nil }
        return set.ranges[0].lowerBound
    }

    /// One member of a class, before its case is folded.
    private mutating func member(isNegated: Bool) throws(PatternError) -> CodePointSet {
        guard at < scalars.count else { throw invalid("'[' without ']'") }
        guard peek("\\") else {
            at += 1
            return CodePointSet(scalars[at - 1].value)
        }
        let kept = flags.ignoresCase
        flags.ignoresCase = false
        defer { flags.ignoresCase = kept }
        return try escapedSet(isInClass: true, isNegated: isNegated)
    }

    /// `[:alpha:]`, where one stands here.
    private mutating func posixClass() -> CodePointSet? {
        guard at + 1 < scalars.count, scalars[at + 1] == ":" else { return nil }
        var end = at + 2
        var name = ""
        while end < scalars.count, scalars[end] != ":", scalars[end] != "]" {
            name.unicodeScalars.append(scalars[end])
            end += 1
        }
        guard end + 1 < scalars.count, scalars[end] == ":", scalars[end + 1] == "]" else { return nil }
        let isInverted = name.hasPrefix("^")
        if isInverted { name.removeFirst() }
        guard let set = UnicodeClasses.posix(name) else { return nil }
        at = end + 2
        return isInverted ? set.complement : set
    }
}
