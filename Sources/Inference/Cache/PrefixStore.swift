// The seam to blocks that outlive the process. Inference asks for them and offers them; where they lie, how they are named
// and what may be wrong with them is the store's affair.

package import Engine

/// A block that was found, and the tokens whose keys and values it holds.
package struct StoredBlock: Sendable {
    /// 1 to 64 of them.
    package var tokens: [Int32]
    package var block: KVBlock

    package init(tokens: [Int32], block: KVBlock) {
        self.tokens = tokens
        self.block = block
    }
}

/// Blocks of one model's keys and values, kept for other processes and later ones. A store that fails has nothing: no
/// failure of it reaches a generation.
package protocol PrefixStore: Sendable {
    /// The blocks that continue the first `index` full blocks of `tokens`: full ones as far as they go, then the one that
    /// has most of the next tokens, if that is more than `known` positions in all.
    func blocks(of tokens: [Int32], from index: Int, beyond known: Int) -> [StoredBlock]
    /// Keeps the blocks of a sequence that are not kept yet. Returns at once; the blocks are never written again by their
    /// owner.
    func keep(_ tokens: [Int32], _ state: KVState)
    /// Whether everything that is found has to be computed again and compared.
    var isVerifying: Bool { get }
    /// What became of the comparison of the block at `index` of the sequence `tokens`.
    func compared(_ tokens: [Int32], blockAt index: Int, isEqual: Bool)
}
