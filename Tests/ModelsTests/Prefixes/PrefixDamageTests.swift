// Damaged files of blocks: whatever happens to them, answers are those of a model that has no files, and each damage is
// counted and taken out of the way.

import Foundation
import Inference
import Platform
import Testing
import TestSupport

@testable import Models

/// What can happen to a file.
private enum Damage: CaseIterable {
    case truncate, extend, flip, swap, otherModel, otherFormat, otherNumerics, empty, folder, loop

    var defects: Set<PrefixDefect> {
        switch self {
        case .truncate, .extend, .empty: [.size]
        case .flip: [.header, .contents]
        case .swap: [.tokens]
        case .otherModel: [.model]
        case .otherFormat, .otherNumerics: [.version]
        case .folder, .loop: [.unreadable]
        }
    }
}

@Suite("Damaged prefixes")
struct PrefixDamageTests {
    private func write(_ bytes: [UInt8], to path: String) throws {
        try FileSystem.removeTree(path)
        // Not `replace`, which waits for the disk.
        try FileSystem.publish(path, head: bytes, body: RawSpan())
    }

    private func inflict(
        _ damage: Damage, on path: String, of files: [String: [UInt8]], foreign: [UInt8],
        using generator: inout SplitMix64
    ) throws {
        var bytes = try #require(files[path])
        switch damage {
        case .truncate: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
        case .extend: bytes.append(0)
        case .flip:
            let bit = Int.random(in: 0..<bytes.count * 8, using: &generator)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        case .swap:
            let others = files.keys.filter { $0 != path }.sorted()
            let other = try #require(others.randomElement(using: &generator))
            try write(bytes, to: other)
            bytes = try #require(files[other])
        case .otherModel: bytes = foreign
        case .otherFormat, .otherNumerics:
            var header = try PrefixHeader(bytes: Array(bytes[..<512]))
            if damage == .otherFormat { header.format += 1 } else { header.numerics += 1 }
            bytes = header.bytes + bytes[512...]
        case .empty: bytes = []
        case .folder:
            try FileSystem.removeFile(path)
            return try FileSystem.makeFolder(path)
        case .loop:
            try FileSystem.removeFile(path)
            return try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        }
        try write(bytes, to: path)
    }

    @Test("Two hundred damages change no answer, and each is counted", arguments: [TinyModel.Family.llama, .gemma3])
    func damages(family: TinyModel.Family) async throws {
        let fixture = try PrefixFixture(family)
        var generator = SplitMix64(seed: 77)
        let cold = try await fixture.ask(fixture.open(nil), "one")
        _ = try await fixture.askOnce("one", fixture.prefixes)
        let files = Dictionary(uniqueKeysWithValues: try fixture.files().map { ($0, try FileSystem.read($0)) })
        #expect(files.count > 4)
        let stranger = PrefixActivity()
        _ = try await fixture.ask(fixture.open(fixture.prefixes, stranger, sha256: "other"), "one")
        stranger.waitForWrites()
        let foreign = try #require(try fixture.files().first { files[$0] == nil })
        let foreignBytes = try FileSystem.read(foreign)
        var wrong: [String] = []
        for round in 0..<200 {
            for (path, bytes) in files where try FileStatus(path) == nil || FileSystem.read(path) != bytes {
                try write(bytes, to: path)
            }
            let damage = Damage.allCases[round % Damage.allCases.count]
            let path = try #require(files.keys.sorted().randomElement(using: &generator))
            try inflict(damage, on: path, of: files, foreign: foreignBytes, using: &generator)
            let (answer, figures) = try await fixture.askOnce("one", fixture.prefixes)
            let isCounted =
                figures.defectCount == 1 && figures.defects.keys.allSatisfy(damage.defects.contains)
            if answer.text != cold.text || answer.tokens != cold.tokens || !isCounted {
                wrong.append("\(round) \(damage) \(FileSystem.name(of: path)): \(figures.defects)")
            }
            // It is no longer in the way: the next process reads all of it.
            if round % 20 < 10 {
                let (again, after) = try await fixture.askOnce("one", fixture.prefixes)
                let isWhole = again.usage.cached == again.usage.input - 1 && after.defectCount == 0
                if damage != .swap, !isWhole { wrong.append("\(round) \(damage) stays: \(after.defects)") }
            }
        }
        #expect(wrong == [])
        #expect(try PrefixInventory(fixture.prefixes).quarantined.count <= 8)
    }

    @Test("Looking through all files finds every damage and keeps the others")
    func verification() async throws {
        let fixture = try PrefixFixture()
        _ = try await fixture.askOnce("one", fixture.prefixes)
        let paths = try fixture.files()
        var bytes = try FileSystem.read(paths[0])
        bytes[bytes.count - 1] ^= 0x80
        try write(bytes, to: paths[0])
        try write([], to: paths[2])
        let result = try PrefixInventory(fixture.prefixes).verify()
        #expect(result.soundCount == paths.count - 2)
        #expect(result.defects.map(\.path) == [paths[0], paths[2]])
        #expect(result.defects.map(\.defect) == [.contents, .size])
        #expect(try fixture.files().count == paths.count - 2)
    }
}
