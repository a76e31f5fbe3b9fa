// Writes GGUF files for tests: the counterpart of Engine's reader, written from the format's description alone and sharing
// nothing with the reader but the table of formats.

package import Engine

/// A GGUF file in the making. Tensors are laid out in order, each at the next multiple of the alignment.
package struct GGUFWriter {
    package indirect enum Value: Sendable {
        case uint8(UInt8)
        case int8(Int8)
        case uint16(UInt16)
        case int16(Int16)
        case uint32(UInt32)
        case int32(Int32)
        case float32(Float)
        case bool(Bool)
        case string(String)
        case uint64(UInt64)
        case int64(Int64)
        case float64(Double)
        /// Elements of one kind; `typeOfNone` is the type number to write when there are none.
        case array([Value], typeOfNone: UInt32 = 8)
    }

    package struct Tensor {
        package var name: String
        package var format: TensorFormat
        /// Columns first.
        package var dimensions: [Int]
        package var bytes: [UInt8]
    }

    package var version: UInt32 = 3
    /// Written as `general.alignment` unless it is 32, which goes without saying.
    package var alignment = 32
    package var metadata: [(key: String, value: Value)] = []
    package var tensors: [Tensor] = []

    package init() {}

    package mutating func set(_ key: String, _ value: Value) { metadata.append((key, value)) }

    package mutating func add(_ name: String, _ format: TensorFormat, _ dimensions: [Int], _ bytes: [UInt8]) {
        tensors.append(Tensor(name: name, format: format, dimensions: dimensions, bytes: bytes))
    }

    /// The whole file, ending with the last tensor's last byte.
    package func bytes() -> [UInt8] {
        var entries = metadata
        if alignment != 32 { entries.append(("general.alignment", .uint32(UInt32(alignment)))) }
        var file = Array("GGUF".utf8)
        file.append(littleEndian: version)
        file.append(littleEndian: UInt64(tensors.count))
        file.append(littleEndian: UInt64(entries.count))
        for (key, value) in entries {
            file.append(text: key)
            file.append(littleEndian: value.typeNumber)
            file.append(value)
        }
        var place = 0
        var places: [Int] = []
        for tensor in tensors {
            place = place.roundedUp(to: alignment)
            places.append(place)
            file.append(text: tensor.name)
            file.append(littleEndian: UInt32(tensor.dimensions.count))
            for dimension in tensor.dimensions { file.append(littleEndian: UInt64(dimension)) }
            file.append(littleEndian: tensor.format.rawValue)
            file.append(littleEndian: UInt64(place))
            place += tensor.bytes.count
        }
        guard !tensors.isEmpty else { return file }
        let dataBegin = file.count.roundedUp(to: alignment)
        file.reserveCapacity(dataBegin + place)
        for (tensor, place) in zip(tensors, places) {
            file.append(contentsOf: repeatElement(0, count: dataBegin + place - file.count))
            file.append(contentsOf: tensor.bytes)
        }
        return file
    }
}

extension GGUFWriter.Value {
    /// The file's number for the type.
    package var typeNumber: UInt32 {
        switch self {
        case .uint8: 0
        case .int8: 1
        case .uint16: 2
        case .int16: 3
        case .uint32: 4
        case .int32: 5
        case .float32: 6
        case .bool: 7
        case .string: 8
        case .array: 9
        case .uint64: 10
        case .int64: 11
        case .float64: 12
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of an integer, lowest first.
    package mutating func append<Integer: FixedWidthInteger>(littleEndian integer: Integer) {
        unsafe Swift.withUnsafeBytes(of: integer.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// Appends a text behind its length.
    package mutating func append(text: String) {
        append(littleEndian: UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    /// Appends a metadata value without its type.
    package mutating func append(_ value: GGUFWriter.Value) {
        switch value {
        case .uint8(let number): append(number)
        case .int8(let number): append(littleEndian: number)
        case .uint16(let number): append(littleEndian: number)
        case .int16(let number): append(littleEndian: number)
        case .uint32(let number): append(littleEndian: number)
        case .int32(let number): append(littleEndian: number)
        case .uint64(let number): append(littleEndian: number)
        case .int64(let number): append(littleEndian: number)
        case .float32(let number): append(littleEndian: number.bitPattern)
        case .float64(let number): append(littleEndian: number.bitPattern)
        case .bool(let flag): append(flag ? 1 : 0)
        case .string(let text): append(text: text)
        case .array(let elements, let typeOfNone):
            append(littleEndian: elements.first?.typeNumber ?? typeOfNone)
            append(littleEndian: UInt64(elements.count))
            for element in elements { append(element) }
        }
    }
}

extension Int {
    fileprivate func roundedUp(to multiple: Int) -> Int { (self + multiple - 1) / multiple * multiple }
}
