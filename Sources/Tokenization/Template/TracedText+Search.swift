// Searching, cutting and replacing in traced text, with the results of Python's methods of the same names. Patterns are
// found by their scalars; what is kept keeps its provenance.

extension TracedText {
    /// Where `pattern` starts, from `start` on, without overlaps, at most `limit` times; the empty pattern is nowhere.
    /// Knuth, Morris and Pratt's search: linear in the text, whatever the pattern.
    func occurrences(of pattern: TracedText, from start: Int = 0, limit: Int = .max) -> [Int] {
        let size = pattern.count
        guard size > 0, count - start >= size, limit > 0 else { return [] }
        var borders = [Int](repeating: 0, count: size)
        var border = 0
        for index in 1..<max(1, size) {
            while border > 0, pattern.scalars[index].scalar != pattern.scalars[border].scalar {
                border = borders[border - 1]
            }
            if pattern.scalars[index].scalar == pattern.scalars[border].scalar { border += 1 }
            borders[index] = border
        }
        var found: [Int] = []
        var matched = 0
        for index in start..<count {
            while matched > 0, scalars[index].scalar != pattern.scalars[matched].scalar {
                matched = borders[matched - 1]
            }
            if scalars[index].scalar == pattern.scalars[matched].scalar { matched += 1 }
            if matched == size {
                found.append(index + 1 - size)
                matched = 0
                if found.count == limit { break }
            }
        }
        return found
    }

    /// The first place of `pattern`; the empty pattern is at 0.
    func firstIndex(of pattern: TracedText) -> Int? {
        pattern.isEmpty ? 0 : occurrences(of: pattern, limit: 1).first
    }

    /// The last place of `pattern`; the empty pattern is at the end.
    func lastIndex(of pattern: TracedText) -> Int? {
        if pattern.isEmpty { return count }
        return reversed().occurrences(of: pattern.reversed(), limit: 1).first.map { count - pattern.count - $0 }
    }

    func reversed() -> TracedText { TracedText(scalars: scalars.reversed()) }

    func hasPrefix(_ prefix: TracedText) -> Bool {
        count >= prefix.count && TracedText(scalars.prefix(prefix.count)) == prefix
    }

    func hasSuffix(_ suffix: TracedText) -> Bool {
        count >= suffix.count && TracedText(scalars.suffix(suffix.count)) == suffix
    }

    func replacing(_ pattern: TracedText, with replacement: TracedText, limit: Int = .max) -> TracedText {
        var result = TracedText()
        if pattern.isEmpty {
            // Python puts the replacement before each scalar and at the end.
            for (index, element) in scalars.enumerated() {
                if index < limit { result += replacement }
                result.scalars.append(element)
            }
            if count < limit { result += replacement }
            return result
        }
        var start = 0
        for found in occurrences(of: pattern, limit: limit) {
            result.scalars.append(contentsOf: scalars[start..<found])
            result += replacement
            start = found + pattern.count
        }
        result.scalars.append(contentsOf: scalars[start...])
        return result
    }

    /// The sides to strip.
    struct Sides: OptionSet {
        let rawValue: Int
        static let leading = Sides(rawValue: 1)
        static let trailing = Sides(rawValue: 2)
    }

    /// The text without the `characters` (nil: white space) at its sides.
    func stripped(_ sides: Sides = [.leading, .trailing], of characters: TracedText? = nil) -> TracedText {
        let set = characters.map { Set($0.scalars.map(\.scalar)) }
        func isStripped(_ scalar: Unicode.Scalar) -> Bool { set?.contains(scalar) ?? scalar.isPythonSpace }
        var start = 0
        var end = count
        if sides.contains(.leading) {
            while start < end, isStripped(scalars[start].scalar) { start += 1 }
        }
        if sides.contains(.trailing) {
            while end > start, isStripped(scalars[end - 1].scalar) { end -= 1 }
        }
        return TracedText(scalars[start..<end])
    }

    /// The parts between `separator`, split from the left at most `limit` times.
    func split(by separator: TracedText, limit: Int = .max) -> [TracedText] {
        var parts: [TracedText] = []
        var start = 0
        for found in occurrences(of: separator, limit: limit) {
            parts.append(TracedText(scalars[start..<found]))
            start = found + separator.count
        }
        parts.append(TracedText(scalars[start...]))
        return parts
    }

    /// The words between white space; after `limit` of them the rest is one part.
    func splitWords(limit: Int = .max) -> [TracedText] {
        var parts: [TracedText] = []
        var index = 0
        while true {
            while index < count, scalars[index].scalar.isPythonSpace { index += 1 }
            guard index < count else { return parts }
            if parts.count == limit {
                parts.append(TracedText(scalars[index...]))
                return parts
            }
            let start = index
            while index < count, !scalars[index].scalar.isPythonSpace { index += 1 }
            parts.append(TracedText(scalars[start..<index]))
        }
    }

    func splitLines(keepingEnds: Bool = false) -> [TracedText] {
        var lines: [TracedText] = []
        var start = 0
        var index = 0
        while index < count {
            let scalar = scalars[index].scalar
            guard scalar.isPythonLineEnd else {
                index += 1
                continue
            }
            let end = index
            index += 1
            if scalar == "\r", index < count, scalars[index].scalar == "\n" { index += 1 }
            lines.append(TracedText(scalars[start..<(keepingEnds ? index : end)]))
            start = index
        }
        if start < count { lines.append(TracedText(scalars[start...])) }
        return lines
    }
}

extension Unicode.Scalar {
    /// White space for Python: Unicode's, and the four separators of ASCII.
    var isPythonSpace: Bool { properties.isWhitespace || (0x1C...0x1F).contains(value) }

    /// Where Python's `splitlines` cuts.
    var isPythonLineEnd: Bool {
        switch value {
        case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
