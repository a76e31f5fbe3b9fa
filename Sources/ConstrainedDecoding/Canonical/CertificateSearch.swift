// Mask and canonical: a token is allowed if some completion after it proves that the answer can be closed as the tokenizer
// itself would have split it. The completions are a fixed ordered list per state, so that every path asks the same
// question. One certificate is carried along; its first token is always allowed, so no mask is ever empty and the budget
// that it fits holds to the end. (Vieira et al., 2025, arXiv:2506.07956, on canonical splits.)

internal struct CertificateSearch {
    /// A byte of each kind is a probe: the kinds of next byte that can change a split before it. Letters but s and t, which
    /// make contractions; those; capitals; digits; then bytes one by one, and UTF-8 by length.
    private static let kinds: [[UInt8]] = [
        Array("abcefghijklmnopqruvwxyz".utf8), Array("std".utf8), Array(65...90), Array(48...57), [32], [34], [39],
        [91],
        [123], [93], [125], [44], Array(".:;!?-_#$%&()*+/<=>@^`|~".utf8), [92], Array(0xC2...0xDF), Array(0xE0...0xEF),
        Array(0xF0...0xF4), Array(0x80...0x8F), Array(0x90...0x9F), Array(0xA0...0xAF), Array(0xB0...0xBF),
    ]
    /// How many second tokens are looked at where no completion will do, shortest first, and how many are tried.
    static let secondTokenLimit = 512
    static let secondTokenTries = 16
    private static let memoryLimit = 4_000

    let canonicalizer: any Canonicalizer
    private var completions: [Completion] = []
    private var numbers: [[UInt8]: Int] = [:]
    /// Completions by state: the witness alone, and all.
    private var witness: [Int32: Int] = [:]
    private var probes: [Int32: [Int]] = [:]
    /// By state: the tokens that are looked at where no completion will do.
    private var seconds: [Int32: [Int]] = [:]
    private var pairs: [UInt64: Bool] = [:]
    private var results: [Question: Certificate?] = [:]

    private struct Question: Hashable {
        let state: Int32
        let token: Int
        let window: CanonicalWindow
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
        var next = window
        next.bytes += bytes
        next.ids.append(token)
        guard String(validating: next.bytes, as: UTF8.self) != nil else { return next }
        let edge: Int
        if let starts = canonicalizer.pieces(next.bytes) {
            edge = starts.last ?? 0
        } else {
            edge = max(0, next.bytes.count - max(bytes.count, canonicalizer.contextByteCount))
        }
        var dropped = 0
        var place = 0
        var whole = (tokens: 0, bytes: 0)
        for id in next.ids {
            let end = place + vocabulary.bytes(of: id).count
            guard end <= edge else { break }
            place = end
            dropped += 1
            if end == next.bytes.count || next.bytes[end] & 0xC0 != 0x80 { whole = (dropped, end) }
        }
        // With pieces, tokens end where pieces do; without, any end of a character will do.
        if canonicalizer.pieces([]) != nil, place != edge { return next }
        next.ids.removeFirst(whole.tokens)
        next.bytes.removeFirst(whole.bytes)
        return next
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
        if isRefuted(window, token, parser.vocabulary) { return nil }
        let bytes = window.bytes + parser.vocabulary.bytes(of: token)
        let ids = window.ids + [token]
        let first = witnessNumber(state, &parser)
        if let found = glue(bytes, ids, completions[first], parser.vocabulary), found.count <= room { return found }
        for number in probeNumbers(state, &parser) {
            if let found = glue(bytes, ids, completions[number], parser.vocabulary), found.count <= room {
                return found
            }
        }
        return secondToken(bytes, ids, state: state, room: room, &parser)
    }

