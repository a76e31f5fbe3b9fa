// The keys and values of a sequence so far. A value: copying it is a fork, which shares every block until one side writes.

/// What a decoder remembers of the tokens it has read.
package struct KVState: Sendable {
    package let layout: KVLayout
    package private(set) var blocks: [KVBlock] = []
    /// Positions held: the next token is read at this one.
    package private(set) var count = 0

    package init(layout: KVLayout) { self.layout = layout }

    /// A sequence of blocks that are known already; `blocks` hold `count` positions, all but the last one full.
    package init(layout: KVLayout, blocks: [KVBlock], count: Int) {
        precondition(blocks.count == (count + KVLayout.positions - 1) / KVLayout.positions)
        precondition(blocks.allSatisfy { $0.layout == layout })
        self.layout = layout
        self.blocks = blocks
        self.count = count
    }

    /// The same sequence cut after `count` positions; shares the blocks.
    package func prefix(_ count: Int) -> KVState {
        precondition(count >= 0 && count <= self.count)
        var result = KVState(layout: layout)
        result.blocks = Array(blocks.prefix((count + KVLayout.positions - 1) / KVLayout.positions))
        result.count = count
        return result
    }

    /// Makes room for `positions` more, with every block that they touch owned by this state alone.
    mutating func reserve(_ positions: Int) {
        let last = (count + positions + KVLayout.positions - 1) / KVLayout.positions
        let first = count / KVLayout.positions
        if first < blocks.count, !isKnownUniquelyReferenced(&blocks[first]) {
            blocks[first] = KVBlock(copying: blocks[first])
        }
        while blocks.count < last { blocks.append(KVBlock(layout: layout)) }
    }

    /// Gives back the blocks that were reserved and not written.
    mutating func discardReserved() {
        blocks.removeLast(blocks.count - (count + KVLayout.positions - 1) / KVLayout.positions)
    }

    /// Counts positions whose keys and values have been written.
    mutating func commit(_ positions: Int) { count += positions }

    /// The stored bytes of all positions held, for comparison.
    package var bytes: [UInt8] {
        blocks.enumerated().flatMap { index, block in
            block.bytes(upTo: min(KVLayout.positions, count - index * KVLayout.positions))
        }
    }
}
