// A file of one block. Whatever is read is held against all that is known of it; nothing of a file that differs anywhere is
// used. Numbers are little-endian.
//
//     0  8  "PNKVBLK1"                  116  4  layers                 464  16  zeros
//     8  4  format                      120  4  heads                  480  32  SHA-256 of bytes 0 ..< 480
//    12  4  numerics                    124  4  head width             512      the stored bytes of the positions
//    16 32  root key                    128  4  bytes a number
//    48 32  key of the block before     132  4  index of the block
//    80 32  key                         136  8  stored bytes
//   112  4  positions, 1 ... 64         144 256 token ids, then zeros; 400  64  checksum of the stored bytes

internal import Engine
internal import Inference
internal import Platform

/// What is the matter with a file.
package enum PrefixDefect: String, Sendable, Hashable, CaseIterable, Error {
    /// It can't be opened or read, though its name is there.
    case unreadable
    /// Shorter or longer than what it says.
    case size
    /// Another kind of file, or one whose first 512 bytes have changed.
    case header
    /// Of another version of files or of numbers.
    case version
    /// Of other weights.
    case model
    /// Of other tokens than its name says.
    case tokens
    /// Keys and values have changed.
    case contents
    /// Computed again, they came out otherwise.
    case comparison
}

/// What all blocks of one model have in common.
struct PrefixFamily: Sendable {
    let root: PrefixKey
    let numerics: UInt32
    let layout: KVLayout

    init(_ identity: ModelIdentity, _ layout: KVLayout) {
        root = PrefixKey.root(of: identity, layout)
        numerics = UInt32(identity.numerics)
        self.layout = layout
    }
}

/// The front of a file.
struct PrefixHeader: Sendable, Hashable {
    static let byteCount = 512
    private static let magic = Array("PNKVBLK1".utf8)

    var format = PrefixKey.format
    var numerics: UInt32
    var root: PrefixKey
    var parent: PrefixKey
    var key: PrefixKey
    /// Layers, heads, head width and bytes a number.
    var shape: [UInt32]
    var index: Int
    var storedByteCount: Int
    var tokens: [Int32]
    /// Of the stored bytes.
    var checksum: [UInt8]

    init(_ family: PrefixFamily, parent: PrefixKey, index: Int, tokens: [Int32], checksum: Checksum) {
        (numerics, root, self.parent, key) = (family.numerics, family.root, parent, parent.child(tokens))
        shape = Self.shape(family.layout)
        (self.index, self.tokens, self.checksum) = (index, tokens, checksum.bytes)
        storedByteCount = family.layout.storedByteCount(tokens.count)
    }

    static func shape(_ layout: KVLayout) -> [UInt32] {
        [UInt32(layout.layers), UInt32(layout.heads), UInt32(layout.headWidth), layout.isFloat32 ? 4 : 2]
    }

    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(littleEndian: format)
        bytes.append(littleEndian: numerics)
        for key in [root, parent, key] { bytes += key.digest.bytes }
        bytes.append(littleEndian: UInt32(tokens.count))
        for word in shape { bytes.append(littleEndian: word) }
        bytes.append(littleEndian: UInt32(index))
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: storedByteCount))
        bytes.append(littleEndian: UInt32(storedByteCount >> 32))
        for token in tokens { bytes.append(littleEndian: UInt32(bitPattern: token)) }
        bytes += Array(repeating: 0, count: 400 - bytes.count)
        bytes += checksum
        bytes += Array(repeating: 0, count: 480 - bytes.count)
        return bytes + SHA256.hash(bytes).bytes
    }

    /// Reads what `bytes` writes.
    init(bytes: [UInt8]) throws(PrefixDefect) {
        guard bytes.count == Self.byteCount, Array(bytes[..<8]) == Self.magic,
            SHA256.hash(Array(bytes[..<480])).bytes == Array(bytes[480...])
        else { throw .header }
        func key(_ offset: Int) -> PrefixKey {
            PrefixKey(digest: SHA256Digest(bytes: Array(bytes[offset..<offset + 32])))
        }
        (format, numerics) = (bytes.word(at: 8), bytes.word(at: 12))
        (root, parent, self.key) = (key(16), key(48), key(80))
        let count = Int(bytes.word(at: 112))
        guard (1...KVLayout.positions).contains(count) else { throw .header }
        shape = stride(from: 116, to: 132, by: 4).map(bytes.word)
        index = Int(bytes.word(at: 132))
        storedByteCount = Int(bytes.word(at: 136)) | Int(bytes.word(at: 140)) << 32
        tokens = (0..<count).map { Int32(bitPattern: bytes.word(at: 144 + 4 * $0)) }
        checksum = Array(bytes[400..<464])
    }

    /// Holds the header against the family and the place where it was found.
    func check(_ family: PrefixFamily, parent: PrefixKey, named name: PrefixFileName) throws(PrefixDefect) {
        guard format == PrefixKey.format, numerics == family.numerics else { throw .version }
        guard root == family.root, shape == Self.shape(family.layout) else { throw .model }
        guard self.parent == parent, key == parent.child(tokens), name == PrefixFileName(self) else { throw .tokens }
        guard storedByteCount == family.layout.storedByteCount(tokens.count) else { throw .size }
    }
}