    /// Whether the last token and this one lie in one piece and never follow each other there.
    private mutating func isRefuted(_ window: CanonicalWindow, _ token: Int, _ vocabulary: VocabularyTrie) -> Bool {
        guard let last = window.ids.last else { return false }
        let key = UInt64(last) << 32 | UInt64(token)
        if let known = pairs[key] { return known }
        let text = Array(vocabulary.bytes(of: last)) + vocabulary.bytes(of: token)
        let pieces = canonicalizer.pieces(text)
        var result = false
        if pieces?.count ?? 1 == 1, let ids = canonicalizer.encode(text) { result = ids != [last, token] }
        // A contraction or a space may begin the piece elsewhere than the pair alone suggests: ask the completions then.
        if pieces != nil, result {
            let whole = window.bytes + vocabulary.bytes(of: token)
            let starts = canonicalizer.pieces(whole) ?? []
            return starts.last ?? 0 <= whole.count - text.count
        }
        pairs[key] = result
        return result
    }

    /// What follows `ids` in the split of `bytes` and the completion; nil where that split begins otherwise. Only the text up
    /// to the first edge that the two share is split again.
    private func glue(
        _ bytes: [UInt8], _ ids: [Int], _ completion: Completion, _ vocabulary: VocabularyTrie
    ) -> Certificate? {
        guard let own = completion.ids ?? (completion.text.isEmpty ? [] : nil) else {
            return whole(bytes, ids, completion.text)
        }
        guard canonicalizer.pieces([]) != nil else { return glueByPairs(bytes, ids, completion, own, vocabulary) }
        var taken = 1
        while taken < completion.edges.count {
            let limit = taken + 1 < completion.edges.count ? completion.edges[taken + 1].byte : completion.text.count
            let text = bytes + completion.text[..<limit]
            for start in canonicalizer.pieces(text) ?? [] where start >= bytes.count {
                guard let before = completion.tokens(before: start - bytes.count) else { continue }
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
        _ bytes: [UInt8], _ ids: [Int], _ completion: Completion, _ own: [Int], _ vocabulary: VocabularyTrie
    ) -> Certificate? {
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
            if let found = glue(text, ids, completions[number], vocabulary), found.count <= room { return found }
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

    // MARK: Completions

    /// The completions of a state, in order.
    mutating func completionTexts(_ state: Int32, _ parser: inout Parser) -> [[UInt8]] {
        ([witnessNumber(state, &parser)] + probeNumbers(state, &parser)).map { completions[$0].text }
    }

    private mutating func number(_ text: [UInt8]) -> Int {
        if let known = numbers[text] { return known }
        completions.append(Completion(text, canonicalizer))
        numbers[text] = completions.count - 1
        return completions.count - 1
    }

    private mutating func witnessNumber(_ state: Int32, _ parser: inout Parser) -> Int {
        // Twins end alike, unless names must still follow.
        let twin = parser.anonymous(state)
        if let known = witness[twin] ?? witness[state] { return known }
        let shared = parser.knownWitness(twin)
        let result = number(shared ?? parser.witness(state))
        witness[shared == nil ? state : twin] = result
        return result
    }

    private mutating func probeNumbers(_ state: Int32, _ parser: inout Parser) -> [Int] {
        let twin = parser.anonymous(state)
        if let known = probes[twin] ?? probes[state] { return known }
        var isShared = true
        var result: [Int] = []
        for kind in Self.kinds {
            for byte in kind {
                var next = parser.step(twin, byte)
                var rest = parser.isUnknown(next) ? nil : next < 0 ? [] : parser.knownWitness(next)
                if rest == nil {
                    isShared = false
                    next = parser.step(state, byte)
                    rest = next < 0 ? [] : parser.witness(next)
                }
                guard next >= 0, let rest else { continue }
                let probe = number([byte] + rest)
                if !result.contains(probe) { result.append(probe) }
                break
            }
        }
        probes[isShared ? twin : state] = result
        return result
    }

    /// A measure of the memory in use, in bytes.
    var byteCount: Int {
        completions.count * 300 + witness.count * 16 + probes.count * 240 + results.count * 200 + seconds.count * 2_000
    }
}
