// Prefixes computed in this process, kept to be continued: forks of a conversation and its next turns share what they
// have in common. Which prefix is reused has no influence on any bit, so it may be used blindly.

internal import Engine

/// Sequences with their keys and values, least recently used first, under a limit of bytes. Blocks that sequences share
/// are counted once.
struct PrefixCache {
    private struct Entry {
        var tokens: [Int32]
        var state: KVState
    }

    private var entries: [Entry] = []
    private let byteLimit: Int

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// The state of the longest known prefix of `tokens`, at most `limit` positions. Compares ids, not hashes.
    mutating func longestPrefix(of tokens: [Int32], limit: Int, layout: KVLayout) -> KVState {
        var best: (index: Int, count: Int)?
        for (index, entry) in entries.enumerated() {
            let count = min(limit, zip(entry.tokens, tokens).prefix { $0 == $1 }.count)
            if count > best?.count ?? 0 { best = (index, count) }
        }
        guard let best else { return KVState(layout: layout) }
        let entry = entries.remove(at: best.index)
        entries.append(entry)
        return entry.state.prefix(best.count)
    }

    /// Remembers a sequence; `tokens` are those whose keys and values `state` holds.
    mutating func store(_ tokens: [Int32], state: KVState) {
        precondition(tokens.count == state.count)
        guard !tokens.isEmpty else { return }
        entries.removeAll { $0.tokens.count <= tokens.count && tokens.starts(with: $0.tokens) }
        entries.append(Entry(tokens: tokens, state: state))
        while entries.count > 1, byteCount > byteLimit { entries.removeFirst() }
    }

    /// Bytes of all distinct blocks.
    var byteCount: Int {
        var seen: Set<ObjectIdentifier> = []
        var bytes = 0
        for block in entries.lazy.flatMap(\.state.blocks) where seen.insert(ObjectIdentifier(block)).inserted {
            bytes += block.layout.byteCount
        }
        return bytes
    }
}
