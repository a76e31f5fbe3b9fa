// Masks by what they depend on. Inside a string nearly every token is decided by the lexeme's state alone, whatever the
// stack below: those bits are kept per lexeme state, with the places in the trie where a token may leave the lexeme.

/// What a lexeme state says of the tokens.
internal struct LexemeMask {
    /// Tokens that end within the lexeme, or at its end.
    var mask: TokenMask
    /// The trie that was walked: of all tokens, or of those that are not plain text.
    var trie: VocabularyTrie
    /// Nodes of `trie` where the lexeme may end and tokens go on.
    var exits: [Int32]
    /// The largest charge of a lexeme state that one of the tokens leads to.
    var maximumCharge: Int32
    /// The longest of the witnesses of those states, in bytes.
    var maximumLength: Int

    /// Counts a state that a token leads to.
    mutating func take(_ state: Int32, _ lexemes: inout LexemeAutomaton) {
        maximumCharge = max(maximumCharge, lexemes.charge(of: state))
        maximumLength = max(maximumLength, lexemes.witnessLength(state))
    }

    /// Inserts all tokens of a node and below.
    mutating func insert(_ trie: VocabularyTrie, from node: Int) {
        let end = Int(trie.nodes[Int(trie.nodes[node].end)].firstToken)
        for place in Int(trie.nodes[node].firstToken)..<end { mask.insert(Int(trie.order[place])) }
    }
}

/// The mask of a parser state, the budget aside.
internal struct StateMask {
    enum Tokens {
        case few([Int32])
        case many(TokenMask)
    }

    var tokens: Tokens
    /// Bound A of the state that the dearest token leads to, or more: with this many left no token need be checked.
    var maximumCharge: Int32

    /// In bytes.
    var size: Int {
        switch tokens {
        case .few(let tokens): tokens.count * 4 + 64
        case .many(let mask): mask.words.count * 8 + 64
        }
    }
}

internal struct MaskCache {
    /// Bytes of masks kept of each kind; beyond, all are forgotten.
    static let limit = 2_500_000

    let vocabulary: VocabularyTrie
    private(set) var lexemes: [Int32: LexemeMask] = [:]
    private(set) var states: [Int32: StateMask] = [:]
    private var lexemePool = MaskPool()
    private var statePool = MaskPool()
    private var lexemeBytes = 0
    private var stateBytes = 0

    /// The vocabulary's slice, looked up when first needed.
    private(set) lazy var slice = vocabulary.slice

    init(vocabulary: VocabularyTrie) { self.vocabulary = vocabulary }

    var byteCount: Int { lexemeBytes + stateBytes }

    /// The masks of lexemes alone.
    var withoutStates: MaskCache {
        var result = self
        result.states = [:]
        result.statePool = MaskPool()
        result.stateBytes = 0
        return result
    }

    mutating func insert(_ mask: LexemeMask, lexeme: Int32) {
        let most = mask.mask.words.count * 8 + mask.exits.count * 4 + 64
        if lexemeBytes + most > Self.limit {
            lexemes.removeAll(keepingCapacity: true)
            lexemePool = MaskPool()
            lexemeBytes = 0
        }
        var kept = mask
        lexemeBytes += lexemePool.share(&kept.mask) + mask.exits.count * 4 + 64
        lexemes[lexeme] = kept
    }

    mutating func insert(_ mask: StateMask, state: Int32) {
        let most = mask.size
        if stateBytes + most > Self.limit {
            states.removeAll(keepingCapacity: true)
            statePool = MaskPool()
            stateBytes = 0
        }
        var kept = mask
        if case .many(var tokens) = mask.tokens {
            stateBytes += statePool.share(&tokens) + 64
            kept.tokens = .many(tokens)
        } else {
            stateBytes += most
        }
        states[state] = kept
    }
}

/// Masks of which each is kept once: in the midst of a counted text one place allows what the next one does.
private struct MaskPool {
    private var masks: [UInt64: TokenMask] = [:]

    /// Puts an equal mask of the pool in place of `mask`, where there is one.
    /// - Returns: the bytes that the pool grew by.
    mutating func share(_ mask: inout TokenMask) -> Int {
        let key = mask.fingerprint
        if let known = masks[key] {
            guard known == mask else { return mask.words.count * 8 }
            mask = known
            return 0
        }
        masks[key] = mask
        return mask.words.count * 8
    }
}
