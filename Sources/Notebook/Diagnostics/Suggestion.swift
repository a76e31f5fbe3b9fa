// "Did you mean": the nearest of the names that would have been right.

package enum Suggestion {
    /// `; did you mean 'city'?`, or nothing where no candidate is near.
    package static func phrase(for name: String, among candidates: [String]) -> String {
        nearest(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The candidate with the fewest edits, the first of equals; nil where more than a third of the letters differ. Case
    /// counts for nothing.
    static func nearest(to name: String, among candidates: [String]) -> String? {
        // Nobody mistypes a name this long, and the distance costs the product of the lengths.
        guard name.count <= 100 else { return nil }
        let limit = name.count / 3
        var best: (distance: Int, candidate: String)?
        for candidate in candidates where abs(candidate.count - name.count) <= limit {
            let distance = editDistance(name.lowercased(), candidate.lowercased())
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other (the restricted
    /// Damerau-Levenshtein distance).
    static func editDistance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
