// Secrets must not be seen: what tools say is cleaned of them before a model reads it, and everything is searched before it
// is written. A secret is found as it stands, in base64 and base64url at every alignment, percent-encoded, in hexadecimal,
// and as JSON escapes it.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The values of a playground's secrets, and the forms that give them away.
struct SecretScrubber: Sendable {
    /// Bytes of a secret at least. Fewer can't be told from other text.
    static let shortest = 6

    fileprivate struct Form: Sendable {
        var name: String
        var bytes: [UInt8]
        /// Letters in `bytes` are small ones, and large ones are found, too.
        var ignoresCase: Bool
    }

    private let forms: [Form]

    /// - Parameter variables: of the process.
    init(names: [String], variables: [String: String]) {
        forms = names.flatMap { name in
            guard let value = variables[name], value.utf8.count >= Self.shortest else { return [Form]() }
            return Self.forms(of: name, Array(value.utf8))
        }.sorted { $0.bytes.count > $1.bytes.count }
    }

    var isEmpty: Bool { forms.isEmpty }

    /// The text with `[secret NAME]` in the place of every secret.
    func scrubbed(_ text: String) -> String {
        guard !forms.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for form in forms {
            while let range = form.firstRange(in: bytes) {
                bytes.replaceSubrange(range, with: Array("[secret \(form.name)]".utf8))
            }
        }
        let result = String(decoding: bytes, as: UTF8.self)
        // A form that no list has, such as one that is encoded in part: then nothing of the text can be shown.
        if let name = secret(in: result) { return "[output left out: it holds the secret \(name)]" }
        return result
    }

    /// The name of a secret that a text gives away; nil where there is none.
    func secret(in text: String) -> String? {
        guard !forms.isEmpty else { return nil }
        let bytes = Array(text.utf8)
        if let form = forms.first(where: { $0.firstRange(in: bytes) != nil }) { return form.name }
        // Encoded in part, as writers of addresses and of JSON do.
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        for decoded in [Self.percentDecoded(bytes), Self.percentDecoded(spaced), Self.unescaped(bytes)]
        where decoded != bytes {
            if let form = forms.first(where: { $0.firstRange(in: decoded) != nil }) { return form.name }
        }
        return nil
    }

    private static func forms(of name: String, _ secret: [UInt8]) -> [Form] {
        var forms: [Form] = []
        func add(_ bytes: [UInt8], ignoresCase: Bool = false) {
            guard !forms.contains(where: { $0.bytes == bytes }) else { return }
            forms.append(Form(name: name, bytes: bytes, ignoresCase: ignoresCase))
        }
        func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        add(secret)
        add(Array(secret.map(hex).joined().utf8), ignoresCase: true)
        add(Array(secret.map { "%" + hex($0) }.joined().utf8), ignoresCase: true)
        // Writers of addresses differ in what they leave as it is.
        for free in ["-._~", "-._~/", "-._", "-._/", "-._*", "-._~!$&'()*,;=:@/?"] {
            for space in ["%20", "+"] {
                let encoded = secret.map { byte -> String in
                    if byte == 0x20 { return space }
                    let isFree =
                        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                        || free.utf8.contains(byte)
                    return isFree ? String(decoding: [byte], as: UTF8.self) : "%" + hex(byte)
                }
                add(Array(encoded.joined().lowercased().utf8), ignoresCase: true)
            }
        }
        for escapesSlash in [false, true] {
            for escapesAll in [false, true] {
                let text = String(decoding: secret, as: UTF8.self)
                add(
                    Array(jsonEscaped(text, escapesSlash: escapesSlash, escapesAll: escapesAll).utf8),
                    ignoresCase: false)
            }
        }
        // At each alignment the characters in the middle depend on the secret alone.
        for shift in 0..<3 {
            let encoded = Array(Data([UInt8](repeating: 0, count: shift) + secret).base64EncodedString().utf8)
            let first = shift == 0 ? 0 : shift + 1
            let whole = (shift + secret.count) * 8 / 6
            guard whole - first >= 6 else { continue }
            let middle = Array(encoded[first..<whole])
            add(middle)
            add(
                middle.map {
                    $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
                })
        }
        return forms
    }

    /// As writers of JSON escape text, quotes left out: outside ASCII as it is, or all of it.
    private static func jsonEscaped(_ text: String, escapesSlash: Bool, escapesAll: Bool) -> String {
        text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"": return "\\\""
            case "\\": return "\\\\"
            case "\n": return "\\n"
            case "\r": return "\\r"
            case "\t": return "\\t"
            case "/" where escapesSlash: return "\\/"
            default:
                guard scalar.value < 0x20 || (escapesAll && scalar.value > 0x7e) else { return String(scalar) }
                return String(scalar).utf16.map { unit in
                    let digits = String(unit, radix: 16)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }.joined()
            }
        }.joined()
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// The number that four hexadecimal digits stand for.
    private static func unit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        let digits = bytes.prefix(4).compactMap(digit)
        return digits.count == 4 ? digits.reduce(0) { $0 << 4 | UInt16($1) } : nil
    }

    /// Without the backslashes of JSON; `\uXXXX` as the character.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            let next = bytes[index + 1]
            if next == UInt8(ascii: "u"), let unit = Self.unit(bytes[(index + 2)...]) {
                index += 6
                var scalar = UInt32(unit)
                if UTF16.isLeadSurrogate(unit), bytes[index...].starts(with: "\\u".utf8),
                    let second = Self.unit(bytes[(index + 2)...]), UTF16.isTrailSurrogate(second)
                {
                    scalar = 0x10000 + (UInt32(unit) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
                    index += 6
                }
                if let scalar = Unicode.Scalar(scalar) { decoded += Array(String(scalar).utf8) }
            } else {
                decoded.append(next == UInt8(ascii: "n") ? 0x0a : next == UInt8(ascii: "t") ? 0x09 : next)
                index += 2
            }
        }
        return decoded
    }
}

extension SecretScrubber.Form {
    /// Where the form stands first. Cost: linear but for repetitions of its beginning.
    fileprivate func firstRange(in text: [UInt8]) -> Range<Int>? {
        guard let first = bytes.first, text.count >= bytes.count else { return nil }
        func isSame(_ wanted: UInt8, _ found: UInt8) -> Bool {
            wanted == found || (ignoresCase && (0x41...0x5a).contains(found) && found | 0x20 == wanted)
        }
        for start in 0...(text.count - bytes.count) where isSame(first, text[start]) {
            if zip(bytes, text[start...]).allSatisfy(isSame) { return start..<(start + bytes.count) }
        }
        return nil
    }
}

extension SecretScrubber {
    /// - Throws: `.secret` where bytes that are to be written to a file give a secret away.
    func requireClean(_ bytes: [UInt8], for path: String) throws(RecordError) {
        guard !isEmpty, let name = secret(in: String(decoding: bytes, as: UTF8.self)) else { return }
        throw RecordError(.secret(name: name), path: path)
    }

    /// - Throws: `.secret` where a model would be told a secret by a prompt.
    func requireClean(_ cell: PreparedCell) throws(ToolFailure) {
        let texts = [cell.conversation.instructions ?? "", cell.prompt]
        if let name = texts.lazy.compactMap(secret).first { throw .secretInPrompt(name) }
    }
}
