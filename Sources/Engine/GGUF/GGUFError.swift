// What can be wrong with a GGUF file, and where. The words are in GGUFError+Message.swift.

/// A located error in a model file: what is wrong, and the byte offset of the field that says so.
package struct GGUFError: Error, Hashable, Sendable {
    /// What is wrong, with the numbers found and wanted.
    package enum Kind: Hashable, Sendable {
        // The file as a whole.
        case unopenable(MappingFailure)
        case empty
        case magic(found: [UInt8])
        case bigEndian
        case version(UInt32)
        case truncated(field: String, wanted: UInt64, left: Int)
        case split(parts: Int)
        case splitTensors(found: Int, wanted: Int)

        // Counts and names.
        case tensorCount(UInt64, room: Int)
        case metadataCount(UInt64, room: Int)
        case keyLength(UInt64)
        case keyText
        case duplicateKey(String)
        case tensorNameLength(UInt64)
        case tensorNameText
        case duplicateTensor(String)

        // Metadata.
        case valueType(key: String, UInt32)
        case arrayLength(key: String, UInt64, element: GGUFValueType, room: Int)
        case nesting(key: String)
        case bool(key: String, UInt8)
        case missingKey(String)
        case wrongType(key: String, found: String, wanted: String)
        case integerRange(key: String, value: String, wanted: String)
        case notFinite(key: String)
        case text(key: String)
        case textLength(key: String)
        case alignment(Int)

        // Tensors.
        case dimensionCount(tensor: String, UInt32)
        case emptyDimension(tensor: String)
        case tensorSize(tensor: String)
        case unsupportedFormat(tensor: String, name: String)
        case unknownFormat(tensor: String, UInt32)
        case rowLength(tensor: String, columns: Int, format: TensorFormat)
        case misaligned(tensor: String, offset: UInt64, alignment: Int)
        case tensorEnd(tensor: String, begin: UInt64, byteCount: Int, fileByteCount: Int)
        case overlap(tensor: String, other: String)
        case missingTensor(String, isSplit: Bool)
        case rank(tensor: String, found: Int, wanted: Int)
        case shape(tensor: String, dimension: Int, found: Int, wanted: Int)
    }

    package let kind: Kind
    /// The file's path as it was given.
    package let path: String
    /// The byte offset of the offending field.
    package let offset: Int

    package init(_ kind: Kind, path: String, offset: Int) {
        self.kind = kind
        self.path = path
        self.offset = offset
    }
}
