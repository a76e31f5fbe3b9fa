// A node of the radix tree over blocks: up to 64 tokens at an absolute place, and the keys and values computed for them
// after all tokens above.

internal import Engine

/// One block of the tree. A node with fewer than 64 tokens has no children.
final class PrefixNode {
    let tokens: [Int32]
    /// Nil in the root alone.
    let block: KVBlock?
    private(set) weak var parent: PrefixNode?
    /// Compared by all ids, never by a hash alone.
    private(set) var children: [[Int32]: PrefixNode] = [:]
    /// The number of the request that used it last.
    var lastUse = 0

    init() { (tokens, block) = ([], nil) }

    private init(_ tokens: [Int32], _ block: KVBlock, parent: PrefixNode) {
        (self.tokens, self.block, self.parent) = (tokens, block, parent)
    }

    /// The child that holds a block's tokens: one that is there, or a new one in place of those that hold a part of them.
    /// The second value is the bytes that came to be held by it.
    func child(holding part: [Int32], _ block: KVBlock) -> (PrefixNode, addedByteCount: Int) {
        if let known = children[part] { return (known, 0) }
        if part.count < KVLayout.positions, let longer = children.values.first(where: { $0.tokens.starts(with: part) })
        {
            return (longer, 0)
        }
        var added = block.layout.byteCount
        for shorter in children.values where part.starts(with: shorter.tokens) {
            children[shorter.tokens] = nil
            added -= block.layout.byteCount
        }
        let child = PrefixNode(part, block, parent: self)
        children[part] = child
        return (child, added)
    }

    /// The child that has most of the next tokens, and how many.
    func closest(to next: ArraySlice<Int32>) -> (node: PrefixNode, count: Int)? {
        var best: (node: PrefixNode, count: Int)?
        for child in children.values {
            let count = zip(child.tokens, next).prefix { $0 == $1 }.count
            if count > best?.count ?? 0 { best = (child, count) }
        }
        return best
    }

    /// Takes a leaf off the tree.
    func remove() { parent?.children[tokens] = nil }

    /// All nodes below that have no children.
    var leaves: [PrefixNode] {
        var leaves: [PrefixNode] = []
        var open = Array(children.values)
        while let node = open.popLast() {
            if node.children.isEmpty { leaves.append(node) } else { open += node.children.values }
        }
        return leaves
    }
}
