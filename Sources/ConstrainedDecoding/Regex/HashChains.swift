// What is stored once, found by its hash: the dictionary's work for values that are kept in an array anyway, with a hash of our
// own numbers, which no stranger chooses.

/// Numbers 0, 1, … by the hashes of what they stand for.
internal struct HashChains {
    private var first = NumberTable()
    /// The number before with the same hash; -1: none.
    private var before: [Int32] = []

    /// The last number that was added with this hash; -1: none.
    @inline(__always)
    func last(_ hash: UInt64) -> Int32 { first[hash >> 1] }

    /// The number added before `number` with the same hash; -1: none.
    @inline(__always)
    func before(_ number: Int32) -> Int32 { before[Int(number)] }

    /// Adds the next number.
    mutating func append(_ hash: UInt64) {
        before.append(first[hash >> 1])
        first.set(hash >> 1, Int32(before.count - 1))
    }

    /// A hash with one number more.
    @inline(__always)
    static func mix(_ hash: UInt64, _ number: UInt64) -> UInt64 {
        let product = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 29)
    }

    /// A hash with two numbers more.
    @inline(__always)
    static func mix(_ hash: UInt64, _ high: Int32, _ low: Int32) -> UInt64 {
        mix(hash, UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low)))
    }
}
