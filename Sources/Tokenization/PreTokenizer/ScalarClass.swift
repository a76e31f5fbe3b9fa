// What pre-tokenizers ask of a Unicode scalar: its general category, in groups.

/// The groups of general categories that a scalar belongs to, and whether it is white space.
struct ScalarClass: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    /// `\p{L}`
    static let letter = ScalarClass(rawValue: 1 << 0)
    /// `[\p{Lu}\p{Lt}]`
    static let upperCase = ScalarClass(rawValue: 1 << 1)
    /// `\p{Ll}`
    static let lowerCase = ScalarClass(rawValue: 1 << 2)
    /// `\p{M}`
    static let mark = ScalarClass(rawValue: 1 << 3)
    /// `\p{N}`
    static let number = ScalarClass(rawValue: 1 << 4)
    /// `\p{P}`
    static let punctuation = ScalarClass(rawValue: 1 << 5)
    /// `\p{S}`
    static let symbol = ScalarClass(rawValue: 1 << 6)
    /// `\s`
    static let whitespace = ScalarClass(rawValue: 1 << 7)
    /// `[\r\n]`
    static let lineBreak = ScalarClass(rawValue: 1 << 8)

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    init(_ scalar: Unicode.Scalar) {
        self = scalar.value < 0x80 ? Self.ascii[Int(scalar.value)] : Self(properties: scalar)
    }

    private static let ascii: [ScalarClass] = (UInt8(0)..<0x80).map { ScalarClass(properties: Unicode.Scalar($0)) }

    private init(properties scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter: self = [.letter, .upperCase]
        case .lowercaseLetter: self = [.letter, .lowerCase]
        case .modifierLetter, .otherLetter: self = .letter
        case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
        case .decimalNumber, .letterNumber, .otherNumber: self = .number
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            self = .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: self = .symbol
        default: self = []
        }
        if scalar.properties.isWhitespace { insert(.whitespace) }
        if scalar == "\r" || scalar == "\n" { insert(.lineBreak) }
    }
}

/// A text as a row of scalars with their classes, for scanners.
struct ClassifiedText {
    private(set) var classes: [ScalarClass] = []
    private(set) var scalars: [UInt32] = []
    /// Where each scalar begins in the bytes; one more than there are scalars.
    private(set) var offsets: [Int] = []

    var count: Int { classes.count }

    /// - Parameter bytes: well-formed UTF-8, and `range` cuts no character.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        classes.reserveCapacity(range.count)
        scalars.reserveCapacity(range.count)
        offsets.reserveCapacity(range.count + 1)
        var index = range.lowerBound
        while index < range.upperBound {
            offsets.append(index)
            let lead = UInt32(bytes[index])
            let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            var value = length == 1 ? lead : lead & (0x7F >> UInt32(length))
            for offset in 1..<max(length, 1) where index + offset < range.upperBound {
                value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
            }
            let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
            scalars.append(scalar.value)
            classes.append(ScalarClass(scalar))
            index += length
        }
        offsets.append(range.upperBound)
    }

    func has(_ group: ScalarClass, at index: Int) -> Bool {
        !classes[index].isDisjoint(with: group)
    }

    /// The end of the run of scalars in `group` that begins at `start`.
    func end(ofRun group: ScalarClass, from start: Int, limit: Int) -> Int {
        var index = start
        while index < limit, has(group, at: index) { index += 1 }
        return index
    }

    /// The end of the run of scalars outside of `group` that begins at `start`.
    func end(ofRunWithout group: ScalarClass, from start: Int, limit: Int) -> Int {
        var index = start
        while index < limit, !has(group, at: index) { index += 1 }
        return index
    }
}
