// Numbers by keys: what the standard dictionary does, without a hash that strangers' keys would need, and so at a fraction of
// its time. Keys here are numbers that we gave ourselves.

/// A map from 64-bit keys but `.max` to numbers that are not negative. Linear probing.
internal struct NumberTable {
    private static let free = UInt64.max

    private var keys: [UInt64]
    private var values: [Int32]
    private var mask: Int
    private(set) var count = 0

    init() {
        keys = [UInt64](repeating: Self.free, count: 16)
        values = [Int32](repeating: 0, count: 16)
        mask = 15
    }

    /// The value of `key`; -1 where it has none.
    @inline(__always)
    subscript(key: UInt64) -> Int32 {
        var place = Self.place(key, mask)
        while true {
            let there = keys[place]
            if there == key { return values[place] }
            if there == Self.free { return -1 }
            place = (place + 1) & mask
        }
    }

    mutating func set(_ key: UInt64, _ value: Int32) {
        if count * 2 >= keys.count { grow() }
        if insert(key, value) { count += 1 }
    }

    mutating func removeAll() { self = NumberTable() }

    @inline(__always)
    private static func place(_ key: UInt64, _ mask: Int) -> Int {
        let mixed = key &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed ^ (mixed >> 32)) & mask
    }

    /// Whether the key is new.
    private mutating func insert(_ key: UInt64, _ value: Int32) -> Bool {
        var place = Self.place(key, mask)
        while keys[place] != Self.free, keys[place] != key { place = (place + 1) & mask }
        let isNew = keys[place] == Self.free
        keys[place] = key
        values[place] = value
        return isNew
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        keys = [UInt64](repeating: Self.free, count: oldKeys.count * 2)
        values = [Int32](repeating: 0, count: oldKeys.count * 2)
        mask = keys.count - 1
        for (key, value) in zip(oldKeys, oldValues) where key != Self.free { _ = insert(key, value) }
    }
}
