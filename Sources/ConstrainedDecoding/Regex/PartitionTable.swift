// Partitions of the bytes, each stored once, in one flat table that a step of an automaton reads.

internal struct PartitionTable {
    private var numbers: [BytePartition: Int32] = [:]
    private var flat: [UInt8] = []
    private var partitions: [BytePartition] = []
    private var firstBytes: [[UInt8]] = []
    private var classSizes: [[Int]] = []
    private var ranges: [UInt64: [UInt8]] = [:]

    var count: Int { firstBytes.count }

    mutating func number(_ partition: BytePartition) -> Int32 {
        if let known = numbers[partition] { return known }
        let number = Int32(firstBytes.count)
        numbers[partition] = number
        flat += partition.classOf
        partitions.append(partition)
        firstBytes.append(partition.representatives)
        var sizes = [Int](repeating: 0, count: partition.count)
        for classNumber in partition.classOf { sizes[Int(classNumber)] += 1 }
        classSizes.append(sizes)
        return number
    }

    @inline(__always)
    func classOf(_ number: Int32, _ byte: UInt8) -> UInt8 { flat[Int(number) << 8 | Int(byte)] }

    /// The least byte of every class.
    func representatives(_ number: Int32) -> [UInt8] { firstBytes[Int(number)] }

    /// The least byte of every class that has one in `range` and `alphabet`, which is the same at every call.
    mutating func representatives(_ number: Int32, within range: ClosedRange<UInt8>, _ alphabet: ByteSet) -> [UInt8] {
        let key = UInt64(UInt32(bitPattern: number)) << 16 | UInt64(range.lowerBound) << 8 | UInt64(range.upperBound)
        if let known = ranges[key] { return known }
        var seen = ByteSet()
        var result: [UInt8] = []
        for byte in range where alphabet.contains(byte) && !seen.contains(classOf(number, byte)) {
            seen.insert(classOf(number, byte))
            result.append(byte)
        }
        ranges[key] = result
        return result
    }

    /// How many bytes each class has.
    func sizes(_ number: Int32) -> [Int] { classSizes[Int(number)] }

    func partition(_ number: Int32) -> BytePartition { partitions[Int(number)] }

    /// A byte of every class that `alphabet` has a part of: a letter or a digit where there is one, since those are
    /// what a tokenizer splits in the least surprising way.
    func preferred(_ number: Int32, _ alphabet: ByteSet) -> [UInt8] {
        let a: UInt8 = 97
        let zero: UInt8 = 48
        return firstBytes[Int(number)].enumerated().compactMap { index, first in
            if classOf(number, a) == index { return alphabet.contains(a) ? a : nil }
            if classOf(number, zero) == index { return alphabet.contains(zero) ? zero : nil }
            return alphabet.contains(first) ? first : nil
        }
    }
}
