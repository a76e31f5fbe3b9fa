// SHA-256 of bytes and of files, for the identity of weights and the keys of results. The arithmetic is in CPlatform; this
// file owns the streaming. Reference: NIST FIPS 180-4, Secure Hash Standard, 2015.

internal import CPlatform

/// The 32 bytes of a SHA-256.
package struct SHA256Digest: Sendable, Hashable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// - Parameter bytes: 32 of them.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 32)
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The first `count` hexadecimal digits: enough to tell texts apart in a record that people read.
    package func prefix(_ count: Int) -> String { String(description.prefix(count)) }
}

/// A SHA-256 under way: `update` any number of times, then `finish`.
package struct SHA256: Sendable {
    /// Which of the two ways of computing it; both give the same digest.
    package enum Path: Sendable, CaseIterable {
        case scalar
        case x86

        fileprivate var code: cp_sha256_path { self == .x86 ? CP_SHA256_X86 : CP_SHA256_SCALAR }

        package var isAvailable: Bool { cp_sha256_path_available(code) }
    }

    private static let best = cp_sha256_path_best()
    private var state = cp_sha256()
    private let path: cp_sha256_path

    /// A hash of nothing yet, computed the fastest way that this machine has.
    package init() { self.init(code: Self.best) }

    /// A hash of nothing yet, computed by `path`, which has to be available.
    package init(path: Path) { self.init(code: path.code) }

    private init(code: cp_sha256_path) {
        path = code
        unsafe cp_sha256_start(&state)
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
        unsafe cp_sha256_update(path, &state, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    package mutating func update(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    package mutating func update(_ text: String) {
        var text = text
        text.withUTF8 { unsafe update(UnsafeRawBufferPointer($0)) }
    }

    package consuming func finish() -> SHA256Digest {
        var state = state
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe cp_sha256_finish(path, &state, &digest)
        return SHA256Digest(bytes: digest)
    }

    /// The digest of `bytes`.
    package static func hash(_ bytes: [UInt8]) -> SHA256Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of the UTF-8 bytes of `text`.
    package static func hash(_ text: String) -> SHA256Digest {
        var hash = SHA256()
        hash.update(text)
        return hash.finish()
    }

    /// The digest of a file, read once from front to back in pieces of a mebibyte.
    ///
    /// - Parameter progress: called after each piece with the bytes read so far.
    /// - Throws: `PlatformError` when the file can't be read.
    package static func hash(
        fileAt path: String, progress: ((Int) -> Void)? = nil
    ) throws(PlatformError) -> SHA256Digest {
        var hash = SHA256()
        var count = 0
        unsafe try FileSystem.readPieces(of: path) { piece in
            unsafe hash.update(piece)
            count += piece.count
            progress?(count)
        }
        return hash.finish()
    }
}
