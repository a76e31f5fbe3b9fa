// Damage of every kind: files cut at every byte, and files with random bytes in place of some. The reader may throw or
// read; it may not crash, hang, or allocate more than the file is worth.

import Foundation
import Testing

@testable import Engine
import TestSupport

@Suite("GGUFFile on damaged files")
struct GGUFDamageTests {
    /// A file with every kind of field: about a kilobyte, ending with a tensor's last byte.
    private static func example() -> [UInt8] {
        var writer = GGUFWriter()
        writer.set("general.architecture", .string("llama"))
        writer.set("llama.block_count", .uint32(2))
        writer.set("llama.rope.freq_base", .float32(10_000))
        writer.set("tokenizer.ggml.tokens", .array([.string("a"), .string("bc"), .string("")]))
        writer.set("tokenizer.ggml.scores", .array([.float32(0), .float32(-1), .float32(-2)]))
        writer.set("tokenizer.ggml.token_type", .array([.int32(1), .int32(1), .int32(3)]))
        writer.set("flags", .array([.bool(true), .bool(false)]))
        writer.set("nested", .array([.array([.uint8(1)]), .array([.string("x")])]))
        writer.set("add", .bool(true))
        writer.set("wide", .float64(1))
        writer.alignment = 8
        var random = SplitMix64(seed: 3)
        writer.add("token_embd.weight", .q8_0, [32, 3], random.weights(96, in: .q8_0, deviation: 0.1))
        writer.add("output_norm.weight", .f32, [4], random.weights(4, in: .f32, deviation: 0.1))
        return writer.bytes()
    }

    /// Reads all there is to read.
    private static func exhaust(_ file: GGUFFile) -> Int {
        var total = 0
        for key in file.metadata.entries.keys {
            total += (try? file.metadata.string(key))?.utf8.count ?? 0
            total += (try? file.metadata.strings(key))?.bytes.count ?? 0
            total += (try? file.metadata.integers(key))?.count ?? 0
            total += (try? file.metadata.floats(key))?.count ?? 0
        }
        for tensor in file.tensors {
            total += unsafe file.withBytes(of: tensor) { bytes in unsafe bytes.reduce(0) { $0 + Int($1 & 1) } }
        }
        return total
    }

    @Test("A file cut short at any byte is refused")
    func refusesTruncation() throws {
        let folder = try ScratchFolder()
        let whole = Self.example()
        _ = try GGUFFile(path: folder.write(whole, to: "whole.gguf"))
        let codes: Set<String> = ["empty", "magic", "truncated", "count", "array"]
        for length in 0..<whole.count {
            let path = try folder.write(Array(whole.prefix(length)), to: "cut.gguf")
            let error = try #require(throws: GGUFError.self, "cut to \(length) bytes") { try GGUFFile(path: path) }
            #expect(codes.contains(error.kind.code), "cut to \(length) bytes: \(error)")
            #expect(error.offset <= length, "cut to \(length) bytes: \(error)")
        }
    }

    @Test("Random bytes in random places neither crash nor hang the reader", arguments: 0..<4)
    func survivesFlips(round: Int) throws {
        let folder = try ScratchFolder()
        let whole = Self.example()
        var random = SplitMix64(seed: UInt64(round))
        var (read, refused) = (0, 0)
        for _ in 0..<1000 {
            var bytes = whole
            for _ in 0..<random.integer(in: 1...4) {
                let place = random.integer(in: 0...bytes.count - 1)
                switch random.integer(in: 0...3) {
                case 0: bytes[place] = 0xFF
                case 1: bytes[place] = 0
                case 2: bytes[place] ^= 1 << UInt8(random.integer(in: 0...7))
                default: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                }
            }
            do {
                let file = try GGUFFile(path: folder.write(bytes, to: "flipped.gguf"))
                #expect(Self.exhaust(file) >= 0)
                read += 1
            } catch let error as GGUFError {
                #expect(error.offset <= bytes.count)
                #expect(error.description.contains(":0x\(String(error.offset, radix: 16)): error: "))
                refused += 1
            }
        }
        // Both happen: weights may be flipped unseen, structure may not.
        #expect(read > 100)
        #expect(refused > 100)
    }

    #if os(Linux)
        @Test("A number that promises much allocates little and takes no time")
        func allocatesLittle() async throws {
            // In a process of its own that may take 32 MiB and a minute more than it starts with, every field in turn
            // promises 2^60, 2^40 and 2^31 - 1 of whatever it counts.
            await #expect(processExitsWith: .success) {
                let folder = try ScratchFolder()
                let whole = Self.example()
                _ = try Self.exhaust(GGUFFile(path: folder.write(whole, to: "promise.gguf")))
                try Self.limitResources(extraMemory: 32 << 20, seconds: 60)
                let promises: [UInt64] = [1 << 60, 1 << 40, (1 << 31) - 1]
                for promise in promises {
                    for place in 4..<whole.count - 8 {
                        let bytes: [UInt8] = whole[..<place] + RawGGUF.long(promise) + whole[(place + 8)...]
                        let path = try folder.write(bytes, to: "promise.gguf")
                        guard let file = try? GGUFFile(path: path) else { continue }
                        _ = Self.exhaust(file)
                    }
                }
            }
        }

        /// Lets this process have so much more memory and processor time from here on; beyond that, it ends.
        private static func limitResources(extraMemory: Int, seconds: Int) throws {
            let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages = try #require(status.split(separator: " ").first.flatMap { Int($0) })
            let bytes = rlim_t(pages * sysconf(Int32(_SC_PAGESIZE)) + extraMemory)
            var memory = rlimit(rlim_cur: bytes, rlim_max: bytes)
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory) == 0)
            var time = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds))
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &time) == 0)
        }
    #endif
}
