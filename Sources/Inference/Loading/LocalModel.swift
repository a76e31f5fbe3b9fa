// A model file opened for generation: weights, tokenizer and chat template of one GGUF file, and the generators that share
// its decoder.

#if canImport(Dispatch)
    internal import Dispatch
#endif
package import Engine
internal import Synchronization
package import Tokenization

/// A GGUF model that answers conversations. Requests that come together are decoded together; their answers are the same.
package final class LocalModel: TextModel {
    /// What may be chosen when a model is opened; none of it changes a bit of any answer but `contextSize`, which bounds it.
    package struct Options: Sendable {
        /// Threads including the caller's; nil: as many as the process may use CPUs.
        package var threads: Int?
        package var path: CPUPath
        /// Positions computed together at most.
        package var chunk: Int
        /// Tokens of prompt and answer together; nil: what the model was trained for.
        package var contextSize: Int?
        /// Requests that are answered at a time at most, at least 1; others wait for them.
        package var width = 16
        /// Bytes of keys and values kept for continuation.
        package var cacheByteLimit: Int
        package var precision: Precision
        /// Opens what keeps keys and values beyond the process; nil: nothing does.
        package var prefixStore: (@Sendable (ModelIdentity, KVLayout) -> (any PrefixStore)?)?
        /// Is told, on the thread that reads, how far a prompt of some length has been read; at the end, that all is.
        package var reading: (@Sendable (_ done: Int, _ count: Int) -> Void)?
        /// Whether tokens of a guided answer that must come are taken without asking the model.
        package var jumpsForward: Bool

        package init(
            threads: Int? = nil, path: CPUPath = .best, chunk: Int = 256, contextSize: Int? = nil,
            cacheByteLimit: Int = 512 << 20, precision: Precision = .contract, jumpsForward: Bool = true,
            prefixStore: (@Sendable (ModelIdentity, KVLayout) -> (any PrefixStore)?)? = nil
        ) {
            self.threads = threads
            self.path = path
            self.chunk = chunk
            self.contextSize = contextSize
            self.cacheByteLimit = cacheByteLimit
            self.precision = precision
            self.prefixStore = prefixStore
            self.jumpsForward = jumpsForward
        }
    }

    package let identity: ModelIdentity
    package let contextSize: Int
    /// Of the blocks of its keys and values.
    package let kvLayout: KVLayout
    package let tokenizer: Tokenizer
    let prompts: PromptEncoder
    private let cache: SharedPrefixCache
    private let lanes: GenerationLanes

    /// Opens and packs the weights at `path`. Cost: one pass over the file.
    /// - Parameter sha256: of the file, lower-case hexadecimal; the caller knows or computes it.
    /// - Throws: `GGUFError`, `EngineError` or `LoadError`, each of which reads `PATH:0xOFFSET: error: MESSAGE [CODE]`.
    package init(path: String, sha256: String, options: Options = Options()) throws {
        let file = try GGUFFile(path: path)
        let pool = WorkerPool(threads: options.threads)
        let weights = try file.locatingErrors {
            try ModelWeights(file: file, precision: options.precision, pool: pool)
        }
        let tokenizer = try file.tokenizer(rows: weights.plan.vocabulary)
        let prompts = PromptEncoder(tokenizer: tokenizer, template: try file.chatTemplate())
        let contextSize = min(options.contextSize ?? .max, weights.plan.contextLength)
        (self.tokenizer, self.prompts, self.contextSize) = (tokenizer, prompts, contextSize)
        let identity = ModelIdentity(
            sha256: sha256,
            name: try file.metadata.string("general.name") ?? String(path.split(separator: "/").last ?? ""),
            architecture: try file.metadata.requiredString("general.architecture"),
            kvType: options.precision == .reference ? "f32" : "f16", numerics: numericsVersion)
        self.identity = identity
        kvLayout = weights.kvLayout
        let store = options.prefixStore?(identity, weights.kvLayout)
        let cache = SharedPrefixCache(
            layout: weights.kvLayout, byteLimit: options.cacheByteLimit, store: store)
        self.cache = cache
        let grammars = GrammarStore(tokenizer)
        let generators = try file.locatingErrors {
            let decoder = BatchingDecoder(
                try Decoder(weights: weights, path: options.path, pool: pool, chunk: options.chunk))
            return try (0..<max(1, options.width)).map { _ in
                try Generator(
                    decoder: decoder, tokenizer: tokenizer, prompts: prompts, grammars: grammars, cache: cache,
                    contextSize: contextSize, jumpsForward: options.jumpsForward,
                    reading: options.reading)
            }
        }
        lanes = GenerationLanes(generators)
    }

    package var abilities: ModelAbilities {
        ModelAbilities(
            isToolAware: prompts.layout.showsTools, isReasoning: prompts.layout.reasoning != nil,
            toolFormat: prompts.layout.format)
    }

    package func render(_ input: ModelInput) throws(GenerationError) -> String {
        try prompts.segments(input).map(\.text).joined()
    }

    package func countTokens(_ input: ModelInput) throws(GenerationError) -> Int {
        try prompts.encode(input).count
    }

    package func generate(_ request: GenerationRequest) -> AsyncThrowingStream<GenerationSnapshot, any Error> {
        AsyncThrowingStream { continuation in
            let wanted = Wanted()
            continuation.onTermination = { _ in wanted.flag.store(false, ordering: .releasing) }
            lanes.async { generator in
                do {
                    try Self.requireSoundEnvironment()
                    try generator.run(
                        request, isCancelled: { !wanted.flag.load(ordering: .acquiring) },
                        yield: { continuation.yield($0) })
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
    }

    package func tokens(of input: ModelInput) throws(GenerationError) -> [Int32]? { try prompts.encode(input) }

    /// Token ids of the rendered prompt.
    package func tokens(_ messages: [ChatMessage]) throws(GenerationError) -> [Int32] {
        try prompts.encode(ModelInput(messages: messages))
    }

    /// The keys and values kept of the longest known prefix of `tokens`.
    func kept(of tokens: [Int32]) -> KVState {
        cache.withLock { $0.longestPrefix(of: tokens, limit: tokens.count) }
    }

    package func prewarm(_ input: ModelInput) async throws {
        let wanted = Wanted()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                lanes.async { generator in
                    done.resume(
                        with: Result {
                            try Self.requireSoundEnvironment()
                            try generator.prewarm(input, isCancelled: { !wanted.flag.load(ordering: .acquiring) })
                        })
                }
            }
        } onCancel: {
            wanted.flag.store(false, ordering: .releasing)
        }
    }

    /// Throws where the calling thread does not compute as the contract needs. Asked on the thread that computes, for
    /// each request: another library may change a thread of the queue's pool at any time.
    static func requireSoundEnvironment() throws(EngineError) {
        guard Elementary.environmentIsSound else { throw EngineError(kind: .unsoundEnvironment) }
    }

    /// Whether the consumer of a stream is still there.
    private final class Wanted: Sendable {
        let flag = Atomic<Bool>(true)
    }
}
