// Reads a message's JSON. It takes what a compiler writes and refuses what is damaged; it isn't a validator of the standard.

extension JSON {
    /// What stands at `offset` is no JSON.
    struct SyntaxError: Error, Equatable {
        var offset: Int
    }

    /// - Throws: `SyntaxError`.
    init(parsing bytes: [UInt8]) throws {
        var reader = JSONReader(bytes: bytes)
        self = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == bytes.count else { throw SyntaxError(offset: reader.at) }
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var error: JSON.SyntaxError { JSON.SyntaxError(offset: at) }

    mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    private mutating func eat(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func word(_ text: String, _ value: JSON) throws -> JSON {
        guard bytes[at...].starts(with: text.utf8) else { throw error }
        at += text.utf8.count
        return value
    }

    mutating func value(depth: Int) throws -> JSON {
        skipSpace()
        guard at < bytes.count, depth < 64 else { throw error }
        switch bytes[at] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default:
            let start = at
            while at < bytes.count, "+-.eE0123456789".utf8.contains(bytes[at]) { at += 1 }
            guard let number = Double(String(decoding: bytes[start..<at], as: UTF8.self)) else {
                throw JSON.SyntaxError(offset: start)
            }
            return .number(number)
        }
    }

    private mutating func object(depth: Int) throws -> JSON {
        at += 1
        var members: [String: JSON] = [:]
        if eat("}") { return .object(members) }
        repeat {
            skipSpace()
            let key = try string()
            guard eat(":") else { throw error }
            members[key] = try value(depth: depth + 1)
        } while eat(",")
        guard eat("}") else { throw error }
        return .object(members)
    }

    private mutating func array(depth: Int) throws -> JSON {
        at += 1
        var elements: [JSON] = []
        if eat("]") { return .array(elements) }
        repeat { elements.append(try value(depth: depth + 1)) } while eat(",")
        guard eat("]") else { throw error }
        return .array(elements)
    }

    private mutating func string() throws -> String {
        guard eat("\"") else { throw error }
        var out: [UInt8] = []
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: out, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &out)
            default: out.append(byte)
            }
        }
        throw error
    }

    private mutating func escape(into out: inout [UInt8]) throws {
        guard at < bytes.count else { throw error }
        let mark = bytes[at]
        at += 1
        switch mark {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "u"):
            var code = try codeUnit()
            if (0xD800..<0xDC00).contains(code), bytes[at...].starts(with: "\\u".utf8) {
                at += 2
                let low = try codeUnit()
                code = (0xDC00..<0xE000).contains(low) ? 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
            }
            out += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
        default: out.append(mark)
        }
    }

    private mutating func codeUnit() throws -> UInt32 {
        guard at + 4 <= bytes.count,
            let unit = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
        else { throw error }
        at += 4
        return unit
    }
}
