// Keys that a person presses, out of the bytes that a terminal sends for them.

/// A key.
package enum Key: Sendable, Hashable {
    case character(Character)
    case enter
    case up
    case down
    case pageUp
    case pageDown
    case escape

    /// The keys in what was read at once. Keys without a name here are left out.
    package static func keys(in bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let first = rest.first {
            if first == "\u{1b}", let sequence = rest.prefixMatch(of: #/\x1b[\[O]([0-9;]*)([A-Za-z~])/#) {
                switch sequence.2 {
                case "A": keys.append(.up)
                case "B": keys.append(.down)
                case "~" where sequence.1 == "5": keys.append(.pageUp)
                case "~" where sequence.1 == "6": keys.append(.pageDown)
                default: break
                }
                rest = rest[sequence.range.upperBound...]
                continue
            }
            rest = rest.dropFirst()
            switch first {
            case "\r", "\n", "\r\n": keys.append(.enter)
            case "\u{1b}": keys.append(.escape)
            case _ where first.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }: break
            default: keys.append(.character(first))
            }
        }
        return keys
    }
}
