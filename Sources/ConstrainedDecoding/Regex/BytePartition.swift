// Bytes that an automaton can't tell apart, so that a row of transitions is as long as there are differences.

/// A partition of the 256 byte values into classes, numbered by their least byte.
package struct BytePartition: Sendable, Hashable {
    /// The class of each byte.
    package private(set) var classOf: [UInt8]
    package private(set) var count: Int

    /// One class.
    package init() {
        classOf = [UInt8](repeating: 0, count: 256)
        count = 1
    }

    /// Bytes with equal labels are one class.
    package init(labels: [Int32]) {
        self.init()
        var seen: [Int32: UInt8] = [:]
        for byte in 0..<256 {
            if let known = seen[labels[byte]] {
                classOf[byte] = known
            } else {
                classOf[byte] = UInt8(seen.count)
                seen[labels[byte]] = classOf[byte]
            }
        }
        count = seen.count
    }

    /// Splits every class into what is in `set` and what is not.
    package mutating func refine(by set: ByteSet) {
        guard count < 256 else { return }
        var renamed = [Int16](repeating: -1, count: 2 * count)
        var next: Int16 = 0
        for byte in 0..<256 {
            let key = 2 * Int(classOf[byte]) + (set.contains(UInt8(byte)) ? 1 : 0)
            if renamed[key] < 0 {
                renamed[key] = next
                next += 1
            }
            classOf[byte] = UInt8(renamed[key])
        }
        count = Int(next)
    }

    /// Splits every class by the classes of another partition.
    package mutating func refine(by other: BytePartition) {
        guard count < 256, other.count > 1 else { return }
        var renamed = [Int16](repeating: -1, count: count * other.count)
        var next: Int16 = 0
        for byte in 0..<256 {
            let key = other.count * Int(classOf[byte]) + Int(other.classOf[byte])
            if renamed[key] < 0 {
                renamed[key] = next
                next += 1
            }
            classOf[byte] = UInt8(renamed[key])
        }
        count = Int(next)
    }

    /// The least byte of every class.
    package var representatives: [UInt8] {
        var result: [UInt8] = []
        for byte in 0..<256 where Int(classOf[byte]) == result.count { result.append(UInt8(byte)) }
        return result
    }
}
