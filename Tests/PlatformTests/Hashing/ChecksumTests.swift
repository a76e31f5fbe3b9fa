// The checksum of blocks: it follows every bit and every length.

import TestSupport
import Testing

@testable import Platform

@Suite struct ChecksumTests {
    @Test func everyBitAndEveryLengthCounts() {
        var generator = SplitMix64(seed: 1)
        for count in [0, 1, 7, 8, 63, 64, 65, 200] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var seen: Set<Checksum> = [Checksum(of: bytes), Checksum(of: bytes + [0])]
            for bit in 0..<count * 8 {
                var changed = bytes
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                seen.insert(Checksum(of: changed))
            }
            #expect(seen.count == 2 + count * 8)
        }
    }

    @Test func wordsThatChangePlacesCount() {
        let bytes = (0..<256).map(UInt8.init)
        var swapped = bytes
        for index in 0..<8 { swapped.swapAt(index, 64 + index) }
        #expect(Checksum(of: swapped) != Checksum(of: bytes))
        #expect(Checksum(of: bytes).bytes.count == Checksum.byteCount)
    }

    /// Files of blocks hold it: another value for these bytes is another format.
    @Test func itStaysWhatItIs() {
        #expect(Checksum(of: (0..<100).map(UInt8.init)).bytes.prefix(8).map { $0 } == Self.first)
    }

    private static let first: [UInt8] = {
        // The first lane in plain arithmetic: words 0 and 8 of 100 bytes.
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        var lane = factor
        for word: UInt64 in [0x0706_0504_0302_0100, 0x4746_4544_4342_4140] {
            lane = (lane ^ word) &* factor
            lane ^= lane >> 32
        }
        lane ^= 100
        return (0..<8).map { UInt8(truncatingIfNeeded: lane >> (8 * UInt64($0))) }
    }()
}
