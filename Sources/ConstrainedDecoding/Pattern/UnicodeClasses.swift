// Classes of scalars by name: Unicode's properties as Swift's library knows them, POSIX classes, and what a case-
// insensitive pattern takes for one. Tables are made when first asked for and kept.

internal import Synchronization

/// Named sets of scalars.
package enum UnicodeClasses {
    package static let digits = CodePointSet([0x30...0x39])
    package static let words = CodePointSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// ECMA-262's white space and line terminators.
    package static let spaces = CodePointSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    package static let lineTerminators = CodePointSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    /// What `.` leaves out in Swift's `Regex`.
    package static let newlines = CodePointSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
    package static let horizontalSpaces = CodePointSet([
        0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000,
    ])

    private static let tables = Mutex<[String: CodePointSet]>([:])

    /// The scalars of `\p{name}`; nil for a property that is not known.
    package static func property(_ name: String) -> CodePointSet? {
        var key = name
        for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
            key = String(name.dropFirst(prefix.count))
        }
        if let known = tables.withLock({ $0[key] }) { return known }
        guard let test = test(key) else { return nil }
        let set = scalars(where: test)
        tables.withLock { $0[key] = set }
        return set
    }

    private static func scalars(where test: (Unicode.Scalar) -> Bool) -> CodePointSet {
        var ranges: [ClosedRange<UInt32>] = []
        var start: UInt32?
        for value in UInt32(0)...0x110000 {
            let isIn = Unicode.Scalar(value).map(test) ?? false
            if isIn, start == nil { start = value }
            if !isIn, let first = start {
                ranges.append(first...(value - 1))
                start = nil
            }
        }
        return CodePointSet(ranges)
    }

    private static func test(_ name: String) -> ((Unicode.Scalar) -> Bool)? {
        if let categories = categories[name] {
            return { categories.contains($0.properties.generalCategory) }
        }
        switch name {
        case "Any": return { _ in true }
        case "ASCII": return { $0.isASCII }
        case "Assigned": return { $0.properties.generalCategory != .unassigned }
        case "Alphabetic", "Alpha": return { $0.properties.isAlphabetic }
        case "Uppercase", "Upper": return { $0.properties.isUppercase }
        case "Lowercase", "Lower": return { $0.properties.isLowercase }
        case "White_Space", "space": return { $0.properties.isWhitespace }
        case "Emoji": return { $0.properties.isEmoji }
        case "Emoji_Presentation", "EPres": return { $0.properties.isEmojiPresentation }
        case "Emoji_Modifier", "EMod": return { $0.properties.isEmojiModifier }
        case "ID_Start", "IDS": return { $0.properties.isIDStart }
        case "ID_Continue", "IDC": return { $0.properties.isIDContinue }
        case "XID_Start", "XIDS": return { $0.properties.isXIDStart }
        case "XID_Continue", "XIDC": return { $0.properties.isXIDContinue }
        case "Hex_Digit", "Hex": return { $0.properties.isHexDigit }
        case "ASCII_Hex_Digit", "AHex": return { $0.properties.isASCIIHexDigit }
        case "Ideographic", "Ideo": return { $0.properties.isIdeographic }
        case "Math": return { $0.properties.isMath }
        case "Dash": return { $0.properties.isDash }
        case "Diacritic", "Dia": return { $0.properties.isDiacritic }
        default: return nil
        }
    }

    private static let categories: [String: Set<Unicode.GeneralCategory>] = {
        let single: [(String, String, Unicode.GeneralCategory)] = [
            ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
            ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
            ("Lo", "Other_Letter", .otherLetter), ("Mn", "Nonspacing_Mark", .nonspacingMark),
            ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
            ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
            ("No", "Other_Number", .otherNumber), ("Pc", "Connector_Punctuation", .connectorPunctuation),
            ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
            ("Pe", "Close_Punctuation", .closePunctuation), ("Pi", "Initial_Punctuation", .initialPunctuation),
            ("Pf", "Final_Punctuation", .finalPunctuation), ("Po", "Other_Punctuation", .otherPunctuation),
            ("Sm", "Math_Symbol", .mathSymbol), ("Sc", "Currency_Symbol", .currencySymbol),
            ("Sk", "Modifier_Symbol", .modifierSymbol), ("So", "Other_Symbol", .otherSymbol),
            ("Zs", "Space_Separator", .spaceSeparator), ("Zl", "Line_Separator", .lineSeparator),
            ("Zp", "Paragraph_Separator", .paragraphSeparator), ("Cc", "Control", .control),
            ("Cf", "Format", .format), ("Cs", "Surrogate", .surrogate), ("Co", "Private_Use", .privateUse),
            ("Cn", "Unassigned", .unassigned),
        ]
        var result: [String: Set<Unicode.GeneralCategory>] = [:]
        for (short, long, category) in single {
            result[short] = [category]
            result[long] = [category]
            result[String(short.prefix(1)), default: []].insert(category)
        }
        result["LC"] = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
        let names = [
            "Cased_Letter": "LC", "Letter": "L", "Mark": "M", "Number": "N", "Punctuation": "P", "Symbol": "S",
            "Separator": "Z", "Other": "C", "Combining_Mark": "M", "cntrl": "Cc", "digit": "Nd", "punct": "P",
        ]
        for (long, short) in names { result[long] = result[short] }
        return result
    }()

    /// `[[:name:]]`
    package static func posix(_ name: String) -> CodePointSet? {
        switch name {
        case "alpha": CodePointSet([0x41...0x5A, 0x61...0x7A])
        case "digit": digits
        case "alnum": CodePointSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A])
        case "upper": CodePointSet([0x41...0x5A])
        case "lower": CodePointSet([0x61...0x7A])
        case "space": CodePointSet([0x09...0x0D, 0x20...0x20])
        case "blank": CodePointSet([0x09...0x09, 0x20...0x20])
        case "punct": CodePointSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
        case "cntrl": CodePointSet([0...0x1F, 0x7F...0x7F])
        case "graph": CodePointSet([0x21...0x7E])
        case "print": CodePointSet([0x20...0x7E])
        case "xdigit": CodePointSet([0x30...0x39, 0x41...0x46, 0x61...0x66])
        case "word": words
        default: nil
        }
    }

    // MARK: Case

    /// Scalars that a case-insensitive pattern takes for one another, by the least of each.
    private static let foldings: (fold: [UInt32: UInt32], members: [UInt32: [UInt32]]) = {
        var fold: [UInt32: UInt32] = [:]
        var members: [UInt32: [UInt32]] = [:]
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = simpleFold(scalar)
            if folded != value {
                fold[value] = folded
                members[folded, default: [folded]].append(value)
            }
        }
        return (fold, members)
    }()

    private static func simpleFold(_ scalar: Unicode.Scalar) -> UInt32 {
        func single(_ text: String, else other: Unicode.Scalar) -> Unicode.Scalar {
            let scalars = text.unicodeScalars
            return scalars.count == 1 ? scalars.first ?? other : other
        }
        let upper = single(scalar.properties.uppercaseMapping, else: scalar)
        return single(upper.properties.lowercaseMapping, else: upper).value
    }

    /// `set` and all that differs from a member in case alone.
    package static func closedOverCase(_ set: CodePointSet) -> CodePointSet {
        if set == .all { return set }
        var added: [ClosedRange<UInt32>] = []
        for range in set.ranges {
            for value in range.lowerBound...min(range.upperBound, max(range.lowerBound, 0x1FFFF)) {
                let folded = foldings.fold[value] ?? value
                for member in foldings.members[folded] ?? [] { added.append(member...member) }
            }
        }
        return added.isEmpty ? set : CodePointSet(set.ranges + added)
    }
}
