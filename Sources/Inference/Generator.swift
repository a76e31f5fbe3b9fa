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
    let contextSize: Int

    init(decoder: Decoder, tokenizer: Tokenizer, prompts: PromptEncoder, contextSize: Int, cacheByteLimit: Int) {
        self.decoder = decoder
        self.tokenizer = tokenizer
        self.prompts = prompts
        self.contextSize = contextSize
        cache = PrefixCache(byteLimit: cacheByteLimit)
    }

    /// Runs a request to its end, handing every snapshot to `yield`. Asks `isCancelled` before every token and every
    /// chunk of the prompt.
    func run(
        _ request: GenerationRequest, isCancelled: () -> Bool, yield: (GenerationSnapshot) -> Void
    ) throws(GenerationError) {
        let prompt = try prompts.encode(request.messages)
        var sequence = try readPrompt(prompt, isCancelled: isCancelled)
        defer { cache.store(sequence.tokens, state: sequence.state) }

        var sampler = Sampler(request.sampling, kernels: decoder.kernels)
        var text = StreamingDetokenizer(tokenizer: tokenizer)
        var answer = GenerationSnapshot(
            text: "", tokens: [], usage: TokenUsage(input: prompt.count, cached: sequence.cached))

        while answer.finish == nil, !isCancelled() {
            if let limit = request.maximumResponseTokens, answer.tokens.count >= limit {
                answer.finish = .length
            } else {
                guard let logits = sequence.logits else { return }
                let token = nextToken(request, answer: answer, logits: logits, sampler: &sampler)
                if tokenizer.endOfGeneration.contains(token) {
                    answer.finish = .stop
                } else {
                    answer.tokens.append(token)
                    answer.usage.output += 1
                    answer.text += text.append(token)
                    if answer.tokens.count != request.maximumResponseTokens { try read(token, into: &sequence) }
                }
            }
            // A character that the limit has cut is left out; one that the model itself never ended is U+FFFD.
            if answer.finish == .stop { answer.text += text.finish() }
            yield(answer)
        }
    }

    /// Computes a prompt's keys and values for later.
    func prewarm(_ messages: [ChatMessage], isCancelled: () -> Bool) throws(GenerationError) {
        let sequence = try readPrompt(prompts.encode(messages), isCancelled: isCancelled)
        cache.store(sequence.tokens, state: sequence.state)
    }

    /// A sequence being read: its ids, their keys and values, and the logits after the last.
    private struct Sequence {
        var tokens: [Int32]
        var state: KVState
        var logits: FloatBuffer?
        var cached: Int
    }

    private func readPrompt(_ prompt: [Int32], isCancelled: () -> Bool) throws(GenerationError) -> Sequence {
        guard !prompt.isEmpty else { throw .emptyPrompt }
        guard prompt.count < contextSize else { throw .contextFull(needed: prompt.count + 1, size: contextSize) }
        let state = cache.longestPrefix(of: prompt, limit: prompt.count - 1, layout: decoder.weights.kvLayout)
        var sequence = Sequence(
            tokens: Array(prompt[..<state.count]), state: state, logits: nil, cached: state.count)
        while sequence.tokens.count < prompt.count, !isCancelled() {
            let end = min(prompt.count, sequence.tokens.count + decoder.chunk)
            let isLast = end == prompt.count
            advance(&sequence, by: prompt[sequence.tokens.count..<end], wantsLogits: isLast)
        }
        return sequence
    }

    private func read(_ token: Int32, into sequence: inout Sequence) throws(GenerationError) {
        guard sequence.tokens.count < contextSize - 1 else {
            throw .contextFull(needed: sequence.tokens.count + 2, size: contextSize)
        }
        advance(&sequence, by: [token], wantsLogits: true)
    }

    private func advance(_ sequence: inout Sequence, by tokens: ArraySlice<Int32>, wantsLogits: Bool) {
        let row = sequence.logits ?? FloatBuffer(rows: 1, width: decoder.weights.plan.vocabulary)
        decoder.read(Array(tokens), into: &sequence.state, logits: wantsLogits ? .last : .none) { _, logits in
            logits.copy(to: row[0])
        }
        sequence.tokens += tokens
        sequence.logits = wantsLogits ? row : nil
    }

    private func nextToken(
        _ request: GenerationRequest, answer: GenerationSnapshot, logits: FloatBuffer, sampler: inout Sampler
    ) -> Int32 {
        let index = answer.tokens.count
        if index < request.forcedTokens.count { return request.forcedTokens[index] }
        return sampler.choose(logits[0], position: answer.usage.input + index)
    }
}
