// The difference of two texts by words: a longest common subsequence, so that what is marked is as little as can be.

extension Difference {
    /// Cells of the table that is filled at most; beyond, the middle counts as changed as a whole.
    private static let tableLimit = 4_000_000

    /// - Parameters:
    ///   - found: the text there is.
    ///   - wanted: the text there should be.
    package static func words(_ found: String, _ wanted: String) -> Difference {
        let (old, new) = (pieces(found), pieces(wanted))
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
        var changes = [WordChange(kind: .same, text: old[..<head].joined())]
        changes += middle(Array(old[head..<(old.count - tail)]), Array(new[head..<(new.count - tail)]))
        changes.append(WordChange(kind: .same, text: old[(old.count - tail)...].joined()))
        return .words(joined(changes))
    }

    /// Words, blanks and single marks, in order; together they are the text.
    private static func pieces(_ text: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = text[...]
        func kind(_ character: Character) -> Int {
            character.isLetter || character.isNumber ? 0 : character.isWhitespace && !character.isNewline ? 1 : 2
        }
        while let first = rest.first {
            let length = kind(first) == 2 ? 1 : rest.prefix { kind($0) == kind(first) }.count
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces
    }

    private static func middle(_ old: [Substring], _ new: [Substring]) -> [WordChange] {
        guard !old.isEmpty, !new.isEmpty, old.count * new.count <= tableLimit else {
            return [
                WordChange(kind: .deleted, text: old.joined()), WordChange(kind: .inserted, text: new.joined()),
            ]
        }
        // lengths[i][j]: of the longest common subsequence of old[i...] and new[j...].
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i * width + j] =
                    old[i] == new[j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var (i, j) = (0, 0)
        var changes: [WordChange] = []
        while i < old.count || j < new.count {
            if i < old.count, j < new.count, old[i] == new[j] {
                changes.append(WordChange(kind: .same, text: String(old[i])))
                (i, j) = (i + 1, j + 1)
            } else if j == new.count
                || (i < old.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
            {
                changes.append(WordChange(kind: .deleted, text: String(old[i])))
                i += 1
            } else {
                changes.append(WordChange(kind: .inserted, text: String(new[j])))
                j += 1
            }
        }
        return changes
    }

    /// Neighbours of a kind as one; between two places that agree, what is found before what is wanted.
    private static func joined(_ changes: [WordChange]) -> [WordChange] {
        var result: [WordChange] = []
        var (deleted, inserted) = ("", "")
        func flush() {
            if !deleted.isEmpty { result.append(WordChange(kind: .deleted, text: deleted)) }
            if !inserted.isEmpty { result.append(WordChange(kind: .inserted, text: inserted)) }
            (deleted, inserted) = ("", "")
        }
        for change in changes where !change.text.isEmpty {
            switch change.kind {
            case .deleted: deleted += change.text
            case .inserted: inserted += change.text
            case .same:
                flush()
                if result.last?.kind == .same {
                    result[result.count - 1].text += change.text
                } else {
                    result.append(change)
                }
            }
        }
        flush()
        return result
    }
}
