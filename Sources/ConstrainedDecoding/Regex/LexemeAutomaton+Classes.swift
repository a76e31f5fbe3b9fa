// Which bytes an expression can't tell apart, put together from what its parts can't: states of one automaton are made of few
// parts, in many combinations.

extension LexemeAutomaton {
    /// Expressions nested deeper than this, or of more parts, are looked through as a whole.
    private static let depthLimit = 24
    private static let partLimit = 4

    /// The number of the partition for `id`, with the bytes apart that have no token.
    mutating func classNumber(spellable id: RegexID) -> Int32 {
        if alphabetNumber < 0 {
            var partition = BytePartition()
            partition.refine(by: vocabulary.alphabet)
            alphabetNumber = partitions.number(partition)
        }
        return product(classNumber(id, depth: 0), alphabetNumber)
    }

    private mutating func classNumber(_ id: RegexID, depth: Int) -> Int32 {
        let known = classNumbers[UInt64(id.index)]
        if known >= 0 { return known }
        let number: Int32
        switch store[id] {
        case .repetition(let operand, _, _) where depth < Self.depthLimit,
            .complement(let operand) where depth < Self.depthLimit:
            number = classNumber(operand, depth: depth + 1)
        case .concatenation(let head, let tail) where depth < Self.depthLimit:
            let first = classNumber(head, depth: depth + 1)
            number = store.isNullable(head) ? product(first, classNumber(tail, depth: depth + 1)) : first
        case .union(let parts) where depth < Self.depthLimit && parts.count <= Self.partLimit,
            .intersection(let parts) where depth < Self.depthLimit && parts.count <= Self.partLimit:
            var result = classNumber(parts[0], depth: depth + 1)
            for part in parts.dropFirst() { result = product(result, classNumber(part, depth: depth + 1)) }
            number = result
        default: number = partitions.number(store.classes(id))
        }
        classNumbers.set(UInt64(id.index), number)
        return number
    }

    /// The partition that tells apart what either of two does.
    mutating func product(_ left: Int32, _ right: Int32) -> Int32 {
        if left == right { return left }
        let key = UInt64(min(left, right)) << 32 | UInt64(max(left, right))
        let known = classProducts[key]
        if known >= 0 { return known }
        var partition = partitions.partition(left)
        partition.refine(by: partitions.partition(right))
        let number = partitions.number(partition)
        classProducts.set(key, number)
        return number
    }
}
