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
        refine(byLabels: labels.map { UInt64(UInt32(bitPattern: $0)) })
    }

    /// Splits every class by membership in each of some sets: 64 of them at a time, one bit of a label each.
    package mutating func refine(by sets: [ByteSet]) {
        var next = 0
        while next < sets.count {
            let end = min(next + 64, sets.count)
            var members = [UInt64](repeating: 0, count: 256)
            for place in next..<end {
                let bit: UInt64 = 1 << UInt64(place - next)
                sets[place].forEach { members[Int($0)] |= bit }
            }
            refine(byLabels: members)
            next = end
        }
    }

    /// Neighbours are mostly alike, and classes are few: a look at the last label, then a search among the known ones.
    private mutating func refine(byLabels labels: [UInt64]) {
        guard count < 256 else { return }
        var known: [(before: UInt8, label: UInt64)] = []
        var last = 0
        for byte in 0..<256 {
            let (before, own) = (classOf[byte], labels[byte])
            if known.isEmpty || known[last].label != own || known[last].before != before {
                last = known.firstIndex { $0.label == own && $0.before == before } ?? known.count
                if last == known.count { known.append((before, own)) }
            }
            classOf[byte] = UInt8(last)
        }
        count = known.count
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

    /// The least byte of every class that has one in `alphabet`.
    package func representatives(in alphabet: ByteSet) -> [UInt8] {
        var isSeen = [Bool](repeating: false, count: count)
        var result: [UInt8] = []
        alphabet.forEach { byte in
            guard !isSeen[Int(classOf[Int(byte)])] else { return }
            isSeen[Int(classOf[Int(byte)])] = true
            result.append(byte)
        }
        return result
    }

    /// One number for all 256, since a hasher takes bytes one by one.
    package func hash(into hasher: inout Hasher) {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for number in classOf { sum = (sum ^ UInt64(number)) &* 0x100_0000_01B3 }
        hasher.combine(sum)
    }
}
