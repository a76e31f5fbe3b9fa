// The special tokens of a vocabulary (control and user-defined ones) as a prefix tree over bytes.

/// Finds special tokens in text. Those that are structure are only for trusted text: control tokens, and user-defined ones
/// with a name like `<|user|>`, which many files ought to have typed as control.
struct SpecialTokenTrie: Sendable {
    /// The nodes by their parts; node 0 is the root. Children of a node are a linked list.
    private var bytes: [UInt8] = [0]
    private var firstChild: [Int32] = [-1]
    private var sibling: [Int32] = [-1]
    private var tokens: [TokenID] = [-1]
    private var needsTrust: [Bool] = [false]
    /// The child of the root for each byte, or negative.
    private var roots = [Int32](repeating: -1, count: 256)
    /// Bytes of the longest token that needs no trust.
    private(set) var longestUntrusted = 0

    init(_ vocabulary: Vocabulary) {
        let table = vocabulary.table
        for token in 0..<TokenID(vocabulary.count) {
            switch vocabulary.kinds[Int(token)] {
            case .control, .unknown:
                insert(token, table.bytes[table.range(of: token)], needsTrust: true)
            case .userDefined:
                let text = table.bytes[table.range(of: token)]
                let needsTrust = Self.needsTrust(token, vocabulary)
                insert(token, text, needsTrust: needsTrust)
                if !needsTrust { longestUntrusted = max(longestUntrusted, text.count) }
            case .normal, .unused, .byte: break
            }
        }
    }

    /// Whether a token that a file types as text is found in trusted text only.
    static func needsTrust(_ token: TokenID, _ vocabulary: Vocabulary) -> Bool {
        guard vocabulary.kinds.indices.contains(Int(token)), vocabulary.kinds[Int(token)] == .userDefined else {
            return false
        }
        let text = vocabulary.table.bytes[vocabulary.table.range(of: token)]
        return looksLikeControl(text) || turnMarkers.contains(text)
    }

    /// Markers of calls and of reasoning, which many files type as text: whoever could type them could make a call or an
    /// output up.
    private static let turnMarkers = Set(
        [
            "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>", "[TOOL_CALLS]",
            "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[THINK]", "[/THINK]",
        ].map { ArraySlice(Array($0.utf8)) })

    /// Whether a name is between `<|` and `|>`, or the same with the full-width bar.
    private static func looksLikeControl(_ name: ArraySlice<UInt8>) -> Bool {
        [("<|", "|>"), ("<｜", "｜>")].contains { open, close in
            name.count > open.utf8.count + close.utf8.count && name.starts(with: open.utf8)
                && name.suffix(close.utf8.count).elementsEqual(close.utf8)
        }
    }

    private mutating func insert(_ token: TokenID, _ text: ArraySlice<UInt8>, needsTrust: Bool) {
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
        self.needsTrust[Int(node)] = needsTrust
    }

    private mutating func appendNode(_ byte: UInt8, sibling next: Int32) -> Int32 {
        bytes.append(byte)
        firstChild.append(-1)
        sibling.append(next)
        tokens.append(-1)
        needsTrust.append(false)
        return Int32(bytes.count - 1)
    }

    /// The longest token at `start` that ends by `limit` and may stand there, and its length.
    func longestMatch(in prompt: PromptText, at start: Int, limit: Int) -> (token: TokenID, length: Int)? {
        let text = prompt.bytes
        guard start < limit else { return nil }
        var node = roots[Int(text[start])]
        var longest: (token: TokenID, length: Int)?
        var index = start + 1
        while node >= 0 {
            let token = tokens[Int(node)]
            if token >= 0, !needsTrust[Int(node)] || prompt.isTrusted(start..<index) {
                longest = (token, index - start)
            }
            guard index < limit else { break }
            let byte = text[index]
            node = firstChild[Int(node)]
            while node >= 0, bytes[Int(node)] != byte { node = sibling[Int(node)] }
            index += 1
        }
        return longest
    }
}
