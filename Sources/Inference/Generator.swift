// The story of one generation: messages → template → token ids → the cached prefix and the remainder → logits → the
// sampler → snapshots. Each step is one well-named call; none knows the others.

internal import Engine
internal import Tokenization

/// Generates with one decoder.
final class Generator: @unchecked Sendable {
    // Sendable: it is handed to one serial queue by `LocalModel`, which runs everything on it.
    // So one thread at a time touches the decoder, its pool and the cache, and the queue orders their memory.
    // Nothing else keeps a reference.
    private let decoder: Decoder
    private let tokenizer: Tokenizer
    private let prompts: PromptEncoder
    private var cache: PrefixCache
    /// The logits after the last token read, V.
    private let logits: FloatBuffer
    let contextSize: Int

    /// - Throws: `outOfMemory`.
    init(
        decoder: Decoder, tokenizer: Tokenizer, prompts: PromptEncoder, contextSize: Int, cacheByteLimit: Int
    ) throws(EngineError) {
        self.decoder = decoder
        self.tokenizer = tokenizer
        self.prompts = prompts
        self.contextSize = contextSize
        cache = PrefixCache(byteLimit: cacheByteLimit)
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
        defer { cache.store(sequence.tokens, state: sequence.state) }

        let grammar = prompts.grammar(of: request, after: segments)
        var reader = AnswerReader(grammar, tokenizer: tokenizer)
        var steering = TurnSteering(grammar, request, tokenizer: tokenizer)
        // A record may be of another model: what is no token of this one can't be read, and ends what is taken from it.
        let forced = request.forcedTokens.prefix { (0..<logits.width).contains(Int($0)) }
        var sampler = Sampler(request.sampling, kernels: decoder.kernels)
        var answer = GenerationSnapshot(
            text: "", tokens: [], usage: TokenUsage(input: prompt.count, cached: sequence.cached))

        while answer.finish == nil, !isCancelled() {
            if answer.tokens.count >= limit {
                answer.finish = .length
            } else {
                let unread = answer.tokens.suffix(prompt.count + answer.tokens.count - sequence.tokens.count)
                advance(&sequence, by: unread, isCancelled: isCancelled)
                guard sequence.hasLogits else { return }
                let (index, position) = (answer.tokens.count, sequence.tokens.count)
                let token =
                    index < forced.count
                    ? forced[index] : choose(&sampler, at: position, steered: steering.next(reader))
                if tokenizer.endOfGeneration.contains(token) {
                    answer.finish = .stop
                } else {
                    let needed = sequence.tokens.count + 1
                    guard needed <= contextSize else { throw .contextFull(needed: needed, size: contextSize) }
                    steering.accept(token, reader)
                    reader.append(token)
                    answer.tokens.append(token)
                    answer.usage.output += 1
                    if reader.turn.isTurnOver || steering.isSatisfied(reader) { answer.finish = .toolCalls }
                }
            }
            try tell(&answer, from: &reader, yield)
        }
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
        cache.store(sequence.tokens, state: sequence.state)
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
        let state = cache.longestPrefix(of: prompt, limit: prompt.count - 1, layout: decoder.weights.kvLayout)
        var sequence = Sequence(tokens: Array(prompt[..<state.count]), state: state, cached: state.count)
        advance(&sequence, by: prompt[state.count...], isCancelled: isCancelled)
        return sequence
    }

    /// Reads tokens, as far as it comes before it is cancelled; leaves the logits after the last of them.
    private func advance(_ sequence: inout Sequence, by tokens: ArraySlice<Int32>, isCancelled: () -> Bool) {
        guard !tokens.isEmpty else { return }
        let read = sequence.state.count
        var hasLogits = false
        decoder.read(
            Array(tokens), into: &sequence.state,
            { _, row in
                row.copy(to: logits[0])
                hasLogits = true
            }, isCancelled: isCancelled)
        sequence.hasLogits = hasLogits
        sequence.tokens += tokens.prefix(sequence.state.count - read)
    }
}
