// The proof that an answer can be closed canonically: the tokens that do it.

/// Tokens that complete the answer so far to a document whose one split they are.
internal struct Certificate: Sendable {
    private var head: ArraySlice<Int>
    /// The tail's tokens belong to a completion, shared and not copied.
    private var tail: ArraySlice<Int>

    init(head: ArraySlice<Int>, tail: ArraySlice<Int>) {
        self.head = head
        self.tail = tail
    }

    var count: Int { head.count + tail.count }
    var ids: [Int] { Array(head) + Array(tail) }
    var first: Int? { head.first ?? tail.first }

    mutating func removeFirst() { if head.isEmpty { tail = tail.dropFirst() } else { head = head.dropFirst() } }
}

/// A text that leads from a state to the end of a document, and its own split.
internal struct Completion: Sendable {
    let text: [UInt8]
    /// nil where it has none.
    let ids: [Int]?
    /// Where pieces begin, ascending, and the number of tokens before each.
    let edges: [(byte: Int, id: Int)]

    init(_ text: [UInt8], _ canonicalizer: any Canonicalizer) {
        self.text = text
        ids = canonicalizer.encode(text)
        var edges: [(byte: Int, id: Int)] = []
        if ids != nil, let starts = canonicalizer.pieces(text) {
            var count = 0
            for (index, start) in starts.enumerated() {
                edges.append((start, count))
                let end = index + 1 < starts.count ? starts[index + 1] : text.count
                count += canonicalizer.encode(Array(text[start..<end]))?.count ?? 0
            }
            if count != ids?.count { edges = [] }
        }
        self.edges = edges
    }

    /// The number of tokens before a byte where a piece begins.
    func tokens(before byte: Int) -> Int? {
        var low = 0
        var high = edges.count
        while low < high {
            let middle = (low + high) / 2
            if edges[middle].byte < byte { low = middle + 1 } else { high = middle }
        }
        return low < edges.count && edges[low].byte == byte ? edges[low].id : nil
    }
}

/// The tokens since the last edge that nothing to come can move: what a check has to look back at.
internal struct CanonicalWindow: Sendable, Hashable {
    let bytes: [UInt8]
    let ids: [Int]
    /// Equal windows have equal ones.
    let fingerprint: UInt64

    init(bytes: [UInt8] = [], ids: [Int] = []) {
        self.bytes = bytes
        self.ids = ids
        // The bytes are those of the ids.
        fingerprint = ids.reduce(1) { HashChains.mix($0, UInt64($1)) }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
