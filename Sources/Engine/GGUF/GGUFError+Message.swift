// The words of the errors about GGUF files: found, wanted, remedy, and a code that stays the same.

extension GGUFError: CustomStringConvertible {
    /// `PATH:0xOFFSET: error: MESSAGE [gguf.CODE]`
    package var description: String {
        "\(path):0x\(String(offset, radix: 16)): error: \(kind.message) [gguf.\(kind.code)]"
    }
}

extension GGUFError.Kind {
    /// A stable name for the error, shared by errors that a reader would mend in the same way.
    package var code: String {
        switch self {
        case .unopenable: "unreadable"
        case .empty: "empty"
        case .magic: "magic"
        case .bigEndian: "big-endian"
        case .version: "version"
        case .truncated, .tensorEnd: "truncated"
        case .split, .splitTensors: "split"
        case .tensorCount, .metadataCount: "count"
        case .keyLength, .keyText: "key"
        case .duplicateKey, .duplicateTensor: "duplicate"
        case .tensorNameLength, .tensorNameText: "tensor-name"
        case .valueType: "value-type"
        case .arrayLength, .nesting: "array"
        case .bool, .integerRange, .notFinite: "value"
        case .text, .textLength: "text"
        case .missingKey: "missing-key"
        case .wrongType: "type"
        case .alignment, .misaligned: "alignment"
        case .dimensionCount, .emptyDimension, .tensorSize: "dimensions"
        case .unsupportedFormat, .unknownFormat: "format"
        case .rowLength: "row-length"
        case .overlap: "overlap"
        case .missingTensor: "missing-tensor"
        case .rank, .shape: "shape"
        }
    }

    /// The message without location and code: one line, lower case, no full stop.
    package var message: String {
        switch self {
        case .unopenable(let failure): failure.message
        case .empty: "the file is empty; \(Self.fetchAgain)"
        case .magic(let found): Self.magicMessage(found)
        case .bigEndian: "the file is big-endian, and only little-endian files are read; convert it"
        case .version(let version):
            "the file has GGUF version \(version), and versions 2 and 3 are read; "
                + (version < 2 ? "convert the model again with current tools" : "update this program")
        case .truncated(let field, let wanted, let left):
            "the file ends inside \(field): \(Self.bytes(wanted)) wanted, \(left) left; \(Self.fetchAgain)"
        case .split(let parts):
            "the file is one of \(parts) parts of a model, and split models are not read; merge the parts into one file"
        case .splitTensors(let found, let wanted):
            "the file holds \(found) of the model's \(wanted) tensors; merge the parts of the split model into one file"
        case .tensorCount(let count, let room):
            "the header states \(count) tensors, but the file has room for at most \(room); \(Self.fetchAgain)"
        case .metadataCount(let count, let room):
            "the header states \(count) metadata entries, but the file has room for at most \(room); \(Self.fetchAgain)"
        case .keyLength(let length): "a metadata key has \(Self.bytes(length)), and 1 to 65535 are allowed"
        case .keyText: "a metadata key is not ASCII text"
        case .duplicateKey(let key): "metadata key '\(key)' stands twice in the file"
        case .tensorNameLength(let length): "a tensor's name has \(Self.bytes(length)), and 1 to 64 are allowed"
        case .tensorNameText: "a tensor's name is not UTF-8 text"
        case .duplicateTensor(let name): "tensor '\(name)' stands twice in the file"
        case .valueType(let key, let number): "metadata '\(key)' has unknown value type \(number); update this program"
        case .arrayLength(let key, let count, let element, let room):
            "array '\(key)' states \(count) elements of type \(element.name), but the file has room for at most \(room)"
        case .nesting(let key): "array '\(key)' is nested more than \(GGUFParser.deepestNesting) deep"
        case .bool(let key, let byte): "metadata '\(key)' is a bool of value \(byte), and 0 or 1 are allowed"
        case .missingKey(let key): "metadata '\(key)' is missing; the file is no complete model"
        case .wrongType(let key, let found, let wanted):
            "metadata '\(key)' is of type \(found), but \(wanted) is wanted"
        case .integerRange(let key, let value, let wanted): "metadata '\(key)' is \(value), but \(wanted) is wanted"
        case .notFinite(let key): "metadata '\(key)' is not a finite number"
        case .text(let key): "metadata '\(key)' is not UTF-8 text"
        case .textLength(let key): "the strings of '\(key)' take more than 4 GiB"
        case .alignment(let alignment): "the alignment is \(alignment), and a power of two is wanted"
        case .dimensionCount(let tensor, let count):
            "tensor '\(tensor)' has \(count) dimensions, and 1 to 4 are allowed"
        case .emptyDimension(let tensor): "tensor '\(tensor)' has a dimension of 0"
        case .tensorSize(let tensor): "the dimensions of tensor '\(tensor)' multiply to more than memory can hold"
        case .unsupportedFormat(let tensor, let name):
            "tensor '\(tensor)' is stored as \(name), which is not read here; "
                + "take a Q4_K_M, Q5_K_M, Q6_K or Q8_0 file of this model"
        case .unknownFormat(let tensor, let number):
            "tensor '\(tensor)' is stored in unknown format \(number); take a Q4_K_M or Q8_0 file of this model"
        case .rowLength(let tensor, let columns, let format):
            "rows of tensor '\(tensor)' have \(columns) weights, but \(format.name) needs a multiple of \(format.blockWeights)"
        case .misaligned(let tensor, let offset, let alignment):
            "tensor '\(tensor)' is placed at \(offset), which is no multiple of the file's alignment, \(alignment)"
        case .tensorEnd(let tensor, let begin, let byteCount, let fileByteCount):
            "tensor '\(tensor)' needs \(byteCount) bytes from 0x\(String(begin, radix: 16)) on, but the file ends at "
                + "0x\(String(fileByteCount, radix: 16)); \(Self.fetchAgain)"
        case .overlap(let tensor, let other): "tensor '\(tensor)' overlaps tensor '\(other)'"
        case .missingTensor(let name, let isSplit):
            "tensor '\(name)' is missing; "
                + (isSplit ? "merge the parts of the split model into one file" : "the file is no complete model")
        case .rank(let tensor, let found, let wanted):
            "tensor '\(tensor)' has \(found) dimension\(found == 1 ? "" : "s"), but the model needs \(wanted)"
        case .shape(let tensor, let dimension, let found, let wanted):
            "tensor '\(tensor)' has \(found) \(Self.dimensionName(dimension)), but the model needs \(wanted)"
        }
    }

    private static let fetchAgain = "fetch it again"

    private static func bytes(_ count: UInt64) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

    private static func dimensionName(_ dimension: Int) -> String {
        ["columns", "rows", "matrices", "groups of matrices"][dimension]
    }

    private static func magicMessage(_ found: [UInt8]) -> String {
        let older = ["ggml", "lmgg", "ggmf", "fmgg", "ggjt", "tjgg", "ggla", "algg"]
        if older.contains(String(decoding: found, as: UTF8.self)) {
            return "the file is of a format older than GGUF; convert the model again with current tools"
        }
        let hexadecimal = found.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        return "the file begins with bytes \(hexadecimal), but a GGUF file begins with 47 47 55 46"
    }
}

extension MappingFailure {
    /// What went wrong, for a person.
    package var message: String {
        switch self {
        case .missing: "there is no such file"
        case .denied: "the file may not be read; change its permissions"
        case .directory: "this is a directory; name a .gguf file in it"
        case .notRegular: "this is no regular file; name a .gguf file"
        case .system(let code): "the file cannot be mapped into memory (system error \(code))"
        }
    }
}
