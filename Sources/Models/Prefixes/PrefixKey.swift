// The names of blocks: a chain of hashes, so that a name says which model, which version of the numbers and which tokens
// from the first to the last a block was computed for.

internal import Engine
internal import Inference
internal import Platform

/// Which keys and values a block holds. A name only: readers compare the tokens themselves.
struct PrefixKey: Hashable, Sendable {
    /// Of files; raised with every change of what they hold or how.
    static let format: UInt32 = 1

    let digest: SHA256Digest

    /// As it stands in file names: 32 hexadecimal digits.
    var text: String { digest.prefix(32) }

    /// Of no tokens at all. The tokenizer lies in the weights' file, and so in their hash.
    static func root(of identity: ModelIdentity, _ layout: KVLayout) -> PrefixKey {
        var hash = SHA256()
        for field in [
            "prompt-notebook keys and values", "format \(format)", "numerics \(identity.numerics)",
            "weights \(identity.sha256)", "stored \(identity.kvType)",
            "layers \(layout.layers), heads \(layout.heads), width \(layout.headWidth), positions \(KVLayout.positions)",
        ] {
            hash.update("\(field.utf8.count):\(field)\n")
        }
        return PrefixKey(digest: hash.finish())
    }

    /// Of `tokens`, a block's worth of them or fewer, behind those of this key.
    func child(_ tokens: some Collection<Int32>) -> PrefixKey {
        var bytes = digest.bytes
        bytes.append(littleEndian: UInt32(tokens.count))
        for token in tokens { bytes.append(littleEndian: UInt32(bitPattern: token)) }
        var hash = SHA256()
        hash.update("block:")
        hash.update(bytes)
        return PrefixKey(digest: hash.finish())
    }
}

extension [UInt8] {
    mutating func append(littleEndian word: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    /// The word at an offset.
    func word(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) }
    }
}
