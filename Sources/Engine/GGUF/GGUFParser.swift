// Walks through the bytes of a GGUF file from front to back and checks every field before anything depends on it: the
// header and the metadata here, the tensors in GGUFParser+Tensors.swift. Allocates for what it has seen, never for what
// a count promises.
//
// A file is: magic, version, tensor count, metadata count; the metadata (key, type, value); the tensors' descriptions
// (name, dimensions, format, offset); padding up to the alignment; the weights. All numbers are little-endian.

struct GGUFParser {
    let mapping: MappedFile
    let path: String
    /// Where the next field begins.
    private(set) var position = 0

    /// Arrays in arrays in arrays: far beyond what any model uses, and a bound for the recursion.
    static let deepestNesting = 4
    private static let longestKey: UInt64 = 65535
    private static let longestTensorName: UInt64 = 64
    /// A key's length, one letter of it, a type, a value of one byte.
    private static let leastEntryByteCount = 8 + 1 + 4 + 1
    /// A name's length, one letter of it, a dimension count, a dimension, a format, an offset.
    private static let leastTensorByteCount = 8 + 1 + 4 + 8 + 4 + 8

    struct Header {
        var version: Int
        var tensorCount: Int
        var metadataCount: Int
    }

    /// Magic, version and counts; the counts are held against what the file has room for.
    mutating func header() throws(GGUFError) -> Header {
        guard mapping.count > 0 else { throw error(.empty, at: 0) }
        let magic = mapping.array(UInt8.self, at: 0, count: min(4, mapping.count)) ?? []
        guard magic == Array("GGUF".utf8) else { throw error(.magic(found: magic), at: 0) }
        position = 4
        let version = try read(UInt32.self, "the version")
        guard version == 2 || version == 3 else {
            let isSwapped = (1...3).contains(version.byteSwapped)
            throw error(isSwapped ? .bigEndian : .version(version), at: 4)
        }
        let tensorCount = try read(UInt64.self, "the tensor count")
        let metadataCount = try read(UInt64.self, "the metadata count")
        let tensorRoom = left / Self.leastTensorByteCount
        guard tensorCount <= tensorRoom else { throw error(.tensorCount(tensorCount, room: tensorRoom), at: 8) }
        let metadataRoom = left / Self.leastEntryByteCount
        guard metadataCount <= metadataRoom else {
            throw error(.metadataCount(metadataCount, room: metadataRoom), at: 16)
        }
        return Header(version: Int(version), tensorCount: Int(tensorCount), metadataCount: Int(metadataCount))
    }

    /// All metadata entries.
    mutating func metadata(count: Int) throws(GGUFError) -> [String: GGUFValue] {
        var entries: [String: GGUFValue] = [:]
        for _ in 0..<count {
            let offset = position
            let bytes = try name("a metadata key", atMost: Self.longestKey) { .keyLength($0) }
            guard bytes.allSatisfy({ $0 < 0x80 }) else { throw error(.keyText, at: offset) }
            let key = String(decoding: bytes, as: UTF8.self)
            guard entries[key] == nil else { throw error(.duplicateKey(key), at: offset) }
            entries[key] = try value(of: key)
        }
        return entries
    }

    /// The name of a tensor.
    mutating func tensorName() throws(GGUFError) -> String {
        let offset = position
        let bytes = try name("a tensor's name", atMost: Self.longestTensorName) { .tensorNameLength($0) }
        guard let name = String(validating: bytes, as: UTF8.self) else { throw error(.tensorNameText, at: offset) }
        return name
    }

    // MARK: - Values

    private mutating func value(of key: String) throws(GGUFError) -> GGUFValue {
        let offset = position
        let type = try valueType(of: key)
        let content: GGUFValue.Content =
            switch type {
            case .uint8: .unsigned(UInt64(try read(UInt8.self, "'\(key)'")))
            case .uint16: .unsigned(UInt64(try read(UInt16.self, "'\(key)'")))
            case .uint32: .unsigned(UInt64(try read(UInt32.self, "'\(key)'")))
            case .uint64: .unsigned(try read(UInt64.self, "'\(key)'"))
            case .int8: .signed(Int64(try read(Int8.self, "'\(key)'")))
            case .int16: .signed(Int64(try read(Int16.self, "'\(key)'")))
            case .int32: .signed(Int64(try read(Int32.self, "'\(key)'")))
            case .int64: .signed(try read(Int64.self, "'\(key)'"))
            case .float32: .float(Double(try read(Float.self, "'\(key)'")))
            case .float64: .float(try read(Double.self, "'\(key)'"))
            case .bool: .bool(try bool(of: key))
            case .string: .string(try string(of: key))
            case .array: try array(of: key, depth: 1)
            }
        return GGUFValue(type: type, content: content, offset: offset)
    }

