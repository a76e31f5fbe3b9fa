// The radix tree over blocks: what it finds is held against a plain list of all sequences that it was told.

import Engine
import Synchronization
import Testing
import TestSupport

@testable import Inference

/// Keys and values of one number a position, which follow all tokens up to it: a wrong block can't pass for a right one.
enum FakeBlocks {
    static let layout = KVLayout(layers: 1, heads: 1, headWidth: 1, isFloat32: false)

    static func state(_ tokens: [Int32]) -> KVState {
        let numbers = tokens.indices.map { index -> UInt16 in
            UInt16(truncatingIfNeeded: tokens[...index].reduce(17) { $0 &* 31 &+ Int($1) })
        }
        let blocks = stride(from: 0, to: tokens.count, by: KVLayout.positions).map { start in
            block(Array(numbers[start..<min(start + KVLayout.positions, numbers.count)]))
        }
        return KVState(layout: layout, blocks: blocks, count: tokens.count)
    }

    private static func block(_ numbers: [UInt16]) -> KVBlock {
        let bytes = (numbers + numbers).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return KVBlock(layout: layout, positions: numbers.count) { span in
            for (offset, byte) in bytes.enumerated() { span.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
        }
    }
}

/// A store in a list, which keeps everything, or damages what it gives.
private final class ListStore: PrefixStore {
    let sequences = Mutex<[(tokens: [Int32], state: KVState)]>([])
    let comparisons = Mutex<[Bool]>([])
    let isVerifying: Bool
    let isLying: Bool

    init(isVerifying: Bool = false, isLying: Bool = false) {
        (self.isVerifying, self.isLying) = (isVerifying, isLying)
    }

    func keep(_ tokens: [Int32], _ state: KVState) { sequences.withLock { $0.append((tokens, state)) } }
    func compared(_ tokens: [Int32], blockAt index: Int, isEqual: Bool) {
        comparisons.withLock { $0.append(isEqual) }
    }

    func blocks(of tokens: [Int32], from index: Int, beyond known: Int) -> [StoredBlock] {
        let kept = sequences.withLock { $0 }
        func common(_ other: [Int32]) -> Int { zip(other, tokens).prefix { $0 == $1 }.count }
        guard let best = kept.max(by: { common($0.tokens) < common($1.tokens) }), common(best.tokens) > known else {
            return []
        }
        let state = isLying ? FakeBlocks.state(best.tokens.map { $0 + 1 }) : best.state
        return stride(from: index * 64, to: common(best.tokens), by: 64).map { start in
            StoredBlock(
                tokens: Array(best.tokens[start..<min(start + 64, best.tokens.count)]), block: state.blocks[start / 64])
        }
    }
}

@Suite("Prefix cache")
struct PrefixCacheTests {
    private func random(_ count: Int, from other: [Int32], using generator: inout some RandomNumberGenerator) -> [Int32]
    {
        let kept = other.prefix(Int.random(in: 0...other.count, using: &generator))
        return Array((kept + (0..<200).map { _ in Int32.random(in: 0..<3, using: &generator) }).prefix(count))
    }

    @Test("It finds the longest prefix of all it was told, with the right keys and values", arguments: [1, 2, 3])
    func longest(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var cache = PrefixCache(layout: FakeBlocks.layout, byteLimit: .max)
        var told: [[Int32]] = [[]]
        for _ in 0..<300 {
            let other = told.randomElement(using: &generator) ?? []
            let tokens = random(Int.random(in: 1...200, using: &generator), from: other, using: &generator)
            let limit = Int.random(in: 0...tokens.count, using: &generator)
            let expected = min(limit, told.map { zip($0, tokens).prefix { $0 == $1 }.count }.max() ?? 0)
            let found = cache.longestPrefix(of: tokens, limit: limit)
            #expect(found.count == expected)
            #expect(found.bytes == FakeBlocks.state(Array(tokens.prefix(expected))).bytes)
            if Bool.random(using: &generator) {
                cache.store(tokens, state: FakeBlocks.state(tokens))
                told.append(tokens)
            }
        }
    }

