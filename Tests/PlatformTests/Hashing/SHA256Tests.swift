// SHA-256 against published digests, on every path of this machine, at any split of the bytes.

import Foundation
import Platform
import TestSupport
import Testing

@Suite struct SHA256Tests {
    /// From FIPS 180-4's examples and NIST's short messages, and computed with coreutils for the lengths around a block.
    static let vectors: [(text: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test(arguments: vectors, SHA256.Path.allCases.filter(\.isAvailable))
    func digestsEqualThePublishedOnes(_ vector: (text: String, digest: String), path: SHA256.Path) {
        var hash = SHA256(path: path)
        hash.update(vector.text)
        #expect(hash.finish().description == vector.digest)
    }

    @Test(arguments: SHA256.Path.allCases.filter(\.isAvailable))
    func anySplitOfTheBytesGivesTheSameDigest(path: SHA256.Path) {
        var generator = SystemRandomNumberGenerator()
        for count in 0...200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var hash = SHA256(path: path)
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...70, using: &generator))
                hash.update(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            var whole = SHA256(path: .scalar)
            whole.update(bytes)
            #expect(hash.finish() == whole.finish(), "\(count) bytes")
        }
    }

    @Test func aFileHasTheDigestOfItsBytes() throws {
        let folder = try ScratchFolder()
        let text = String(repeating: "0123456789abcdef", count: 200_000)
        try folder.write(text, to: "big")
        var seen: [Int] = []
        let digest = try SHA256.hash(fileAt: folder["big"]) { seen.append($0) }
        #expect(digest == SHA256.hash(text))
        #expect(seen == [1 << 20, 2 << 20, 3 << 20, 3_200_000])
    }

    @Test func aMissingFileIsAnError() throws {
        let error = #expect(throws: PlatformError.self) { try SHA256.hash(fileAt: "/nowhere/file") }
        #expect(
            error?.description == "/nowhere/file: error: cannot read the file: no such file or folder [platform.system]"
        )
    }
}
