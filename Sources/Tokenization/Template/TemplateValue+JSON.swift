// JSON text as a value for a template. The order of properties is kept, since templates write it out again.

extension TemplateValue {
    /// The value of a JSON text (RFC 8259), or nil where it is none. Nesting beyond the depth that templates take is none
    /// either. An integer beyond 64 bits becomes a double.
    package init?(json text: String) {
        var reader = JSONReader(bytes: Array(text.utf8))
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipSpace()
        guard reader.index == reader.bytes.count else { return nil }
        self = value
    }

    package var isDictionary: Bool {
        if case .dictionary = self { true } else { false }
    }
}

/// Reads one value after another from the front of `bytes`. Nil means that the text is no JSON.
private struct JSONReader {
    let bytes: [UInt8]
    var index = 0

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let wanted = Array("\(text)".utf8)
        guard bytes[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    mutating func value(depth: Int) -> TemplateValue? {
        guard depth < TemplateLimits.standard.valueDepth else { return nil }
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return dictionary(depth: depth)
        case UInt8(ascii: "["): return list(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return skip("null") ? TemplateValue.none : nil
        default: return number()
        }
    }

    private mutating func dictionary(depth: Int) -> TemplateValue? {
        var entries: [TemplateValue.Entry] = []
        index += 1
        skipSpace()
        if skip("}") { return .dictionary([]) }
        while true {
            skipSpace()
            guard let key = string() else { return nil }
            skipSpace()
            guard skip(":"), let value = value(depth: depth + 1) else { return nil }
            entries.append(.init(key, value))
            skipSpace()
            if skip("}") { return .dictionary(entries) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func list(depth: Int) -> TemplateValue? {
        var elements: [TemplateValue] = []
        index += 1
        skipSpace()
        if skip("]") { return .list([]) }
        while true {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
            skipSpace()
            if skip("]") { return .list(elements) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func string() -> String? {
        guard skip("\"") else { return nil }
        var units: [UInt8] = []
        while let byte = current {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = escape() else { return nil }
                units.append(contentsOf: String(escaped).utf8)
            case 0..<0x20: return nil
            default: units.append(byte)
            }
        }
        return nil
    }

    /// What stands behind a backslash. Half a surrogate pair is U+FFFD.
    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = current else { return nil }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = fourDigits() else { return nil }
            guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
            let saved = index
            if skip("\\u"), let second = fourDigits(), (0xDC00..<0xE000).contains(second) {
                return Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00))
            }
            index = saved
            return "\u{FFFD}"
        default: return nil
        }
    }

    private mutating func fourDigits() -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        index += 4
        return unit
    }

    private mutating func number() -> TemplateValue? {
        let start = index
        _ = skip("-")
        if !skip("0") { guard skipDigits() else { return nil } }
        var isInteger = true
        if skip(".") {
            guard skipDigits() else { return nil }
            isInteger = false
        }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            guard skipDigits() else { return nil }
            isInteger = false
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let integer = Int(text) { return .integer(integer) }
        return Double(text).map { .double($0) }
    }

    /// One digit or more.
    private mutating func skipDigits() -> Bool {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index > start
    }
}
