// The vocabulary as a flat trie in depth-first order: a walk that meets a byte which cannot follow skips the whole
// subtree by one addition. Knows the bytes of tokens and nothing of how text is split into them.

internal import Synchronization

/// All tokens that can be written, by their bytes. Special tokens and empty ones are not in it.
package final class VocabularyTrie: Sendable {
    /// One byte of some tokens. Node 0 is the root.
    internal struct Node: Sendable {
        /// The node after the subtree.
        var end: Int32
        /// The first of its tokens in `order`; its last is before the next node's first.
        var firstToken: Int32
        var byte: UInt8
        var depth: UInt16
    }

    /// Longer tokens are few.
    internal static let usualLength = 32

    internal let nodes: [Node]
    /// For a node that begins a character: the kinds of all characters from it on. `others` within characters.
    internal let kinds: [CharacterKinds]
    /// Nodes at `usualLength` that go on, ascending.
    internal let deepNodes: [Int32]
    /// Token ids in the order of their nodes.
    internal let order: [Int32]
    /// The child of the root for each byte; 0: none.
    internal let rootChild: [Int32]
    private let bytes: [UInt8]
    private let starts: [Int32]

    /// The number of token ids, special ones included.
    package let count: Int
    /// The bytes that have a token of their own. No other byte is ever generated: what it begins could not be finished.
    package let alphabet: ByteSet
    package let maximumTokenLength: Int
    private let sliced = Mutex<TextSlice?>(nil)

    /// - Parameter tokens: the bytes of each token; nil or empty where it stands for no text.
    package init(tokens: [[UInt8]?]) {
        count = tokens.count
        var flat: [UInt8] = []
        var starts: [Int32] = [0]
        for token in tokens {
            flat += token ?? []
            starts.append(Int32(flat.count))
        }
        let usable = tokens.indices.filter { tokens[$0]?.isEmpty == false && (tokens[$0]?.count ?? 0) < 0xFFFF }
        let sorted = Self.sorted(usable, tokens)
        let alphabet = ByteSet(usable.compactMap { id in tokens[id].flatMap { $0.count == 1 ? $0[0] : nil } })
        var nodes = [Node(end: 0, firstToken: 0, byte: 0, depth: 0)]
        var kinds: [CharacterKinds] = [.others]
        var deepNodes: [Int32] = []
        var path: [Int] = [0]
        var before: [UInt8] = []
        var order: [Int32] = []
        for id in sorted {
            let token = tokens[id] ?? []
            var common = 0
            while common < min(before.count, token.count), before[common] == token[common] { common += 1 }
            for closed in path[(common + 1)...] { nodes[closed].end = Int32(nodes.count) }
            path.removeSubrange((common + 1)...)
            for place in common..<token.count {
                path.append(nodes.count)
                nodes.append(
                    Node(end: 0, firstToken: Int32(order.count), byte: token[place], depth: UInt16(place + 1)))
                kinds.append([])
            }
            for (place, more) in CharacterKinds.suffixes(of: token, alphabet).enumerated() {
                kinds[path[place + 1]].formUnion(more)
            }
            if token.count > Self.usualLength, deepNodes.last != Int32(path[Self.usualLength]) {
                deepNodes.append(Int32(path[Self.usualLength]))
            }
            order.append(Int32(id))
            before = token
        }
        for closed in path { nodes[closed].end = Int32(nodes.count) }
        let nodeCount = nodes.count
        nodes.append(
            Node(end: Int32(nodeCount), firstToken: Int32(order.count), byte: 0, depth: 0))  // a sentinel
        var rootChild = [Int32](repeating: 0, count: 256)
        var child = 1
        while child < nodeCount {
            rootChild[Int(nodes[child].byte)] = Int32(child)
            child = Int(nodes[child].end)
        }
        self.nodes = nodes
        self.order = order
        self.rootChild = rootChild
        self.bytes = flat
        self.starts = starts
        self.alphabet = alphabet
        self.kinds = kinds
        self.deepNodes = deepNodes
        maximumTokenLength = usable.lazy.map { tokens[$0]?.count ?? 0 }.max() ?? 0
    }

    /// Tokens by their bytes, equal ones by id. Compares the first eight bytes as one number, which decides nearly always.
    private static func sorted(_ usable: [Int], _ tokens: [[UInt8]?]) -> [Int] {
        var keyed = usable.map { id -> (prefix: UInt64, id: Int) in
            var prefix: UInt64 = 0
            let token = tokens[id] ?? []
            for place in 0..<8 { prefix = prefix << 8 | (place < token.count ? UInt64(token[place]) : 0) }
            return (prefix, id)
        }
        keyed.sort { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            let (a, b) = (tokens[left.id] ?? [], tokens[right.id] ?? [])
            return a == b ? left.id < right.id : a.lexicographicallyPrecedes(b)
        }
        return keyed.map(\.id)
    }

    /// The bytes of a token: none where it stands for no text or there is no such token.
    package func bytes(of token: Int) -> ArraySlice<UInt8> {
        guard token >= 0, token < count else { return [] }
        return bytes[Int(starts[token])..<Int(starts[token + 1])]
    }

    /// The split of this vocabulary into plain text and the rest, made when first asked for.
    internal var slice: TextSlice {
        sliced.withLock { known in
            if let known { return known }
            let slice = TextSlice(self)
            known = slice
            return slice
        }
    }

    /// The number of nodes, without the sentinel.
    internal var nodeCount: Int { nodes.count - 1 }

    /// The node that `byte` leads to; nil where no token goes on so.
    internal func child(of node: Int, _ byte: UInt8) -> Int? {
        if node == 0 {
            let child = Int(rootChild[Int(byte)])
            return child == 0 ? nil : child
        }
        var child = node + 1
        let end = Int(nodes[node].end)
        while child < end {
            let there = nodes[child]
            if there.byte == byte { return child }
            if there.byte > byte { return nil }
            child = Int(there.end)
        }
        return nil
    }

    /// The tokens that end at `node`.
    internal func tokens(at node: Int) -> [Int] {
        order[Int(nodes[node].firstToken)..<tokenEnd(node)].map { Int($0) }
    }

    /// The tokens that go on from `node`.
    internal func tokens(below node: Int) -> ArraySlice<Int32> {
        order[tokenEnd(node)..<Int(nodes[Int(nodes[node].end)].firstToken)]
    }

    /// Whether a token ends at `node`.
    internal func hasToken(_ node: Int) -> Bool { tokenEnd(node) > Int(nodes[node].firstToken) }

    /// The tokens that end at `node` stand in `order` from `firstToken` to here.
    internal func tokenEnd(_ node: Int) -> Int { Int(nodes[node + 1].firstToken) }
}
