import ConstrainedDecoding
import Testing

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
