// Two texts line by line, for terminals and reviews that know lines only.

/// Two texts line by line: what is common once, what differs marked.
enum LineDifference {
    /// Cost: the number of lines times that of differing ones (Myers's algorithm, of the standard library).
    static func lines(from old: String, to new: String) -> [(mark: Character, line: String)] {
        let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let difference = after.difference(from: before)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var result: [(mark: Character, line: String)] = []
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if left < before.count, removed.contains(left) {
                result.append(("-", before[left]))
                left += 1
            } else if right < after.count, inserted.contains(right) {
                result.append(("+", after[right]))
                right += 1
            } else {
                result.append((" ", before[left]))
                left += 1
                right += 1
            }
        }
        return result
    }
}
