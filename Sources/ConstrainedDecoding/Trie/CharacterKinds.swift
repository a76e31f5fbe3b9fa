// What characters some tokens are made of: where all of them lead a state back to itself, so do the tokens.

/// A set of kinds of characters.
internal struct CharacterKinds: OptionSet, Sendable {
    let rawValue: UInt64

    static let small = CharacterKinds(rawValue: 1)
    static let capital = CharacterKinds(rawValue: 2)
    static let digit = CharacterKinds(rawValue: 4)
    static let control = CharacterKinds(rawValue: 8)
    /// Characters of more than one byte but U+2028 and U+2029.
    static let beyondASCII = CharacterKinds(rawValue: 16)
    /// Pieces of characters, U+2028 and U+2029, and bytes that have no token of their own.
    static let others = CharacterKinds(rawValue: 32)

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The kind of an ASCII character: each punctuation mark is its own.
    init(ascii byte: UInt8) {
        switch byte {
        case 0x61...0x7A: self = .small
        case 0x41...0x5A: self = .capital
        case 0x30...0x39: self = .digit
        case 0x20...0x2F: self.init(rawValue: 64 << UInt64(byte - 0x20))
        case 0x3A...0x40: self.init(rawValue: 64 << UInt64(byte - 0x3A + 16))
        case 0x5B...0x60: self.init(rawValue: 64 << UInt64(byte - 0x5B + 23))
        case 0x7B...0x7E: self.init(rawValue: 64 << UInt64(byte - 0x7B + 29))
        default: self = .control
        }
    }

    /// The kinds one by one.
    var each: some Sequence<CharacterKinds> {
        sequence(state: rawValue) { rest -> CharacterKinds? in
            guard rest != 0 else { return nil }
            let lowest = rest & (0 &- rest)
            rest ^= lowest
            return CharacterKinds(rawValue: lowest)
        }
    }

    /// The ASCII characters of one kind.
    static func bytes(of kind: CharacterKinds) -> [UInt8] { table[kind.rawValue.trailingZeroBitCount] }

    private static let table: [[UInt8]] = {
        var table = [[UInt8]](repeating: [], count: 64)
        for byte in UInt8.min..<0x80 { table[CharacterKinds(ascii: byte).rawValue.trailingZeroBitCount].append(byte) }
        return table
    }()

    /// For each byte of a token, the kinds of the characters from there on; `others` within a character, and where the token is
    /// not made of whole characters.
    static func suffixes(of token: some BidirectionalCollection<UInt8>, _ alphabet: ByteSet) -> [CharacterKinds] {
        let bytes = Array(token)
        var result = [CharacterKinds](repeating: .others, count: bytes.count)
        guard bytes.allSatisfy(alphabet.contains), let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value == 0x2028 || $0.value == 0x2029 })
        else { return result }
        var kinds: CharacterKinds = []
        for place in bytes.indices.reversed() where bytes[place] & 0xC0 != 0x80 {
            kinds.formUnion(bytes[place] < 0x80 ? CharacterKinds(ascii: bytes[place]) : .beyondASCII)
            result[place] = kinds
        }
        return result
    }
}
