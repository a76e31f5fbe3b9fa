// The story of one generation: messages → template → token ids → the cached prefix and the remainder → logits → the
// sampler → snapshots. Each step is one well-named call; none knows the others.

internal import Engine
internal import Tokenization

/// Generates one answer at a time. Several generators may share a decoder, a cache and grammars, and run at the same time.
final class Generator: @unchecked Sendable {
    // Sendable: `GenerationLanes` hands it to one request at a time, on one queue, which orders the memory of `logits`; all
    // else is shared and says itself how.
    private let decoder: BatchingDecoder
    private let tokenizer: Tokenizer
    private let prompts: PromptEncoder
    private let grammars: GrammarStore
    private let cache: SharedPrefixCache
    /// The logits after the last token read, V.
    private let logits: FloatBuffer
    let contextSize: Int
    /// Whether a token that must come is taken without asking the model. Changes no answer.
    private let jumpsForward: Bool
    /// Is told how far a long prompt has been read.
    private let reading: (@Sendable (_ done: Int, _ count: Int) -> Void)?
    /// Tokens of a prompt between two words about how far it has been read.
    private static let piece = 256

    /// - Throws: `outOfMemory`.
    init(
        decoder: BatchingDecoder, tokenizer: Tokenizer, prompts: PromptEncoder, grammars: GrammarStore,
        cache: SharedPrefixCache, contextSize: Int, jumpsForward: Bool = true,
        reading: (@Sendable (_ done: Int, _ count: Int) -> Void)? = nil
    ) throws(EngineError) {
        self.decoder = decoder
        self.jumpsForward = jumpsForward
        self.reading = reading
        self.tokenizer = tokenizer
        self.prompts = prompts
        self.contextSize = contextSize
        self.grammars = grammars
        self.cache = cache
        logits = try FloatBuffer(rows: 1, width: decoder.weights.plan.vocabulary)
    }

    /// Runs a request to its end, handing every snapshot to `yield` as soon as its token is chosen. Asks `isCancelled`
    /// before every layer of every step. An answer may fill the context to the last position; only a token that would
    /// come after it is refused.
    func run(
        _ request: GenerationRequest, isCancelled: () -> Bool, yield: (GenerationSnapshot) -> Void
    ) throws(GenerationError) {
        let segments = try prompts.segments(request.visibleInput)
        let prompt = prompts.encode(segments)
        let limit = request.maximumResponseTokens ?? .max
        var sequence = try readPrompt(prompt, answer: min(1, max(0, limit)), isCancelled: isCancelled)
        defer { cache.withLock { $0.store(sequence.tokens, state: sequence.state) } }

        let grammar = prompts.grammar(of: request, after: segments)
        var reader = AnswerReader(grammar, tokenizer: tokenizer)
        var steering = TurnSteering(grammar, request, tokenizer: tokenizer)
        var guide = try guide(of: request, limit: limit, promptCount: prompt.count)
        // A record may be of another model: what is no token of this one can't be read, and ends what is taken from it.
        let forced = request.forcedTokens.prefix { (0..<logits.width).contains(Int($0)) }
        var sampler = Sampler(request.sampling, kernels: decoder.kernels)
        var ahead = ReadAhead(request.draft, tokenizer: tokenizer, vocabulary: logits.width)
        var answer = GenerationSnapshot(
            text: "", tokens: [], usage: TokenUsage(input: prompt.count, cached: sequence.cached))

        decoder.join()
        // Left before the answer is kept: who holds the cache waits for all who have joined.
        defer { decoder.leave() }
        while answer.finish == nil, !isCancelled() {
            let count = answer.tokens.count
            if guide?.isOver == true {
                answer.finish = .stop
            } else if count >= limit {
                answer.finish = .length
                // The document is whole, but the schema would have let it go on: a number by itself, which may have had more
                // digits.
                if guide != nil { answer.narrowedSteps += 1 }
            } else {
                let token: Int32
                var isTaken = false
                guide?.alternatives = steering.alternativesToDocument(reader)
                if count < forced.count {
                    token = forced[count]
                } else if jumpsForward, let only = guide?.takeForced() {
                    // Known without the model, which reads it together with what follows.
                    (token, isTaken) = (only, true)
                } else {
                    read(answer.tokens, behind: prompt.count, &sequence, &ahead, reader.turn, isCancelled: isCancelled)
                    guard sequence.hasLogits else { return }
                    token = try choose(
                        &sampler, at: prompt.count + count, steered: steering.next(reader), guided: &guide)
                }
                if tokenizer.endOfGeneration.contains(token) {
                    answer.finish = .stop
                } else {
                    let needed = prompt.count + count + 1
                    guard needed <= contextSize else { throw .contextFull(needed: needed, size: contextSize) }
                    if !isTaken, guide?.accept(token) == false {
                        // A call instead of a document; or a token forced by a record of another schema.
                        if guide?.alternatives.contains(token) == true { steering.openCall() }
                        guide = nil
                    }
                    steering.accept(token, reader)
                    reader.append(token)
                    answer.tokens.append(token)
                    answer.usage.output += 1
                    // What a record says is not held to today's schemas.
                    if count + 1 >= forced.count {
                        try follow(
                            reader, &guide, &steering, request,
                            room: min(limit, contextSize - prompt.count) - count - 1)
                    }
                    if reader.turn.isTurnOver || steering.isSatisfied(reader) { answer.finish = .toolCalls }
                }
            }
            answer.narrowedSteps = max(answer.narrowedSteps, guide?.narrowedSteps ?? 0)
            try tell(&answer, from: &reader, yield)
        }
    }