    @Test("Blocks that sequences share are held once, and parts of a longer block not beside it")
    func sharing() {
        let size = FakeBlocks.layout.byteCount
        var cache = PrefixCache(layout: FakeBlocks.layout, byteLimit: .max)
        let long = (0..<150).map(Int32.init)
        cache.store(Array(long.prefix(70)), state: FakeBlocks.state(Array(long.prefix(70))))
        #expect(cache.byteCount == 2 * size)
        cache.store(long, state: FakeBlocks.state(long))
        #expect(cache.byteCount == 3 * size)
        cache.store(Array(long.prefix(100)), state: FakeBlocks.state(Array(long.prefix(100))))
        #expect(cache.byteCount == 3 * size)
        let fork = Array(long.prefix(128)) + [7, 7]
        cache.store(fork, state: FakeBlocks.state(fork))
        #expect(cache.byteCount == 4 * size)
        #expect(cache.longestPrefix(of: fork + [1], limit: 131).count == 130)
        #expect(cache.longestPrefix(of: long + [1], limit: 151).count == 150)
    }

    @Test("The limit is kept, and what was used last is what stays")
    func eviction() {
        let size = FakeBlocks.layout.byteCount
        var cache = PrefixCache(layout: FakeBlocks.layout, byteLimit: 4 * size)
        func sequence(_ start: Int32) -> [Int32] { (0..<128).map { start + $0 } }
        cache.store(sequence(0), state: FakeBlocks.state(sequence(0)))
        cache.store(sequence(1000), state: FakeBlocks.state(sequence(1000)))
        #expect(cache.longestPrefix(of: sequence(0), limit: 128).count == 128)
        cache.store(sequence(2000), state: FakeBlocks.state(sequence(2000)))
        #expect(cache.byteCount <= 4 * size)
        #expect(cache.longestPrefix(of: sequence(0), limit: 128).count == 128)
        #expect(cache.longestPrefix(of: sequence(1000), limit: 128).count == 0)
        #expect(cache.longestPrefix(of: sequence(2000), limit: 128).count == 128)
        // A single sequence that is larger keeps its beginning.
        let long = (0..<640).map { Int32(5000 + $0) }
        cache.store(long, state: FakeBlocks.state(long))
        #expect(cache.longestPrefix(of: long, limit: 640).count == 256)
        var none = PrefixCache(layout: FakeBlocks.layout, byteLimit: 0)
        none.store(long, state: FakeBlocks.state(long))
        #expect(none.byteCount == 0 && none.longestPrefix(of: long, limit: 640).count == 0)
    }

    @Test("What a store has is found, also where the tree knows a part of it, and every sequence is offered to it")
    func store() {
        let store = ListStore()
        let long = (0..<150).map(Int32.init)
        var writer = PrefixCache(layout: FakeBlocks.layout, byteLimit: .max, store: store)
        writer.store(long, state: FakeBlocks.state(long))
        #expect(store.sequences.withLock { $0.map(\.tokens) } == [long])
        for known in [0, 10, 64, 100, 128, 140] {
            var cache = PrefixCache(layout: FakeBlocks.layout, byteLimit: .max, store: store)
            let start = Array(long.prefix(known))
            // As it would be without the store.
            var alone = PrefixCache(layout: FakeBlocks.layout, byteLimit: .max)
            alone.store(start, state: FakeBlocks.state(start))
            _ = cache.longestPrefix(of: start, limit: known)
            let found = cache.longestPrefix(of: Array(long.prefix(145)) + [9, 9], limit: 146)
            #expect(found.count == 145)
            #expect(found.bytes == FakeBlocks.state(Array(long.prefix(145))).bytes)
        }
    }

    @Test(
        "The verify mode compares every block that a store gives, and uses what it has computed",
        arguments: [false, true])
    func comparison(isLying: Bool) {
        let store = ListStore(isVerifying: true, isLying: isLying)
        let long = (0..<150).map(Int32.init)
        store.keep(long, FakeBlocks.state(long))
        var cache = PrefixCache(layout: FakeBlocks.layout, byteLimit: .max, store: store)
        let found = cache.longestPrefix(of: long, limit: 149) { FakeBlocks.state($0) }
        #expect(found.bytes == FakeBlocks.state(Array(long.prefix(149))).bytes)
        #expect(store.comparisons.withLock { $0 } == [!isLying, !isLying, !isLying])
    }
}
