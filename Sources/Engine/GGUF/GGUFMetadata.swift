// The metadata of a GGUF file with look-ups by key and type. A look-up gives nil where the key is absent and throws a
// located error where its value is of another type; the `required` ones throw where the key is absent, too.

/// All metadata entries of a file. Strings and arrays are decoded when asked for.
package struct GGUFMetadata: Sendable {
    /// Every entry, by key.
    package let entries: [String: GGUFValue]

    private let mapping: MappedFile
    private let path: String

    /// Metadata stand behind magic, version and two counts: the place to show for a key that is not there.
    private static let begin = 24

    init(entries: [String: GGUFValue], mapping: MappedFile, path: String) {
        self.entries = entries
        self.mapping = mapping
        self.path = path
    }

    /// The entry of that key, or nil.
    package subscript(key: String) -> GGUFValue? { entries[key] }

    // MARK: - Single values

    /// A text. Throws where the value is no string or its bytes are not UTF-8.
    package func string(_ key: String) throws(GGUFError) -> String? {
        guard let value = entries[key] else { return nil }
        guard case .string(let range) = value.content else { throw wrongType(key, value, wanted: "string") }
        let bytes = mapping.array(UInt8.self, at: range.lowerBound, count: range.count) ?? []
        guard let text = String(validating: bytes, as: UTF8.self) else { throw error(.text(key: key), value) }
        return text
    }

    /// An integer of any width. Throws where the value is no integer or exceeds `Int`.
    package func integer(_ key: String) throws(GGUFError) -> Int? {
        guard let value = entries[key] else { return nil }
        switch value.content {
        case .unsigned(let number):
            guard let integer = Int(exactly: number) else {
                let kind = GGUFError.Kind.integerRange(key: key, value: "\(number)", wanted: "at most \(Int.max)")
                throw error(kind, value)
            }
            return integer
        case .signed(let number): return Int(number)
        default: throw wrongType(key, value, wanted: "an integer")
        }
    }

    /// A float of either width, rounded to single precision. Throws where the value is no float, or not finite.
    package func float(_ key: String) throws(GGUFError) -> Float? {
        guard let value = entries[key] else { return nil }
        guard case .float(let number) = value.content else { throw wrongType(key, value, wanted: "a float") }
        guard Float(number).isFinite else { throw error(.notFinite(key: key), value) }
        return Float(number)
    }

    /// A truth value. Throws where the value is no bool.
    package func bool(_ key: String) throws(GGUFError) -> Bool? {
        guard let value = entries[key] else { return nil }
        guard case .bool(let flag) = value.content else { throw wrongType(key, value, wanted: "bool") }
        return flag
    }

    /// `string(_:)` of a key that must be there.
    package func requiredString(_ key: String) throws(GGUFError) -> String { try required(key, try string(key)) }
    /// `integer(_:)` of a key that must be there.
    package func requiredInteger(_ key: String) throws(GGUFError) -> Int { try required(key, try integer(key)) }
    /// `float(_:)` of a key that must be there.
    package func requiredFloat(_ key: String) throws(GGUFError) -> Float { try required(key, try float(key)) }
    /// `strings(_:)` of a key that must be there.
    package func requiredStrings(_ key: String) throws(GGUFError) -> PackedStrings {
        try required(key, try strings(key))
    }

    // MARK: - Arrays

    /// An array of integers of any width as 32-bit ones. Throws where the value is no such array or an element exceeds
    /// 32 bits. One copy where the file has `int32`.
    package func integers(_ key: String) throws(GGUFError) -> [Int32]? {
        guard let value = entries[key] else { return nil }
        guard case .array(let element, let count, let bytes) = value.content else {
            throw wrongType(key, value, wanted: "array of integers")
        }
        let begin = bytes.lowerBound
        switch element {
        case .int32: return mapping.array(Int32.self, at: begin, count: count)
        case .uint32: return try narrow(mapping.array(UInt32.self, at: begin, count: count), key, value)
        case .int64: return try narrow(mapping.array(Int64.self, at: begin, count: count), key, value)
        case .uint64: return try narrow(mapping.array(UInt64.self, at: begin, count: count), key, value)
        case .int16: return try narrow(mapping.array(Int16.self, at: begin, count: count), key, value)
        case .uint16: return try narrow(mapping.array(UInt16.self, at: begin, count: count), key, value)
        case .int8: return try narrow(mapping.array(Int8.self, at: begin, count: count), key, value)
        case .uint8: return try narrow(mapping.array(UInt8.self, at: begin, count: count), key, value)
        default: throw wrongType(key, value, wanted: "array of integers")
        }
    }

    /// An array of `float32`. Throws where the value is anything else. One copy; infinities are let through.
    package func floats(_ key: String) throws(GGUFError) -> [Float]? {
        guard let value = entries[key] else { return nil }
        guard case .array(.float32, let count, let bytes) = value.content else {
            throw wrongType(key, value, wanted: "array of float32")
        }
        return mapping.array(Float.self, at: bytes.lowerBound, count: count)
    }

    /// An array of strings as one piece of bytes with offsets; the bytes are not checked to be UTF-8. Throws where the
    /// value is no array of strings. Two allocations, however many strings there are.
    package func strings(_ key: String) throws(GGUFError) -> PackedStrings? {
        guard let value = entries[key] else { return nil }
        guard case .array(.string, let count, let bytes) = value.content else {
            throw wrongType(key, value, wanted: "array of string")
        }
        guard let strings = mapping.strings(at: bytes.lowerBound, count: count, byteCount: bytes.count) else {
            throw error(.textLength(key: key), value)
        }
        return strings
    }

    // MARK: - Checks of the file

    /// `general.alignment`, a power of two, or 32.
    func alignment() throws(GGUFError) -> Int {
        let key = "general.alignment"
        guard let value = entries[key], let alignment = try integer(key) else { return 32 }
        guard alignment > 0, alignment & (alignment - 1) == 0 else { throw error(.alignment(alignment), value) }
        return alignment
    }

    /// Throws where the file is one of several parts of a model.
    func checkNotSplit(tensorCount: Int) throws(GGUFError) {
        if let value = entries["split.count"], let parts = try integer("split.count"), parts > 1 {
            throw error(.split(parts: parts), value)
        }
        let key = "split.tensors.count"
        if let value = entries[key], let wanted = try integer(key), wanted > tensorCount {
            throw error(.splitTensors(found: tensorCount, wanted: wanted), value)
        }
    }

    // MARK: - Errors

    private func error(_ kind: GGUFError.Kind, _ value: GGUFValue) -> GGUFError {
        GGUFError(kind, path: path, offset: value.offset)
    }

    private func wrongType(_ key: String, _ value: GGUFValue, wanted: String) -> GGUFError {
        error(.wrongType(key: key, found: value.typeName, wanted: wanted), value)
    }

    private func required<Value>(_ key: String, _ value: Value?) throws(GGUFError) -> Value {
        guard let value else { throw GGUFError(.missingKey(key), path: path, offset: Self.begin) }
        return value
    }

    private func narrow<Wide: FixedWidthInteger>(
        _ numbers: [Wide]?, _ key: String, _ value: GGUFValue
    ) throws(GGUFError) -> [Int32] {
        var narrow: [Int32] = []
        narrow.reserveCapacity(numbers?.count ?? 0)
        for number in numbers ?? [] {
            guard let small = Int32(exactly: number) else {
                throw error(.integerRange(key: key, value: "\(number)", wanted: "a 32-bit integer"), value)
            }
            narrow.append(small)
        }
        return narrow
    }
}
