// Reads JSON text (RFC 8259) into a `JSONDocument`, without recursion.

extension JSONDocument {
    /// - Throws: what is wrong first, with its line and column.
    package init(_ text: String) throws(JSONError) {
        var reader = JSONReader(bytes: Array(text.utf8))
        self = try reader.read()
    }
}

private struct JSONReader {
    private struct Frame {
        let isObject: Bool
        let node: Int
        let valueStart: Int
        let nameStart: Int
    }

    let bytes: [UInt8]
    private var at = 0
    private var document = JSONDocument()
    private var frames: [Frame] = []
    /// The finished elements and the names of all open containers.
    private var values: [Int] = []
    private var names: [JSONString] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(JSONError) -> JSONDocument {
        while true {
            skipSpace()
            guard var done = try readOrOpen() else { continue }
            // Hand the finished value to its container, and that one to its own when it closes.
            while true {
                skipSpace()
                guard let frame = frames.last else {
                    if at < bytes.count { throw unexpected() }
                    document.root = done
                    return document
                }
                values.append(done)
                if take(0x2C) {
                    if frame.isObject { names.append(try readName()) }
                    break
                }
                guard take(frame.isObject ? 0x7D : 0x5D) else { throw unexpected() }
                try close(frame)
                done = frame.node
            }
        }
    }

    private mutating func close(_ frame: Frame) throws(JSONError) {
        frames.removeLast()
        let elements = values[frame.valueStart...]
        if frame.isObject {
            let own = names[frame.nameStart...]
            var seen: Set<JSONString> = []
            for name in own where !seen.insert(name).inserted { throw error(.duplicateName(name.description)) }
            document.nodes[frame.node] = .object(zip(own, elements).map { JSONDocument.Member(name: $0, value: $1) })
            names.removeSubrange(frame.nameStart...)
        } else {
            document.nodes[frame.node] = .array(Array(elements))
        }
        values.removeSubrange(frame.valueStart...)
    }

    /// A finished value; nil when a container was opened and its first element follows.
    private mutating func readOrOpen() throws(JSONError) -> Int? {
        guard at < bytes.count else { throw error(.unexpectedEnd) }
        let start = at
        switch bytes[at] {
        case 0x7B:
            at += 1
            let node = add(.object([]), start)
            skipSpace()
            if take(0x7D) { return node }
            open(node, isObject: true)
            names.append(try readName())
            return nil
        case 0x5B:
            at += 1
            let node = add(.array([]), start)
            skipSpace()
            if take(0x5D) { return node }
            open(node, isObject: false)
            return nil
        case 0x22:
            let text = try readString()
            return add(.string(text), start)
        case 0x2D, 0x30...0x39:
            let number = try readNumber()
            return add(.number(number), start)
        default:
            for (word, node) in [
                ("null", JSONDocument.Node.null), ("true", .boolean(true)), ("false", .boolean(false)),
            ]
            where bytes[at...].starts(with: word.utf8) {
                at += word.utf8.count
                return add(node, start)
            }
            throw unexpected()
        }
    }

    private mutating func open(_ node: Int, isObject: Bool) {
        frames.append(Frame(isObject: isObject, node: node, valueStart: values.count, nameStart: names.count))
    }

    private mutating func add(_ node: JSONDocument.Node, _ offset: Int) -> Int {
        document.nodes.append(node)
        document.offsets.append(offset)
        return document.nodes.count - 1
    }

    private mutating func readName() throws(JSONError) -> JSONString {
        skipSpace()
        guard at < bytes.count else { throw error(.unexpectedEnd) }
        guard bytes[at] == 0x22 else { throw unexpected() }
        let name = try readString()
        skipSpace()
        guard take(0x3A) else { throw unexpected() }
        return name
    }

    private mutating func readString() throws(JSONError) -> JSONString {
        at += 1
        var result: [UInt8] = []
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case 0x22:
                at += 1
                return JSONString(utf8: result)
            case 0x5C:
                at += 1
                try readEscape(into: &result)
            case 0..<0x20: throw unexpected()
            default:
                result.append(byte)
                at += 1
            }
        }
        throw error(.unexpectedEnd)
    }

    private mutating func readEscape(into result: inout [UInt8]) throws(JSONError) {
        guard at < bytes.count else { throw error(.unexpectedEnd) }
        let byte = bytes[at]
        let simple: [UInt8: UInt8] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
        ]
        if let plain = simple[byte] {
            at += 1
            result.append(plain)
            return
        }
        guard byte == 0x75 else { throw unexpected() }
        let start = at - 1
        at += 1
        var value = try readHexadecimal()
        if value & 0xFC00 == 0xD800, at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
            at += 2
            let low = try readHexadecimal()
            guard low & 0xFC00 == 0xDC00 else {
                at = start
                throw error(.unpairedSurrogate)
            }
            value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(value) else {
            at = start
            throw error(.unpairedSurrogate)
        }
        result += Array(String(Character(scalar)).utf8)
    }

    private mutating func readHexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard at < bytes.count else { throw error(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue, bytes[at] < 0x80 else {
                throw unexpected()
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }

    private mutating func readNumber() throws(JSONError) -> ExactDecimal {
        let isNegative = take(0x2D)
        let whole = takeDigits()
        guard let first = whole.first, whole.count == 1 || first != 0 else { throw unexpected() }
        var fraction: [UInt8] = []
        if take(0x2E) {
            fraction = takeDigits()
            if fraction.isEmpty { throw unexpected() }
        }
        var exponent = 0
        if take(0x65) || take(0x45) {
            let isDown = take(0x2D)
            if !isDown { _ = take(0x2B) }
            let digits = takeDigits()
            if digits.isEmpty { throw unexpected() }
            for digit in digits {
                exponent = exponent * 10 + Int(digit)
                if exponent > 1_000_000 { throw error(.hugeExponent) }
            }
            if isDown { exponent = -exponent }
        }
        return ExactDecimal(
            isNegative: isNegative, digits: whole + fraction, exponent: exponent - fraction.count)
    }

    private mutating func takeDigits() -> [UInt8] {
        let start = at
        while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39 { at += 1 }
        return bytes[start..<at].map { $0 - 0x30 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while at < bytes.count, JSONReader.isSpace(bytes[at]) { at += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    private func unexpected() -> JSONError {
        guard at < bytes.count else { return error(.unexpectedEnd) }
        let text = String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self)
        return error(.unexpected(text.unicodeScalars.first ?? "?"))
    }

    private func error(_ kind: JSONError.Kind) -> JSONError {
        let before = bytes[..<min(at, bytes.count)]
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
        let column = before[lineStart...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        return JSONError(kind: kind, line: line, column: column)
    }
}
