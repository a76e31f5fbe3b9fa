// Mask and canonical: a token is allowed if some completion after it proves that the answer can be closed as the tokenizer
// itself would have split it. The completions are a fixed ordered list per state, so that every path asks the same
// question. One certificate is carried along; its first token is always allowed, so no mask is ever empty and the budget
// that it fits holds to the end. (Vieira et al., 2025, arXiv:2506.07956, on canonical splits.)

internal struct CertificateSearch {
    /// How many second tokens are looked at where no completion will do, shortest first, and how many are tried.
    static let secondTokenLimit = 512
    static let secondTokenTries = 16
    private static let memoryLimit = 4_000

    let canonicalizer: any Canonicalizer
    var completions: [Completion] = []
    var numbers: [[UInt8]: Int] = [:]
    /// Completions by state: the witness alone, and all.
    var witness: [Int32: Int] = [:]
    var probes: [Int32: Probes] = [:]
    /// By state: the tokens that are looked at where no completion will do.
    private var seconds: [Int32: [Int]] = [:]
    /// 1 where two tokens never follow each other in one piece.
    private var pairs = NumberTable()
    private var results: [Question: Certificate?] = [:]

    private struct Question: Hashable {
        let state: Int32
        let token: Int
        let window: CanonicalWindow

        func hash(into hasher: inout Hasher) {
            hasher.combine(HashChains.mix(window.fingerprint, state, Int32(truncatingIfNeeded: token)))
        }
    }

    init(_ canonicalizer: any Canonicalizer) { self.canonicalizer = canonicalizer }

    /// The shortest of the start's completions.
    mutating func begin(_ parser: inout Parser) -> Certificate? {
        var best: Certificate?
        for number in [witnessNumber(parser.start, &parser)] + probeNumbers(parser.start, &parser) {
            guard let ids = completions[number].ids, ids.count < best?.count ?? .max else { continue }
            best = Certificate(head: [], tail: ids[...])
        }
        return best
    }

    /// The window after one more token.
    func advance(_ window: CanonicalWindow, token: Int, bytes: ArraySlice<UInt8>, _ vocabulary: VocabularyTrie)
        -> CanonicalWindow
    {
        let text = window.bytes + bytes
        let ids = window.ids + [token]
        guard String(validating: text, as: UTF8.self) != nil else { return CanonicalWindow(bytes: text, ids: ids) }
        let edge: Int
        if let starts = canonicalizer.pieces(text) {
            edge = starts.last ?? 0
        } else {
            edge = max(0, text.count - max(bytes.count, canonicalizer.contextByteCount))
        }
        var dropped = 0
        var place = 0
        var whole = (tokens: 0, bytes: 0)
        for id in ids {
            let end = place + vocabulary.bytes(of: id).count
            guard end <= edge else { break }
            place = end
            dropped += 1
            if end == text.count || text[end] & 0xC0 != 0x80 { whole = (dropped, end) }
        }
        // With pieces, tokens end where pieces do; without, any end of a character will do.
        if canonicalizer.hasPieces, place != edge { return CanonicalWindow(bytes: text, ids: ids) }
        return CanonicalWindow(bytes: Array(text.dropFirst(whole.bytes)), ids: Array(ids.dropFirst(whole.tokens)))
    }

    /// A certificate of at most `room` tokens after `token`, which leads to `state`.
    mutating func certificate(
        _ window: CanonicalWindow, token: Int, state: Int32, room: Int, _ parser: inout Parser
    ) -> Certificate? {
        let question = Question(state: state, token: token, window: window)
        if let known = results[question] {
            guard let known else { return nil }
            if known.count <= room { return known }
        } else {
            let found = search(window, token: token, state: state, room: .max, &parser)
            if results.count > Self.memoryLimit { results.removeAll(keepingCapacity: true) }
            results[question] = .some(found)
            guard let found else { return nil }
            if found.count <= room { return found }
        }
        return search(window, token: token, state: state, room: room, &parser)
    }

