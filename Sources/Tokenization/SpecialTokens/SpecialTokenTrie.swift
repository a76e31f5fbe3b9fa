// The special tokens of a vocabulary (control and user-defined ones) as a prefix tree over bytes.

/// Finds special tokens in text.
struct SpecialTokenTrie: Sendable {
    /// The nodes by their parts; node 0 is the root. Children of a node are a linked list.
    private var bytes: [UInt8] = [0]
    private var firstChild: [Int32] = [-1]
    private var sibling: [Int32] = [-1]
    private var tokens: [TokenID] = [-1]
    /// The child of the root for each byte, or negative.
    private var roots = [Int32](repeating: -1, count: 256)

    init(_ vocabulary: Vocabulary) {
        let table = vocabulary.table
        for token in 0..<TokenID(vocabulary.count) {
            switch vocabulary.kinds[Int(token)] {
            case .control, .unknown, .userDefined: insert(token, table.bytes[table.range(of: token)])
            case .normal, .unused, .byte: break
            }
        }
    }

    private mutating func insert(_ token: TokenID, _ text: ArraySlice<UInt8>) {
        guard let first = text.first else { return }
        if roots[Int(first)] < 0 { roots[Int(first)] = appendNode(first, sibling: -1) }
        var node = roots[Int(first)]
        for byte in text.dropFirst() {
            var child = firstChild[Int(node)]
            while child >= 0, bytes[Int(child)] != byte { child = sibling[Int(child)] }
            if child < 0 {
                child = appendNode(byte, sibling: firstChild[Int(node)])
                firstChild[Int(node)] = child
            }
            node = child
        }
        tokens[Int(node)] = token
    }

    private mutating func appendNode(_ byte: UInt8, sibling next: Int32) -> Int32 {
        bytes.append(byte)
        firstChild.append(-1)
        sibling.append(next)
        tokens.append(-1)
        return Int32(bytes.count - 1)
    }

    /// The longest token at `start` that ends by `limit` and is allowed, and its length.
    func longestMatch(
        in text: [UInt8], at start: Int, limit: Int, where isAllowed: (_ token: TokenID, _ end: Int) -> Bool
    ) -> (token: TokenID, length: Int)? {
        guard start < limit else { return nil }
        var node = roots[Int(text[start])]
        var longest: (token: TokenID, length: Int)?
        var index = start + 1
        while node >= 0 {
            let token = tokens[Int(node)]
            if token >= 0, isAllowed(token, index) { longest = (token, index - start) }
            guard index < limit else { break }
            let byte = text[index]
            node = firstChild[Int(node)]
            while node >= 0, bytes[Int(node)] != byte { node = sibling[Int(node)] }
            index += 1
        }
        return longest
    }
}