    private mutating func valueType(of key: String) throws(GGUFError) -> GGUFValueType {
        let offset = position
        let number = try read(UInt32.self, "the value type of '\(key)'")
        guard let type = GGUFValueType(rawValue: number) else { throw error(.valueType(key: key, number), at: offset) }
        return type
    }

    private mutating func bool(of key: String) throws(GGUFError) -> Bool {
        let offset = position
        let byte = try read(UInt8.self, "'\(key)'")
        guard byte <= 1 else { throw error(.bool(key: key, byte), at: offset) }
        return byte == 1
    }

    private mutating func string(of key: String) throws(GGUFError) -> Range<Int> {
        let length = try read(UInt64.self, "the length of '\(key)'")
        return try skip(length, "the text of '\(key)'")
    }

    private mutating func array(of key: String, depth: Int) throws(GGUFError) -> GGUFValue.Content {
        let element = try valueType(of: key)
        let countOffset = position
        let stated = try read(UInt64.self, "the element count of '\(key)'")
        let room = left / element.leastByteCount
        guard stated <= room else {
            throw error(.arrayLength(key: key, stated, element: element, room: room), at: countOffset)
        }
        let (begin, count) = (position, Int(stated))
        switch element {
        case .string: try skipStrings(count, of: key)
        case .array:
            guard depth < Self.deepestNesting else { throw error(.nesting(key: key), at: countOffset) }
            for _ in 0..<count { _ = try array(of: key, depth: depth + 1) }
        case .bool: for _ in 0..<count { _ = try bool(of: key) }
        default: position += count * element.leastByteCount
        }
        return .array(element: element, count: count, bytes: begin..<position)
    }

    /// Steps over strings. Vocabularies pass through here, so nothing is built unless something is wrong.
    private mutating func skipStrings(_ count: Int, of key: String) throws(GGUFError) {
        for _ in 0..<count {
            guard let length = mapping.load(UInt64.self, at: position), length <= UInt64(left - 8) else {
                _ = try string(of: key)
                return
            }
            position += 8 + Int(length)
        }
    }

    // MARK: - Fields

    /// Bytes between the next field and the end of the file.
    var left: Int { mapping.count - position }

    func error(_ kind: GGUFError.Kind, at offset: Int) -> GGUFError { GGUFError(kind, path: path, offset: offset) }

    /// The next number.
    mutating func read<Number: PlainNumber>(
        _ type: Number.Type, _ field: @autoclosure () -> String
    ) throws(GGUFError) -> Number {
        guard let number = mapping.load(type, at: position) else {
            let wanted = UInt64(MemoryLayout<Number>.size)
            throw error(.truncated(field: field(), wanted: wanted, left: left), at: position)
        }
        position += MemoryLayout<Number>.size
        return number
    }

    /// Steps over `length` bytes and returns where they stand.
    private mutating func skip(_ length: UInt64, _ field: @autoclosure () -> String) throws(GGUFError) -> Range<Int> {
        guard length <= UInt64(left) else {
            throw error(.truncated(field: field(), wanted: length, left: left), at: position)
        }
        let begin = position
        position += Int(length)
        return begin..<position
    }

    /// The bytes of a short string: a length of 1 to `longest`, then as many bytes.
    private mutating func name(
        _ field: String, atMost longest: UInt64, _ wrongLength: (UInt64) -> GGUFError.Kind
    ) throws(GGUFError) -> [UInt8] {
        let offset = position
        let length = try read(UInt64.self, "the length of \(field)")
        guard (1...longest).contains(length) else { throw error(wrongLength(length), at: offset) }
        let bytes = try skip(length, field)
        return mapping.array(UInt8.self, at: bytes.lowerBound, count: bytes.count) ?? []
    }
}