    /// The document that the answer must be; nil where it is text.
    private func guide(
        of request: GenerationRequest, limit: Int, promptCount: Int
    ) throws(GenerationError) -> GuidedTurn? {
        guard case .json(let schema, let spacing) = request.form, request.toolChoice != .required
        else { return nil }
        let grammar = try grammars.grammar(schema, spacing: spacing, isCanonical: true)
        let room = contextSize - promptCount
        do {
            return try GuidedTurn(grammar, budget: min(limit, room), ends: grammars.vocabulary.ends)
        } catch .budgetTooSmall(let needed, _) where room <= limit {
            // Not what was asked for is too little, but what the prompt leaves.
            throw .contextFull(needed: promptCount + needed, size: contextSize)
        }
    }

    /// Begins to guide the arguments of a call that the model has begun, and closes the call when they are whole.
    private func follow(
        _ reader: AnswerReader, _ guide: inout GuidedTurn?, _ steering: inout TurnSteering,
        _ request: GenerationRequest, room: Int
    ) throws(GenerationError) {
        guard let call = reader.turn.openCall else {
            guard guide?.standsInCall == true else { return }
            guide = nil
            return steering.closeCall()
        }
        // A document that could be a call as well is one from here on.
        guard guide?.standsInCall != true, !call.arguments.isEmpty,
            let tool = request.input.tools.first(where: { $0.name == call.name }),
            let schema = tool.argumentsSchema
        else { return }
        let grammar = try grammars.grammar(schema, spacing: .spaced, isCanonical: false)
        guide = try GuidedTurn(grammar, budget: max(0, room), ends: [], after: call.arguments)
    }

    /// Yields the answer as far as it was read, and its calls as such where they end it.
    private func tell(
        _ answer: inout GenerationSnapshot, from reader: inout AnswerReader, _ yield: (GenerationSnapshot) -> Void
    ) throws(GenerationError) {
        switch answer.finish {
        case .stop: reader.finish()
        case .length: reader.cut()
        case .toolCalls, nil: break
        }
        answer.adopt(reader)
        if let problem = reader.turn.problem, answer.finish != .toolCalls { throw .malformedToolCall(problem) }
        if answer.finish == .stop, !answer.toolCalls.isEmpty { answer.finish = .toolCalls }
        yield(answer)
    }

    /// The next token by the sampler, among those that are allowed.
    private func choose(
        _ sampler: inout Sampler, at position: Int, steered: TurnSteering.Next, guided: inout GuidedTurn?
    ) throws(GenerationError) -> Int32 {
        guard var guide = guided else { return choose(&sampler, at: position, steered: steered) }
        defer { guided = guide }
        guard let token = sampler.choose(logits[0], position: position, among: &guide) else {
            throw .schema(message: "#: error: no token may follow [schema.dead-end]")
        }
        return token
    }

    /// The next token by the sampler, among those that the turn's form allows.
    private func choose(_ sampler: inout Sampler, at position: Int, steered: TurnSteering.Next) -> Int32 {
        switch steered {
        case .free: return sampler.choose(logits[0], position: position)
        case .preferring(let token, let allowed):
            let wanted = sampler.choose(logits[0], position: position)
            return wanted == token ? wanted : choose(&sampler, at: position, steered: .among(allowed))
        case .among(let allowed):
            if allowed.count == 1, let only = allowed.first { return only }
            var row = [Float](repeating: -.infinity, count: logits.width)
            for token in allowed { row[Int(token)] = logits[0][Int(token)] }
            return sampler.choose(FloatBuffer(row)[0], position: position)
        }
    }