/// `PARENT-KEY-POSITIONS.kv`: what a folder tells of its blocks without opening any.
struct PrefixFileName: Hashable, Sendable {
    let parent: String
    let key: String
    let positions: Int

    init(_ header: PrefixHeader) {
        (parent, key, positions) = (header.parent.text, header.key.text, header.tokens.count)
    }

    init?(_ text: String) {
        guard text.hasSuffix(".kv") else { return nil }
        let parts = text.dropLast(3).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 32, parts[1].count == 32, let positions = Int(parts[2]),
            (1...KVLayout.positions).contains(positions)
        else { return nil }
        (parent, key, self.positions) = (String(parts[0]), String(parts[1]), positions)
    }

    var text: String { "\(parent)-\(key)-\(positions).kv" }
}

/// Reading and writing files of blocks.
enum PrefixBlockFile {
    /// The front of a file; nil where no file is there (any more).
    static func header(_ path: String) throws(PrefixDefect) -> PrefixHeader? {
        guard let reader = try open(path) else { return nil }
        return try header(reader)
    }

    /// A file that has been held against everything; nil where no file is there (any more).
    static func read(
        _ path: String, _ family: PrefixFamily, parent: PrefixKey, named name: PrefixFileName
    ) throws(PrefixDefect) -> (header: PrefixHeader, block: KVBlock)? {
        guard let reader = try open(path) else { return nil }
        let header = try header(reader)
        try header.check(family, parent: parent, named: name)
        let positions = header.tokens.count
        guard reader.byteCount == PrefixHeader.byteCount + header.storedByteCount else { throw .size }
        let block = try KVBlock(layout: family.layout, positions: positions) { span throws(PrefixDefect) in
            // What is checked is this copy, which no other process can change, and no file that shrinks can take away.
            let isWhole: Bool
            do throws(PlatformError) { isWhole = try reader.read(into: &span) } catch { throw .unreadable }
            guard isWhole else { throw .size }
        }
        let checksum = block.withStoredBytes(positions) { Checksum(of: $0) }
        guard checksum.bytes == header.checksum else { throw .contents }
        return (header, block)
    }

    /// Reads a file for its own sake: whether it is whole, and what its name says. False where no file is there (any more).
    static func check(_ path: String) throws(PrefixDefect) -> Bool {
        guard let reader = try open(path) else { return false }
        let header = try header(reader)
        guard header.format == PrefixKey.format else { throw .version }
        guard header.key == header.parent.child(header.tokens),
            PrefixFileName(header).text == FileSystem.name(of: path)
        else { throw .tokens }
        guard FileSystem.name(of: FileSystem.folder(of: path)).hasSuffix("-\(header.root.digest.prefix(16))") else {
            throw .model
        }
        guard header.storedByteCount > 0, reader.byteCount == PrefixHeader.byteCount + header.storedByteCount else {
            throw .size
        }
        let stored: [UInt8]?
        do throws(PlatformError) { stored = try reader.read(header.storedByteCount) } catch { throw .unreadable }
        guard let stored else { throw .size }
        guard Checksum(of: stored).bytes == header.checksum else { throw .contents }
        return true
    }

    /// Puts a block's file into place.
    static func write(
        _ block: KVBlock, _ tokens: [Int32], at index: Int, after parent: PrefixKey, _ family: PrefixFamily,
        in folder: String
    ) throws(PlatformError) -> (name: PrefixFileName, byteCount: Int) {
        try block.withStoredBytes(tokens.count) { stored throws(PlatformError) in
            let header = PrefixHeader(
                family, parent: parent, index: index, tokens: tokens, checksum: Checksum(of: stored))
            let name = PrefixFileName(header)
            try FileSystem.publish("\(folder)/\(name.text)", head: header.bytes, body: stored)
            return (name, PrefixHeader.byteCount + header.storedByteCount)
        }
    }

    private static func open(_ path: String) throws(PrefixDefect) -> FileReader? {
        do throws(PlatformError) {
            return try FileReader(path)
        } catch {
            if error.isNotFound { return nil }
            throw .unreadable
        }
    }

    private static func header(_ reader: borrowing FileReader) throws(PrefixDefect) -> PrefixHeader {
        let bytes: [UInt8]?
        do throws(PlatformError) { bytes = try reader.read(PrefixHeader.byteCount) } catch { throw .unreadable }
        guard let bytes else { throw .size }
        return try PrefixHeader(bytes: bytes)
    }
}
