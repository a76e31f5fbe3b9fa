// Pieces of GGUF files, put together by hand for files that no writer would write.

import TestSupport

enum RawGGUF {
    /// Magic, version and counts: 24 bytes.
    static func header(version: UInt32 = 3, tensors: UInt64 = 0, entries: UInt64 = 0) -> [UInt8] {
        var bytes = Array("GGUF".utf8)
        bytes.append(littleEndian: version)
        bytes.append(littleEndian: tensors)
        bytes.append(littleEndian: entries)
        return bytes
    }

    /// A metadata entry: 8 bytes and the key, 4 bytes of type, the value.
    static func entry(_ key: String, _ value: GGUFWriter.Value) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(value)
        return entry(key, type: value.typeNumber, bytes)
    }

    static func entry(_ key: String, type: UInt32, _ value: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: key)
        bytes.append(littleEndian: type)
        return bytes + value
    }

    /// A tensor's description: 8 bytes and the name, 4 of dimension count, 8 a dimension, 4 of format, 8 of offset.
    static func tensor(
        _ name: String, _ dimensions: [UInt64], format: UInt32 = 0, offset: UInt64 = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: name)
        bytes.append(littleEndian: UInt32(dimensions.count))
        for dimension in dimensions { bytes.append(littleEndian: dimension) }
        bytes.append(littleEndian: format)
        bytes.append(littleEndian: offset)
        return bytes
    }

    static func word(_ number: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return bytes
    }

    static func long(_ number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return bytes
    }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
