// Which format each tensor of a file gets when the file is written in fewer bits, and the front of the file that says so.
// Knows no weight: those are read and rounded in Kernels/RowQuantizer.swift.

/// A file to be written from another: its tensors in the order of the source, each with its format.
package struct QuantizationPlan: Sendable {
    package struct Entry: Sendable {
        /// As the source describes it.
        package let tensor: GGUFTensor
        /// The format it gets; the source's own where it is copied byte for byte.
        package let format: TensorFormat
        /// Where the weights begin, from the first multiple of the alignment after the front.
        package let place: Int

        package var isCopied: Bool { format == tensor.format }
        package var byteCount: Int { tensor.count / format.blockWeights * format.blockByteCount }
    }

    package let entries: [Entry]
    /// Magic, counts, metadata and descriptions, filled up to the alignment.
    package let front: [UInt8]

    /// The formats that can be asked for: the number that `general.file_type` has for each in general use.
    private static let fileTypes: [TensorFormat: UInt32] = [
        .q4_0: 2, .q4_1: 3, .q8_0: 7, .q5_0: 8, .q5_1: 9, .q2_K: 10, .q3_K: 11, .q4_K: 14, .q5_K: 16, .q6_K: 18,
        .iq4_NL: 25, .iq4_XS: 30,
    ]

    /// The formats that can be asked for, from the most bits a weight to the fewest.
    package static let formats: [TensorFormat] = fileTypes.keys.sorted {
        ($0.bitsPerWeight, $0.rawValue) > ($1.bitsPerWeight, $1.rawValue)
    }

    /// - Throws: `EngineError` `.notWritten` for a format that can't be written, `.alreadyQuantized` for a file whose matrices
    ///   are rounded already, `.nothingToQuantize` for one without matrices.
    package init(of file: GGUFFile, as format: TensorFormat) throws(EngineError) {
        guard let fileType = Self.fileTypes[format] else {
            throw EngineError(kind: .notWritten(format: format.name, written: Self.formats.map(\.name)))
        }
        let tiesOutput = file.tensor(named: "output.weight") == nil
        var entries: [Entry] = []
        var place = 0
        for tensor in file.tensors {
            var target = tensor.format
            if tensor.dimensions.count > 1 {
                guard tensor.format.blockWeights == 1 else {
                    throw EngineError(
                        kind: .alreadyQuantized(tensor: tensor.name, format: tensor.format.name), path: file.path,
                        offset: tensor.offset)
                }
                let isOutput = tensor.name == (tiesOutput ? "token_embd.weight" : "output.weight")
                target = Self.format(wanted: format, columns: tensor.columns, isOutput: isOutput) ?? tensor.format
            }
            place = (place + file.alignment - 1) / file.alignment * file.alignment
            let entry = Entry(tensor: tensor, format: target, place: place)
            place += entry.byteCount
            entries.append(entry)
        }
        guard entries.contains(where: { !$0.isCopied }) else {
            throw EngineError(kind: .nothingToQuantize, path: file.path)
        }
        self.entries = entries
        front = Self.front(of: file, entries, fileType: fileType)
    }

    /// The format of a matrix; nil: its rows fit no block, it stays as it is. Logits come straight from the output matrix,
    /// which therefore keeps six bits at least. Rows that are no multiple of 256 get a format of about as many bits with
    /// blocks of 32.
    static func format(wanted: TensorFormat, columns: Int, isOutput: Bool) -> TensorFormat? {
        let wanted = isOutput && wanted.bitsPerWeight < TensorFormat.q6_K.bitsPerWeight ? .q6_K : wanted
        if columns.isMultiple(of: wanted.blockWeights) { return wanted }
        guard columns.isMultiple(of: 32) else { return nil }
        return switch wanted {
        case .q6_K: .q8_0
        case .q5_K: .q5_1
        case .q4_K: .q5_0
        default: .iq4_NL
        }
    }

    // MARK: - The front

    private static func front(of file: GGUFFile, _ entries: [Entry], fileType: UInt32) -> [UInt8] {
        // Metadata are copied as they stand, one after the other, but for the two keys that are about formats.
        let ownKeys: Set = ["general.file_type", "general.quantization_version"]
        let found = file.metadata.entries.sorted { $0.value.offset < $1.value.offset }
        let begins = found.map { $0.value.offset - $0.key.utf8.count - 8 } + [file.tensors.first?.offset ?? 0]
        let kept = found.indices.filter { !ownKeys.contains(found[$0].key) }
        var front = Array("GGUF".utf8)
        front.append(number: UInt32(file.version))
        front.append(number: UInt64(entries.count))
        front.append(number: UInt64(kept.count + ownKeys.count))
        for index in kept {
            let count = begins[index + 1] - begins[index]
            front += file.mapping.array(UInt8.self, at: begins[index], count: count) ?? []
        }
        for (key, value) in [("general.quantization_version", 2), ("general.file_type", fileType)] {
            front.append(name: key)
            front.append(number: GGUFValueType.uint32.rawValue)
            front.append(number: value)
        }
        for entry in entries {
            front.append(name: entry.tensor.name)
            front.append(number: UInt32(entry.tensor.dimensions.count))
            for dimension in entry.tensor.dimensions { front.append(number: UInt64(dimension)) }
            front.append(number: entry.format.rawValue)
            front.append(number: UInt64(entry.place))
        }
        let padding = (file.alignment - front.count % file.alignment) % file.alignment
        return front + [UInt8](repeating: 0, count: padding)
    }
}

extension TensorFormat {
    /// Bits of a weight, scales included.
    package var bitsPerWeight: Double { 8 * Double(blockByteCount) / Double(blockWeights) }
}

extension [UInt8] {
    /// Appends an integer, lowest byte first.
    fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Appends a text behind its length.
    fileprivate mutating func append(name: String) {
        append(number: UInt64(name.utf8.count))
        append(contentsOf: name.utf8)
    }
}
