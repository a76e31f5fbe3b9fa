// The first cut of a prompt: special tokens, and the text between them. User-defined tokens are found in all text, control
// tokens only in text that is trusted. Of overlapping finds the longest stands, then the one with the smaller identifier,
// then the leftmost: the order in which llama.cpp looks for them.

/// A piece of a prompt: a special token, or text for the merges.
enum PromptFragment: Sendable, Hashable {
    case token(TokenID)
    case text(Range<Int>)
}

/// A prompt's bytes and which of them may hold control tokens.
struct PromptText {
    private(set) var bytes: [UInt8] = []
    /// Ascending, with something untrusted between each two.
    private(set) var trusted: [Range<Int>] = []

    mutating func append(_ text: String, isTrusted: Bool) {
        append(Array(text.utf8), isTrusted: isTrusted)
    }

    mutating func append(_ text: [UInt8], isTrusted: Bool) {
        let start = bytes.count
        bytes += text
        guard isTrusted, bytes.count > start else { return }
        if let last = trusted.last, last.upperBound == start {
            trusted[trusted.count - 1] = last.lowerBound..<bytes.count
        } else {
            trusted.append(start..<bytes.count)
        }
    }

    /// Whether all of `range` is trusted. Cost: O(log n).
    func isTrusted(_ range: Range<Int>) -> Bool {
        var low = 0
        var high = trusted.count
        while low < high {
            let middle = (low + high) / 2
            if trusted[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < trusted.count && trusted[low].lowerBound <= range.lowerBound
            && range.upperBound <= trusted[low].upperBound
    }
}

/// A special token at a place in text.
private struct Find: Comparable {
    var start: Int
    var length: Int
    var token: TokenID

    var end: Int { start + length }

    static func < (a: Find, b: Find) -> Bool {
        (b.length, a.token, a.start) < (a.length, b.token, b.start)
    }
}

extension SpecialTokenTrie {
    /// Cuts a prompt at its special tokens. Cost: O(n log n) times the length of the longest token.
    func partition(_ text: PromptText) -> [PromptFragment] {
        let bytes = text.bytes
        if longestUntrusted == 0, text.trusted.isEmpty { return bytes.isEmpty ? [] : [.text(bytes.indices)] }
        func longest(at start: Int, limit: Int) -> Find? {
            longestMatch(in: text, at: start, limit: limit)
                .map { Find(start: start, length: $0.length, token: $0.token) }
        }
        var finds: [Find] = []
        var overlap = false
        for start in bytes.indices {
            guard let find = longest(at: start, limit: bytes.count) else { continue }
            overlap = overlap || finds.last.map { $0.end > start } ?? false
            finds.append(find)
        }
        if overlap { finds = Self.resolve(finds, byteCount: bytes.count, longest: longest) }

        var fragments: [PromptFragment] = []
        var position = 0
        for find in finds {
            if find.start > position { fragments.append(.text(position..<find.start)) }
            fragments.append(.token(find.token))
            position = find.end
        }
        if position < bytes.count { fragments.append(.text(position..<bytes.count)) }
        return fragments
    }

    /// The finds that stand, in order of place. A find that a longer one cuts off is looked up again, shorter.
    private static func resolve(
        _ finds: [Find], byteCount: Int, longest: (_ start: Int, _ limit: Int) -> Find?
    ) -> [Find] {
        var waiting = MinHeap<Find>()
        for find in finds { waiting.insert(find) }
        var isTaken = [Bool](repeating: false, count: byteCount)
        var standing: [Find] = []
        while let find = waiting.popFirst() {
            guard !isTaken[find.start] else { continue }
            // Whatever stands is at least as long, so that one which begins within this find also covers its last byte.
            if isTaken[find.end - 1] {
                if let shorter = longest(find.start, find.end - 1) { waiting.insert(shorter) }
                continue
            }
            for index in find.start..<find.end { isTaken[index] = true }
            standing.append(find)
        }
        return standing.sorted { $0.start < $1.start }
    }
}
