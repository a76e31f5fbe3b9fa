// Prefixes that were computed, kept to be continued: forks of a conversation and its next turns share what they have in
// common, in this process by a radix tree, beyond it by a store. Which prefix is reused has no influence on any bit, so it
// may be used blindly.

internal import Engine

/// Keys and values by the tokens before them, in blocks of 64 absolute positions, under a limit of bytes. A block is shared
/// by reference: one that leaves the tree lives on in the sequences that still use it.
struct PrefixCache {
    private let root = PrefixNode()
    private let layout: KVLayout
    private let byteLimit: Int
    private let store: (any PrefixStore)?
    private var clock = 0
    /// Bytes of all blocks in the tree.
    private(set) var byteCount = 0

    init(layout: KVLayout, byteLimit: Int, store: (any PrefixStore)? = nil) {
        self.layout = layout
        self.byteLimit = byteLimit
        self.store = store
    }

    /// The state of the longest known prefix of `tokens`, at most `limit` positions.
    ///
    /// - Parameter recompute: keys and values of tokens from nothing, for a store that wants comparison; nil where that is
    ///   cancelled.
    mutating func longestPrefix(
        of tokens: [Int32], limit: Int, recompute: ([Int32]) -> KVState? = { _ in nil }
    ) -> KVState {
        clock += 1
        let wanted = Array(tokens.prefix(limit))
        var match = match(wanted)
        if let store, match.count < wanted.count {
            var found = store.blocks(of: wanted, from: match.full.count, beyond: match.count)
            if !found.isEmpty {
                if store.isVerifying { compare(&found, after: match.full, with: store, recompute) }
                var node = match.full.last ?? root
                for found in found { node = add(found.tokens, found.block, to: node) }
                match = self.match(wanted)
                evict()
            }
        }
        for node in match.nodes { node.lastUse = clock }
        return KVState(layout: layout, blocks: match.nodes.compactMap(\.block), count: match.count)
    }

    /// Remembers a sequence; `tokens` are those whose keys and values `state` holds.
    mutating func store(_ tokens: [Int32], state: KVState) {
        remember(tokens, state.blocks, count: state.count)
        store?.keep(tokens, state)
    }

    /// Lets others have what of a sequence is whole blocks, which its owner will never write again.
    mutating func share(_ tokens: [Int32], state: KVState) {
        let full = state.count / KVLayout.positions
        remember(
            Array(tokens.prefix(full * KVLayout.positions)), Array(state.blocks.prefix(full)),
            count: full * KVLayout.positions)
    }

    private mutating func remember(_ tokens: [Int32], _ blocks: [KVBlock], count: Int) {
        precondition(tokens.count == count)
        clock += 1
        var node = root
        for (index, block) in blocks.enumerated() {
            node = add(Array(tokens[Self.range(of: index, in: tokens)]), block, to: node)
        }
        evict()
    }

    private static func range(of index: Int, in tokens: [Int32]) -> Range<Int> {
        index * KVLayout.positions..<min(tokens.count, (index + 1) * KVLayout.positions)
    }

    private mutating func add(_ tokens: [Int32], _ block: KVBlock, to node: PrefixNode) -> PrefixNode {
        let (child, added) = node.child(holding: tokens, block)
        byteCount += added
        child.lastUse = clock
        return child
    }

    /// What the tree has of `tokens`.
    private struct Match {
        /// Nodes whose 64 tokens are all wanted.
        var full: [PrefixNode] = []
        /// One of which the first `partCount` tokens are.
        var part: PrefixNode?
        var partCount = 0

        var nodes: [PrefixNode] { full + (part.map { [$0] } ?? []) }
        var count: Int { full.count * KVLayout.positions + partCount }
    }

    private func match(_ tokens: [Int32]) -> Match {
        var match = Match()
        var node = root
        var rest = tokens[...]
        while rest.count >= KVLayout.positions, let child = node.children[Array(rest.prefix(KVLayout.positions))] {
            match.full.append(child)
            node = child
            rest = rest.dropFirst(KVLayout.positions)
        }
        if let closest = node.closest(to: rest) { (match.part, match.partCount) = closest }
        return match
    }

    /// Computes again what a store has found, tells it how that compares, and goes on with what was computed.
    private func compare(
        _ found: inout [StoredBlock], after known: [PrefixNode], with store: any PrefixStore,
        _ recompute: ([Int32]) -> KVState?
    ) {
        let tokens = (known.map(\.tokens) + found.map(\.tokens)).flatMap { $0 }
        guard let state = recompute(tokens) else { return }
        for index in found.indices {
            let (count, block) = (found[index].tokens.count, state.blocks[known.count + index])
            let isEqual = block.bytes(upTo: count) == found[index].block.bytes(upTo: count)
            store.compared(tokens, blockAt: known.count + index, isEqual: isEqual)
            found[index].block = block
        }
    }

    /// Drops leaves, those first that were not used for longest, until the limit is kept. Cost: a look at the tree each.
    private mutating func evict() {
        while byteCount > byteLimit, let leaf = root.leaves.min(by: { $0.lastUse < $1.lastUse }) {
            leaf.remove()
            byteCount -= layout.byteCount
        }
    }
}