    private mutating func search(
        _ window: CanonicalWindow, token: Int, state: Int32, room: Int, _ parser: inout Parser
    ) -> Certificate? {
        let vocabulary = parser.vocabulary
        if let last = window.ids.last, pairs[pair(last, token)] == 1 { return nil }
        let bytes = window.bytes + vocabulary.bytes(of: token)
        let ids = window.ids + [token]
        let first = completions[witnessNumber(state, &parser)]
        if let found = glue(bytes, ids, first, vocabulary, isSpelled: true), found.count <= room { return found }
        if isRefuted(window, token, vocabulary) { return nil }
        var place = 0
        while let number = probe(place, state, &parser) {
            if let found = glue(bytes, ids, completions[number], vocabulary, isSpelled: true), found.count <= room {
                return found
            }
            place += 1
        }
        return secondToken(bytes, ids, state: state, room: room, &parser)
    }

    private func pair(_ left: Int, _ right: Int) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: left)) << 32 | UInt64(UInt32(truncatingIfNeeded: right))
    }

    /// Whether the last token and this one lie in one piece and never follow each other there.
    private mutating func isRefuted(_ window: CanonicalWindow, _ token: Int, _ vocabulary: VocabularyTrie) -> Bool {
        guard let last = window.ids.last else { return false }
        let known = pairs[pair(last, token)]
        if known >= 0 { return known == 1 }
        let text = Array(vocabulary.bytes(of: last)) + vocabulary.bytes(of: token)
        var result = false
        if !canonicalizer.hasPieces {
            if let ids = canonicalizer.encode(text) { result = ids != [last, token] }
        } else if canonicalizer.pieces(text)?.count == 1, let ids = canonicalizer.encode(text) {
            result = ids != [last, token]
            // A contraction or a space may begin the piece elsewhere than the pair alone suggests: ask the completions then.
            if result {
                let whole = window.bytes + vocabulary.bytes(of: token)
                let starts = canonicalizer.pieces(whole) ?? []
                return starts.last ?? 0 <= whole.count - text.count
            }
        }
        if pairs.count > Self.memoryLimit * 16 { pairs.removeAll() }
        pairs.set(pair(last, token), result ? 1 : 0)
        return result
    }

    /// What follows `ids` in the split of `bytes` and the completion; nil where that split begins otherwise. Only the text up
    /// to the first edge that the two share is split again.
    /// - Parameter isSpelled: whether `bytes` are those of `ids`, with no token between them and the completion.
    private func glue(
        _ bytes: [UInt8], _ ids: [Int], _ completion: Completion, _ vocabulary: VocabularyTrie,
        isSpelled: Bool
    ) -> Certificate? {
        guard let own = completion.ids ?? (completion.text.isEmpty ? [] : nil) else {
            return whole(bytes, ids, completion.text)
        }
        guard canonicalizer.hasPieces else {
            return glueByPairs(bytes, ids, completion, own, vocabulary, isSpelled: isSpelled)
        }
        var taken = 1
        while taken < completion.edges.count {
            let limit = taken + 1 < completion.edges.count ? completion.edges[taken + 1].byte : completion.text.count
            let text = bytes + completion.text[..<limit]
            let starts = canonicalizer.pieces(text) ?? []
            for start in starts where start >= bytes.count {
                guard let before = completion.tokens(before: start - bytes.count) else { continue }
                // A word of one token or two is known from elsewhere.
                if isSpelled, start == bytes.count, ids.count < 3, starts.last(where: { $0 < start }) == 0,
                    canonicalizer.isPiece(ids[0], ids.count > 1 ? ids[1] : nil, bytes)
                {
                    return Certificate(head: [], tail: own[before...])
                }
                guard let head = canonicalizer.encode(Array(text[..<start])), head.starts(with: ids) else { return nil }
                return Certificate(head: head[ids.count...], tail: own[before...])
            }
            taken += taken
        }
        return whole(bytes, ids, completion.text)
    }

    private func whole(_ bytes: [UInt8], _ ids: [Int], _ rest: [UInt8]) -> Certificate? {
        guard let all = canonicalizer.encode(bytes + rest), all.starts(with: ids) else { return nil }
        return Certificate(head: all[ids.count...], tail: [])
    }

    /// A split is canonical where every two neighbours are: so far into the completion that its own split goes on.
    private func glueByPairs(
        _ bytes: [UInt8], _ ids: [Int], _ completion: Completion, _ own: [Int], _ vocabulary: VocabularyTrie,
        isSpelled: Bool
    ) -> Certificate? {
        if isSpelled, let found = glueAtSeam(bytes, ids, completion, own, vocabulary) { return found }
        var text = bytes
        for taken in 0...min(own.count, 8 + canonicalizer.contextByteCount) {
            if taken > 0 { text += vocabulary.bytes(of: own[taken - 1]) }
            if taken < own.count, text.count - bytes.count < canonicalizer.contextByteCount { continue }
            guard let head = canonicalizer.encode(text) else { continue }
            guard head.starts(with: ids) else { return nil }
            guard taken < own.count, let last = head.last else {
                return taken == own.count ? Certificate(head: head[ids.count...], tail: []) : nil
            }
            let seam = Array(vocabulary.bytes(of: last)) + vocabulary.bytes(of: own[taken])
            if canonicalizer.encode(seam) == [last, own[taken]] {
                return Certificate(head: head[ids.count...], tail: own[taken...])
            }
        }
        return whole(bytes, ids, completion.text)
    }

    /// Where nothing is cut out whole near the seam, the neighbours there decide: those before it and after it are neighbours
    /// already. (Vieira et al., proposition on bigrams.)
    private func glueAtSeam(
        _ bytes: [UInt8], _ ids: [Int], _ completion: Completion, _ own: [Int], _ vocabulary: VocabularyTrie
    ) -> Certificate? {
        guard let token = ids.last else { return nil }
        func areNeighbours(_ left: Int, _ right: Int) -> Bool {
            let (one, other) = (vocabulary.bytes(of: left), vocabulary.bytes(of: right))
            return canonicalizer.isPiece(left, right, Array(one) + other)
        }
        guard ids.count < 2 || areNeighbours(ids[ids.count - 2], token), own.isEmpty || areNeighbours(token, own[0])
        else { return nil }
        let reach = canonicalizer.contextByteCount
        let before = bytes.suffix(reach + vocabulary.bytes(of: token).count)
        guard reach == 0 || !canonicalizer.isCut(Array(before) + completion.text.prefix(reach)) else { return nil }
        return Certificate(head: [], tail: own[...])
    }

    /// Where no completion will do, a particular token may have to follow: those that may, shortest first.
    private mutating func secondToken(
        _ bytes: [UInt8], _ ids: [Int], state: Int32, room: Int, _ parser: inout Parser
    ) -> Certificate? {
        let vocabulary = parser.vocabulary
        var tries = 0
        for second in shortest(state, &parser) {
            let text = bytes + vocabulary.bytes(of: second)
            if let split = canonicalizer.encode(text), !split.starts(with: ids) { continue }
            let next = parser.advance(state, token: second)
            guard next >= 0 else { continue }
            tries += 1
            if tries > Self.secondTokenTries { return nil }
            let number = witnessNumber(next, &parser)
            if let found = glue(text, ids, completions[number], vocabulary, isSpelled: false), found.count <= room {
                return found
            }
        }
        return nil
    }

    /// The tokens that the grammar allows in a state, shortest first and then by id, as many as are looked at.
    private mutating func shortest(_ state: Int32, _ parser: inout Parser) -> [Int] {
        if let known = seconds[state] { return known }
        var mask = TokenMask(tokenCount: parser.vocabulary.count)
        parser.mask(state, remaining: .max / 2, into: &mask)
        var byLength: [[Int]] = []
        for token in mask.tokens {
            let length = parser.vocabulary.bytes(of: token).count
            while byLength.count <= length { byLength.append([]) }
            if byLength[length].count < Self.secondTokenLimit { byLength[length].append(token) }
        }
        let result = Array(byLength.joined().prefix(Self.secondTokenLimit))
        if seconds.count > Self.memoryLimit / 8 { seconds.removeAll(keepingCapacity: true) }
        seconds[state] = result
        return result
    }

    /// A measure of the memory in use, in bytes.
    var byteCount: Int {
        completions.count * 300 + witness.count * 16 + probes.count * 240 + results.count * 200 + seconds.count * 2_000
    }
}
