// The reader on files that the tests write: what goes in comes out, and look-ups say where they fail.

import Foundation
import Testing

@testable import Engine
import TestSupport

@Suite("GGUFFile")
struct GGUFFileTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ writer: GGUFWriter, name: String = "test.gguf") throws -> GGUFFile {
        try GGUFFile(path: folder.write(writer.bytes(), to: name))
    }

    /// The message of the error that `body` throws, without the folder.
    private func message(_ body: () throws -> Void) throws -> String {
        let error = try #require(throws: GGUFError.self) { try body() }
        return error.description.replacingOccurrences(of: folder.url.path + "/", with: "")
    }

    // MARK: - Metadata

    @Test("Single values come back, in both versions", arguments: [UInt32(2), 3])
    func readsValues(version: UInt32) throws {
        var writer = GGUFWriter()
        writer.version = version
        writer.set("u8", .uint8(200))
        writer.set("i8", .int8(-100))
        writer.set("u16", .uint16(60_000))
        writer.set("i16", .int16(-30_000))
        writer.set("u32", .uint32(4_000_000_000))
        writer.set("i32", .int32(.min))
        writer.set("u64", .uint64(1 << 62))
        writer.set("i64", .int64(.min))
        writer.set("f32", .float32(1.5))
        writer.set("f64", .float64(-0.1))
        writer.set("yes", .bool(true))
        writer.set("no", .bool(false))
        writer.set("text", .string("größer ▁"))
        writer.set("none", .string(""))
        let file = try file(writer)
        let metadata = file.metadata
        #expect(file.version == Int(version))
        #expect(metadata.entries.count == 14)
        #expect(try metadata.integer("u8") == 200)
        #expect(try metadata.integer("i8") == -100)
        #expect(try metadata.integer("u16") == 60_000)
        #expect(try metadata.integer("i16") == -30_000)
        #expect(try metadata.integer("u32") == 4_000_000_000)
        #expect(try metadata.integer("i32") == -2_147_483_648)
        #expect(try metadata.integer("u64") == 1 << 62)
        #expect(try metadata.integer("i64") == .min)
        #expect(try metadata.float("f32") == 1.5)
        #expect(try metadata.float("f64") == -0.1)
        #expect(try metadata.bool("yes") == true)
        #expect(try metadata.bool("no") == false)
        #expect(try metadata.string("text") == "größer ▁")
        #expect(try metadata.requiredString("none") == "")
        #expect(try metadata.string("absent") == nil)
        #expect(try metadata.integer("absent") == nil)
        #expect(try metadata.strings("absent") == nil)
        #expect(metadata["u8"]?.offset == 24 + 8 + 2)
    }

    @Test("Arrays come back, empty and nested ones included")
    func readsArrays() throws {
        var writer = GGUFWriter()
        writer.set("texts", .array([.string("a"), .string(""), .string("▁bc")]))
        writer.set("no texts", .array([]))
        writer.set("types", .array([.int32(3), .int32(-1)]))
        writer.set("bytes", .array([.uint8(0), .uint8(255)]))
        writer.set("small", .array([.int8(-128), .int8(127)]))
        writer.set("shorts", .array([.int16(-5), .int16(5)]))
        writer.set("halves", .array([.uint16(65535)]))
        writer.set("words", .array([.uint32(7)]))
        writer.set("longs", .array([.int64(-9), .int64(9)]))
        writer.set("naturals", .array([.uint64(11)]))
        writer.set("scores", .array([.float32(-1), .float32(-.infinity)]))
        writer.set("flags", .array([.bool(true), .bool(false)]))
        writer.set("nested", .array([.array([.string("x")]), .array([.uint8(1), .uint8(2)])]))
        writer.set("last", .uint8(1))
        let metadata = try file(writer).metadata
        let texts = try metadata.requiredStrings("texts")
        #expect(texts == PackedStrings(bytes: Array("a▁bc".utf8), offsets: [0, 1, 1, 6]))
        #expect(texts.count == 3)
        #expect(Array(texts[2]) == Array("▁bc".utf8))
        #expect(try metadata.strings("no texts") == PackedStrings(bytes: [], offsets: [0]))
        #expect(try metadata.integers("types") == [3, -1])
        #expect(try metadata.integers("bytes") == [0, 255])
        #expect(try metadata.integers("small") == [-128, 127])
        #expect(try metadata.integers("shorts") == [-5, 5])
        #expect(try metadata.integers("halves") == [65535])
        #expect(try metadata.integers("words") == [7])
        #expect(try metadata.integers("longs") == [-9, 9])
        #expect(try metadata.integers("naturals") == [11])
        #expect(try metadata.floats("scores") == [-1, -.infinity])
        #expect(metadata["flags"]?.typeName == "array of bool")
        #expect(metadata["nested"]?.typeName == "array of array")
        #expect(try metadata.integer("last") == 1)
    }

    @Test("A look-up of the wrong type says what it found and where")
    func refusesWrongTypes() throws {
        var writer = GGUFWriter()
        writer.set("text", .string("\u{FFFF}"))
        writer.set("number", .uint64(.max))
        writer.set("float", .float32(.nan))
        writer.set("wide", .float64(1e300))
        writer.set("wides", .array([.uint32(3_000_000_000)]))
        writer.set("doubles", .array([.float64(1)]))
        var bytes = writer.bytes()
        bytes[24 + 8 + 4 + 4 + 8] = 0xFF  // the first byte of the text
        let file = try GGUFFile(path: folder.write(bytes, to: "t.gguf"))
        let metadata = file.metadata
        let lookups: [(() throws -> Void, String)] = [
            ({ _ = try metadata.string("text") }, "0x24: error: metadata 'text' is not UTF-8 text [gguf.text]"),
            (
                { _ = try metadata.integer("text") },
                "0x24: error: metadata 'text' is of type string, but an integer is wanted [gguf.type]"
            ),
            (
                { _ = try metadata.string("number") },
                "0x41: error: metadata 'number' is of type uint64, but string is wanted [gguf.type]"
            ),
            (
                { _ = try metadata.integer("number") },
                "0x41: error: metadata 'number' is 18446744073709551615, but at most 9223372036854775807 is wanted "
                    + "[gguf.value]"
            ),
            (
                { _ = try metadata.float("number") },
                "0x41: error: metadata 'number' is of type uint64, but a float is wanted [gguf.type]"
            ),
            (
                { _ = try metadata.bool("number") },
                "0x41: error: metadata 'number' is of type uint64, but bool is wanted [gguf.type]"
            ),
            ({ _ = try metadata.float("float") }, "0x5a: error: metadata 'float' is not a finite number [gguf.value]"),
            ({ _ = try metadata.float("wide") }, "0x6e: error: metadata 'wide' is not a finite number [gguf.value]"),
            (
                { _ = try metadata.integers("wide") },
                "0x6e: error: metadata 'wide' is of type float64, but array of integers is wanted [gguf.type]"
            ),
            (
                { _ = try metadata.integers("wides") },
                "0x87: error: metadata 'wides' is 3000000000, but a 32-bit integer is wanted [gguf.value]"
            ),
            (
                { _ = try metadata.floats("doubles") },
                "0xaa: error: metadata 'doubles' is of type array of float64, but array of float32 is wanted [gguf.type]"
            ),
            (
                { _ = try metadata.integers("doubles") },
                "0xaa: error: metadata 'doubles' is of type array of float64, but array of integers is wanted [gguf.type]"
            ),
            (
                { _ = try metadata.strings("doubles") },
                "0xaa: error: metadata 'doubles' is of type array of float64, but array of string is wanted [gguf.type]"
            ),
            (
                { _ = try metadata.requiredInteger("llama.block_count") },
                "0x18: error: metadata 'llama.block_count' is missing; the file is no complete model [gguf.missing-key]"
            ),
        ]
        for (lookup, wanted) in lookups { #expect(try message(lookup) == "t.gguf:\(wanted)") }
    }

    // MARK: - Tensors

    @Test("Tensors of every format come back byte for byte", arguments: TensorFormat.allCases, [1, 32, 4096])
    func readsTensors(format: TensorFormat, alignment: Int) throws {
        var random = SplitMix64(seed: 7)
        var writer = GGUFWriter()
        writer.alignment = alignment
        let matrix = random.weights(512 * 3, in: format, deviation: 0.1)
        let vector = random.weights(256, in: format, deviation: 0.1)
        writer.add("matrix", format, [512, 3], matrix)
        writer.add("vector", format, [256], vector)
        let file = try file(writer)
        #expect(file.alignment == alignment)
        #expect(file.tensors.map(\.name) == ["matrix", "vector"])
        let first = try file.require(tensor: "matrix", shape: [512, 3])
        #expect((first.columns, first.rows, first.count) == (512, 3, 1536))
        #expect(first.format == format)
        #expect(first.bytes.lowerBound.isMultiple(of: alignment))
        #expect(first.bytes.count == 1536 / format.blockWeights * format.blockByteCount)
        #expect(unsafe file.withBytes(of: first) { unsafe Array($0) } == matrix)
        let second = try #require(file.tensor(named: "vector"))
        #expect((second.columns, second.rows) == (256, 1))
        #expect(unsafe file.withBytes(of: second) { unsafe Array($0) } == vector)
        #expect(file.tensor(named: "absent") == nil)
    }

    @Test("A tensor that is missing or of another shape is a located error")
    func refusesShapes() throws {
        var writer = GGUFWriter()
        writer.add("blk.3.attn_q.weight", .f32, [4, 2], RawGGUF.zeros(32))
        writer.add("cube", .f32, [2, 2, 3], RawGGUF.zeros(48))
        let file = try file(writer, name: "s.gguf")
        let part = try self.file(writer, name: "s-00001-of-00002.gguf")
        let lookups: [(() throws -> Void, String)] = [
            (
                { _ = try file.require(tensor: "blk.3.attn_q.weight", shape: [2, 2]) },
                "s.gguf:0x18: error: tensor 'blk.3.attn_q.weight' has 4 columns, but the model needs 2 [gguf.shape]"
            ),
            (
                { _ = try file.require(tensor: "blk.3.attn_q.weight", shape: [4, 3]) },
                "s.gguf:0x18: error: tensor 'blk.3.attn_q.weight' has 2 rows, but the model needs 3 [gguf.shape]"
            ),
            (
                { _ = try file.require(tensor: "blk.3.attn_q.weight", shape: [8]) },
                "s.gguf:0x18: error: tensor 'blk.3.attn_q.weight' has 2 dimensions, but the model needs 1 [gguf.shape]"
            ),
            (
                { _ = try file.require(tensor: "cube", shape: [2, 2, 4]) },
                "s.gguf:0x53: error: tensor 'cube' has 3 matrices, but the model needs 4 [gguf.shape]"
            ),
            (
                { _ = try file.require(tensor: "output_norm.weight", shape: [4]) },
                "s.gguf:0x18: error: tensor 'output_norm.weight' is missing; the file is no complete model "
                    + "[gguf.missing-tensor]"
            ),
            (
                { _ = try part.require(tensor: "output_norm.weight", shape: [4]) },
                "s-00001-of-00002.gguf:0x18: error: tensor 'output_norm.weight' is missing; "
                    + "merge the parts of the split model into one file [gguf.missing-tensor]"
            ),
        ]
        for (lookup, wanted) in lookups { #expect(try message(lookup) == wanted) }
    }

    @Test("The summary counts weights and bytes by format")
    func summarizes() throws {
        var writer = GGUFWriter()
        writer.set("general.architecture", .string("llama"))
        writer.set("llama.context_length", .uint32(2048))
        writer.add("a", .q8_0, [32, 2], RawGGUF.zeros(68))
        writer.add("b", .f32, [3], RawGGUF.zeros(12))
        writer.add("c", .f32, [4], RawGGUF.zeros(16))
        let file = try file(writer)
        #expect(
            try file.summary()
                == GGUFSummary(
                    architecture: "llama", name: nil, license: nil, contextLength: 2048, version: 3,
                    fileByteCount: writer.bytes().count, parameterCount: 71, tensorCount: 3,
                    formats: [
                        .init(format: .q8_0, tensorCount: 1, parameterCount: 64, byteCount: 68),
                        .init(format: .f32, tensorCount: 2, parameterCount: 7, byteCount: 28),
                    ]))
    }

    @Test("A file without tensors is read")
    func readsVocabularyOnly() throws {
        let file = try file(GGUFWriter())
        #expect(file.tensors.isEmpty)
        #expect(file.metadata.entries.isEmpty)
        #expect(try file.summary().parameterCount == 0)
    }
}
