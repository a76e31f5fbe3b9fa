import ConstrainedDecoding
import Testing

@Suite("BytePartition")
struct BytePartitionTests {
    @Test("Splitting by many sets at once is splitting by one after the other", arguments: [1, 3, 63, 64, 65, 140])
    func refinement(count: Int) {
        var generator = SplitMix(UInt64(count))
        var sets: [ByteSet] = []
        for _ in 0..<count {
            let low = UInt8.random(in: 0...255, using: &generator)
            sets.append(ByteSet(low...UInt8.random(in: low...255, using: &generator)))
        }
        var together = BytePartition()
        together.refine(by: sets)
        var apart = BytePartition()
        for set in sets { apart.refine(by: set) }
        #expect(together == apart)
        #expect(Set([together, apart]).count == 1)
        #expect(together.representatives(in: .all) == together.representatives)
    }
}

@Suite("ByteSet")
struct ByteSetTests {
    @Test("Holds what was put in and nothing else")
    func members() {
        let set = ByteSet([0, 63, 64, 200, 255])
        #expect(set.bytes == [0, 63, 64, 200, 255])
        #expect(set.complement.count == 251)
        #expect(set.intersection(set.complement).isEmpty)
        #expect(set.union(set.complement) == .all)
    }
}
