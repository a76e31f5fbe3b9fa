// Files that are wrong in one way each, and what the reader says about them, word for word.

import Foundation
import Testing

@testable import Engine
import TestSupport

@Suite("GGUFFile on malformed files")
struct GGUFMalformedTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var message: String

        init(_ description: String, _ bytes: [UInt8], _ message: String) {
            testDescription = description
            self.bytes = bytes
            self.message = message
        }
    }

    @Test("A malformed file gives one located error", arguments: header + metadata + arrays + tensors + places)
    func refuses(_ example: Case) throws {
        let folder = try ScratchFolder()
        let path = try folder.write(example.bytes, to: "bad.gguf")
        let error = try #require(throws: GGUFError.self) { try GGUFFile(path: path) }
        #expect(error.description == "\(folder.url.path)/bad.gguf:\(example.message)")
    }

    static let header = [
        Case("empty", [], "0x0: error: the file is empty; fetch it again [gguf.empty]"),
        Case(
            "a zip archive", [0x50, 0x4B, 3, 4, 0, 0, 0, 0],
            "0x0: error: the file begins with bytes 50 4b 03 04, but a GGUF file begins with 47 47 55 46 [gguf.magic]"),
        Case(
            "half a magic", Array("GG".utf8),
            "0x0: error: the file begins with bytes 47 47, but a GGUF file begins with 47 47 55 46 [gguf.magic]"),
        Case(
            "an older format", Array("tjgg".utf8) + RawGGUF.zeros(8),
            "0x0: error: the file is of a format older than GGUF; convert the model again with current tools [gguf.magic]"
        ),
        Case(
            "no version", Array("GGUF".utf8),
            "0x4: error: the file ends inside the version: 4 bytes wanted, 0 left; fetch it again [gguf.truncated]"),
        Case(
            "version 1", RawGGUF.header(version: 1),
            "0x4: error: the file has GGUF version 1, and versions 2 and 3 are read; "
                + "convert the model again with current tools [gguf.version]"),
        Case(
            "a version to come", RawGGUF.header(version: 4),
            "0x4: error: the file has GGUF version 4, and versions 2 and 3 are read; update this program [gguf.version]"
        ),
        Case(
            "big-endian", RawGGUF.header(version: 0x0300_0000),
            "0x4: error: the file is big-endian, and only little-endian files are read; convert it [gguf.big-endian]"),
        Case(
            "no counts", Array(RawGGUF.header().prefix(12)),
            "0x8: error: the file ends inside the tensor count: 8 bytes wanted, 4 left; fetch it again [gguf.truncated]"
        ),
        Case(
            "no metadata count", Array(RawGGUF.header().prefix(23)),
            "0x10: error: the file ends inside the metadata count: 8 bytes wanted, 7 left; fetch it again [gguf.truncated]"
        ),
        Case(
            "more tensors than bytes", RawGGUF.header(tensors: .max) + RawGGUF.zeros(100),
            "0x8: error: the header states 18446744073709551615 tensors, but the file has room for at most 3; "
                + "fetch it again [gguf.count]"),
        Case(
            "more metadata than bytes", RawGGUF.header(entries: 1 << 40) + RawGGUF.zeros(30),
            "0x10: error: the header states 1099511627776 metadata entries, but the file has room for at most 2; "
                + "fetch it again [gguf.count]"),
    ]

    static let metadata = [
        Case(
            "an empty key", RawGGUF.header(entries: 1) + RawGGUF.entry("", .uint64(1)),
            "0x18: error: a metadata key has 0 bytes, and 1 to 65535 are allowed [gguf.key]"),
        Case(
            "a huge key", RawGGUF.header(entries: 1) + RawGGUF.long(.max) + RawGGUF.zeros(20),
            "0x18: error: a metadata key has 18446744073709551615 bytes, and 1 to 65535 are allowed [gguf.key]"),
        Case(
            "a key beyond the end", RawGGUF.header(entries: 1) + RawGGUF.long(60) + RawGGUF.zeros(20),
            "0x20: error: the file ends inside a metadata key: 60 bytes wanted, 20 left; fetch it again [gguf.truncated]"
        ),
        Case(
            "a key that is not ASCII", RawGGUF.header(entries: 1) + RawGGUF.entry("é", .bool(true)),
            "0x18: error: a metadata key is not ASCII text [gguf.key]"),
        Case(
            "a key twice", RawGGUF.header(entries: 2) + RawGGUF.entry("k", .bool(true)) + RawGGUF.entry("k", .uint8(1)),
            "0x26: error: metadata key 'k' stands twice in the file [gguf.duplicate]"),
        Case(
            "an unknown value type", RawGGUF.header(entries: 1) + RawGGUF.entry("k", type: 13, RawGGUF.zeros(8)),
            "0x21: error: metadata 'k' has unknown value type 13; update this program [gguf.value-type]"),
        Case(
            "a value beyond the end", RawGGUF.header(entries: 1) + RawGGUF.entry("k", type: 10, RawGGUF.zeros(7)),
            "0x25: error: the file ends inside 'k': 8 bytes wanted, 7 left; fetch it again [gguf.truncated]"),
        Case(
            "a bool of 2", RawGGUF.header(entries: 1) + RawGGUF.entry("k", type: 7, [2]),
            "0x25: error: metadata 'k' is a bool of value 2, and 0 or 1 are allowed [gguf.value]"),
        Case(
            "a string beyond the end",
            RawGGUF.header(entries: 1) + RawGGUF.entry("k", type: 8, RawGGUF.long(1 << 63) + RawGGUF.zeros(3)),
            "0x2d: error: the file ends inside the text of 'k': 9223372036854775808 bytes wanted, 3 left; "
                + "fetch it again [gguf.truncated]"),
        Case(
            "an alignment of 0", RawGGUF.header(entries: 1) + RawGGUF.entry("general.alignment", .uint32(0)),
            "0x31: error: the alignment is 0, and a power of two is wanted [gguf.alignment]"),
        Case(
            "an alignment of 48", RawGGUF.header(entries: 1) + RawGGUF.entry("general.alignment", .uint32(48)),
            "0x31: error: the alignment is 48, and a power of two is wanted [gguf.alignment]"),
        Case(
            "an alignment below 0", RawGGUF.header(entries: 1) + RawGGUF.entry("general.alignment", .int64(.min)),
            "0x31: error: the alignment is -9223372036854775808, and a power of two is wanted [gguf.alignment]"),
        Case(
            "an alignment beyond Int", RawGGUF.header(entries: 1) + RawGGUF.entry("general.alignment", .uint64(.max)),
            "0x31: error: metadata 'general.alignment' is 18446744073709551615, but at most 9223372036854775807 is wanted "
                + "[gguf.value]"),
        Case(
            "an alignment as text", RawGGUF.header(entries: 1) + RawGGUF.entry("general.alignment", .string("32")),
            "0x31: error: metadata 'general.alignment' is of type string, but an integer is wanted [gguf.type]"),
        Case(
            "a part of a split model", RawGGUF.header(entries: 1) + RawGGUF.entry("split.count", .uint16(3)),
            "0x2b: error: the file is one of 3 parts of a model, and split models are not read; "
                + "merge the parts into one file [gguf.split]"),
        Case(
            "some tensors of a split model",
            RawGGUF.header(entries: 1) + RawGGUF.entry("split.tensors.count", .int32(147)),
            "0x33: error: the file holds 0 of the model's 147 tensors; merge the parts of the split model into one file "
                + "[gguf.split]"),
    ]

    static let arrays = [
        Case(
            "an unknown element type",
            RawGGUF.header(entries: 1) + RawGGUF.entry("k", type: 9, RawGGUF.word(99) + RawGGUF.long(0)),
            "0x25: error: metadata 'k' has unknown value type 99; update this program [gguf.value-type]"),
        Case(
            "more numbers than bytes",
            RawGGUF.header(entries: 1)
                + RawGGUF.entry("k", type: 9, RawGGUF.word(4) + RawGGUF.long(.max) + [1, 2, 3, 4]),
            "0x29: error: array 'k' states 18446744073709551615 elements of type uint32, "
                + "but the file has room for at most 1 [gguf.array]"),
        Case(
            "more strings than bytes",
            RawGGUF.header(entries: 1)
                + RawGGUF.entry("k", type: 9, RawGGUF.word(8) + RawGGUF.long(1 << 61) + RawGGUF.zeros(16)),
            "0x29: error: array 'k' states 2305843009213693952 elements of type string, "
                + "but the file has room for at most 2 [gguf.array]"),
        Case(
            "a string of an array beyond the end",
            RawGGUF.header(entries: 1)
                + RawGGUF.entry("k", type: 9, RawGGUF.word(8) + RawGGUF.long(2) + RawGGUF.long(9) + RawGGUF.zeros(8)),
            "0x39: error: the file ends inside the text of 'k': 9 bytes wanted, 8 left; fetch it again [gguf.truncated]"
        ),
        Case(
            "the last string of an array without a length",
            RawGGUF.header(entries: 1)
                + RawGGUF.entry("k", type: 9, RawGGUF.word(8) + RawGGUF.long(2) + RawGGUF.long(5) + RawGGUF.zeros(8)),
            "0x3e: error: the file ends inside the length of 'k': 8 bytes wanted, 3 left; fetch it again [gguf.truncated]"
        ),
        Case(
            "a bool of 255 in an array",
            RawGGUF.header(entries: 1) + RawGGUF.entry("k", type: 9, RawGGUF.word(7) + RawGGUF.long(2) + [1, 255]),
            "0x32: error: metadata 'k' is a bool of value 255, and 0 or 1 are allowed [gguf.value]"),
        Case(
            "arrays in arrays without end",
            RawGGUF.header(entries: 1)
                + RawGGUF.entry(
                    "k", type: 9, [[UInt8]](repeating: RawGGUF.word(9) + RawGGUF.long(1), count: 1000).flatMap { $0 }),
            "0x4d: error: array 'k' is nested more than 4 deep [gguf.array]"),
    ]

    static let tensors = [
        Case(
            "a name without letters", RawGGUF.header(tensors: 1) + RawGGUF.tensor("", [1]) + RawGGUF.zeros(64),
            "0x18: error: a tensor's name has 0 bytes, and 1 to 64 are allowed [gguf.tensor-name]"),
        Case(
            "a long name",
            RawGGUF.header(tensors: 1) + RawGGUF.tensor(String(repeating: "n", count: 65), [1]) + RawGGUF.zeros(64),
            "0x18: error: a tensor's name has 65 bytes, and 1 to 64 are allowed [gguf.tensor-name]"),
        Case(
            "a name that is not UTF-8",
            RawGGUF.header(tensors: 1) + RawGGUF.long(1) + [0xFF] + RawGGUF.word(1) + RawGGUF.long(1)
                + RawGGUF.zeros(64),
            "0x18: error: a tensor's name is not UTF-8 text [gguf.tensor-name]"),
        Case(
            "a name twice",
            RawGGUF.header(tensors: 2) + RawGGUF.tensor("t", [8]) + RawGGUF.tensor("t", [8], offset: 32)
                + RawGGUF.zeros(128),
            "0x39: error: tensor 't' stands twice in the file [gguf.duplicate]"),
        Case(
            "no dimensions", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", []) + RawGGUF.zeros(64),
            "0x21: error: tensor 't' has 0 dimensions, and 1 to 4 are allowed [gguf.dimensions]"),
        Case(
            "five dimensions", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [1, 1, 1, 1, 1]),
            "0x21: error: tensor 't' has 5 dimensions, and 1 to 4 are allowed [gguf.dimensions]"),
        Case(
            "a dimension of 0", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [32, 0]),
            "0x2d: error: tensor 't' has a dimension of 0 [gguf.dimensions]"),
        Case(
            "a dimension beyond Int", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [1 << 63]),
            "0x25: error: the dimensions of tensor 't' multiply to more than memory can hold [gguf.dimensions]"),
        Case(
            "dimensions whose product overflows",
            RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [1 << 31, 1 << 31, 2]),
            "0x35: error: the dimensions of tensor 't' multiply to more than memory can hold [gguf.dimensions]"),
        Case(
            "weights whose bytes overflow", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [1 << 31, 1 << 31]),
            "0x25: error: the dimensions of tensor 't' multiply to more than memory can hold [gguf.dimensions]"),
        Case(
            "a format that is not read",
            RawGGUF.header(tensors: 1) + RawGGUF.tensor("blk.0.ffn_up.weight", [256, 1], format: 16),
            "0x47: error: tensor 'blk.0.ffn_up.weight' is stored as IQ2_XXS, which is not read here; "
                + "take a Q4_K_M, Q5_K_M, Q6_K or Q8_0 file of this model [gguf.format]"),
        Case(
            "a format of three bits of the IQ kind",
            RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [256], format: 21),
            "0x2d: error: tensor 't' is stored as IQ3_S, which is not read here; "
                + "take a Q4_K_M, Q5_K_M, Q6_K or Q8_0 file of this model [gguf.format]"),
        Case(
            "an unknown format", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [256], format: 1000),
            "0x2d: error: tensor 't' is stored in unknown format 1000; "
                + "take a Q4_K_M or Q8_0 file of this model [gguf.format]"),
        Case(
            "a row of half a block", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [576, 4], format: 12),
            "0x25: error: rows of tensor 't' have 576 weights, but Q4_K needs a multiple of 256 [gguf.row-length]"),
    ]

    static let places = [
        Case(
            "an offset beside the alignment",
            RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [1], offset: 16) + RawGGUF.zeros(64),
            "0x31: error: tensor 't' is placed at 16, which is no multiple of the file's alignment, 32 [gguf.alignment]"
        ),
        Case(
            "an offset beyond the end", RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [1], offset: 1 << 20),
            "0x31: error: tensor 't' needs 4 bytes from 0x100040 on, but the file ends at 0x39; fetch it again "
                + "[gguf.truncated]"),
        Case(
            "an offset that overflows",
            RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [1], offset: .max - 31) + RawGGUF.zeros(64),
            "0x31: error: tensor 't' needs 4 bytes from 0xffffffffffffffff on, but the file ends at 0x79; fetch it again "
                + "[gguf.truncated]"),
        Case(
            "an alignment beyond the end",
            RawGGUF.header(tensors: 1, entries: 1) + RawGGUF.entry("general.alignment", .uint64(1 << 62))
                + RawGGUF.tensor("t", [1]) + RawGGUF.zeros(64),
            "0x56: error: tensor 't' needs 4 bytes from 0x4000000000000000 on, but the file ends at 0x9e; fetch it again "
                + "[gguf.truncated]"),
        Case(
            "a tensor cut short",
            RawGGUF.header(tensors: 1) + RawGGUF.tensor("t", [32, 2], format: 8) + RawGGUF.zeros(74),
            "0x39: error: tensor 't' needs 68 bytes from 0x60 on, but the file ends at 0x8b; fetch it again "
                + "[gguf.truncated]"),
        Case(
            "tensors in one place",
            RawGGUF.header(tensors: 2) + RawGGUF.tensor("a", [16], offset: 32) + RawGGUF.tensor("b", [9])
                + RawGGUF.zeros(160),
            "0x18: error: tensor 'a' overlaps tensor 'b' [gguf.overlap]"),
    ]

    // MARK: - Files that cannot be opened

    @Test("What is no readable file is refused with its reason")
    func refusesWhatIsNoFile() throws {
        let folder = try ScratchFolder()
        let absent = folder.url.appending(path: "absent.gguf").path
        let pipe = folder.url.appending(path: "pipe.gguf").path
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        let examples = [
            (absent, "there is no such file"),
            (absent + "/below", "there is no such file"),
            (folder.url.path, "this is a directory; name a .gguf file in it"),
            (pipe, "this is no regular file; name a .gguf file"),
            ("/dev/zero", "this is no regular file; name a .gguf file"),
        ]
        for (path, message) in examples {
            let error = try #require(throws: GGUFError.self) { try GGUFFile(path: path) }
            #expect(error.description == "\(path):0x0: error: \(message) [gguf.unreadable]")
        }
    }

    @Test(
        "A file without permission is refused",
        .enabled(if: getuid() != 0, "the superuser may read every file"))
    func refusesUnreadable() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(GGUFWriter().bytes(), to: "bad.gguf")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        let error = try #require(throws: GGUFError.self) { try GGUFFile(path: path) }
        #expect(
            error.description
                == "\(path):0x0: error: the file may not be read; change its permissions [gguf.unreadable]")
    }
}