    /// Computes a prompt's keys and values for later.
    func prewarm(_ input: ModelInput, isCancelled: () -> Bool) throws(GenerationError) {
        let sequence = try readPrompt(prompts.encode(input), answer: 1, isCancelled: isCancelled)
        cache.withLock { $0.store(sequence.tokens, state: sequence.state) }
    }

    /// A sequence being read: its ids, their keys and values, and whether `logits` are those after the last.
    private struct Sequence {
        var tokens: [Int32]
        var state: KVState
        var hasLogits = false
        var cached: Int
    }

    /// Reads a prompt that is to be followed by `answer` tokens at least.
    private func readPrompt(
        _ prompt: [Int32], answer: Int, isCancelled: () -> Bool
    ) throws(GenerationError) -> Sequence {
        guard !prompt.isEmpty else { throw .emptyPrompt }
        let needed = prompt.count + answer
        guard needed <= contextSize else { throw .contextFull(needed: needed, size: contextSize) }
        return cache.withLock { cache in
            let state = cache.longestPrefix(of: prompt, limit: prompt.count - 1) { [decoder] tokens in
                var state = KVState(layout: decoder.weights.kvLayout)
                decoder.read(tokens, into: &state, logits: .none, isMember: false, isCancelled: isCancelled)
                return state.count == tokens.count ? state : nil
            }
            var sequence = Sequence(tokens: Array(prompt[..<state.count]), state: state, cached: state.count)
            // No bit depends on where the pieces end.
            while reading != nil, prompt.count - sequence.state.count > Self.piece, !isCancelled() {
                let count = sequence.state.count
                decoder.read(
                    Array(prompt[count..<count + Self.piece]), into: &sequence.state, logits: .none, isMember: false,
                    isCancelled: isCancelled)
                sequence.tokens = Array(prompt[..<sequence.state.count])
                reading?(sequence.state.count - sequence.cached, prompt.count - sequence.cached)
            }
            advance(&sequence, by: prompt[sequence.state.count...], isMember: false, isCancelled: isCancelled)
            if prompt.count - sequence.cached > Self.piece {
                reading?(prompt.count - sequence.cached, prompt.count - sequence.cached)
            }
            cache.share(sequence.tokens, state: sequence.state)
            return sequence
        }
    }

    /// Leaves the logits after a turn that follows a prompt: reads what of it was not read, and ahead what is expected to
    /// follow, unless that was done before.
    private func read(
        _ turn: [Int32], behind promptCount: Int, _ sequence: inout Sequence, _ ahead: inout ReadAhead?,
        _ reader: TurnReader, isCancelled: () -> Bool
    ) {
        guard var expectation = ahead else {
            let unread = turn.suffix(promptCount + turn.count - sequence.tokens.count)
            return advance(&sequence, by: unread, isMember: true, isCancelled: isCancelled)
        }
        defer { ahead = expectation }
        if let row = expectation.logits(after: turn) { return row.copy(to: logits[0]) }
        let agreed = promptCount + zip(sequence.tokens[promptCount...], turn).prefix { $0 == $1 }.count
        sequence.tokens.removeLast(sequence.tokens.count - agreed)
        sequence.state = sequence.state.prefix(agreed)
        let unread = turn[(agreed - promptCount)...]
        guard !unread.isEmpty else { return }
        let room = contextSize - promptCount - turn.count
        let next = expectation.begin(after: turn, said: reader.isReasoning ? nil : reader.text, room: room)
        let tokens = Array(unread + next)
        decoder.read(
            tokens, into: &sequence.state, logits: .all, isMember: true,
            { index, row in
                if index + 1 == unread.count { row.copy(to: logits[0]) }
                if index + 1 >= unread.count { expectation.keep(row, at: index + 1 - unread.count) }
            }, isCancelled: isCancelled)
        sequence.tokens += tokens.prefix(sequence.state.count - agreed)
        sequence.hasLogits = sequence.state.count - agreed == tokens.count
        if !sequence.hasLogits { expectation.discard() }
    }

    /// Reads tokens, as far as it comes before it is cancelled; leaves the logits after the last of them.
    private func advance(
        _ sequence: inout Sequence, by tokens: ArraySlice<Int32>, isMember: Bool, isCancelled: () -> Bool
    ) {
        guard !tokens.isEmpty else { return }
        let read = sequence.state.count
        var hasLogits = false
        decoder.read(
            Array(tokens), into: &sequence.state, isMember: isMember,
            { _, row in
                row.copy(to: logits[0])
                hasLogits = true
            }, isCancelled: isCancelled)
        sequence.hasLogits = hasLogits
        sequence.tokens += tokens.prefix(sequence.state.count - read)
    }
}
