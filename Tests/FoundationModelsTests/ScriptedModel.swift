// A text model for tests: answers by a script, token by token, and counts what it did. With a gate it makes one token for
// each one granted, so that tests decide how far a generation has come.

import Inference
import Synchronization
import Tokenization

/// A model that answers with what `script` makes of a conversation, a piece a token.
final class ScriptedModel: TextModel {
    struct Log: Sendable {
        var requests: [GenerationRequest] = []
        var prewarmed: [[ChatMessage]] = []
        var tokensMade = 0
        /// Generations whose work has ended, whichever way.
        var ended = 0
    }

    let identity = ModelIdentity(sha256: "00ff", name: "scripted", architecture: "none", kvType: "f16", numerics: 1)
    let contextSize: Int
    private let script: @Sendable ([ChatMessage]) -> [String]
    private let gate: AsyncStream<Void>?
    private let granting: AsyncStream<Void>.Continuation?
    /// Thrown after this many tokens.
    private let failure: (after: Int, error: any Error)?
    private let log = Mutex(Log())

    init(
        contextSize: Int = 1_000, isGated: Bool = false, failure: (after: Int, error: any Error)? = nil,
        script: @escaping @Sendable ([ChatMessage]) -> [String]
    ) {
        self.contextSize = contextSize
        self.failure = failure
        self.script = script
        if isGated {
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            (gate, granting) = (stream, continuation)
        } else {
            (gate, granting) = (nil, nil)
        }
    }

    /// A model that always answers the same.
    convenience init(
        _ pieces: String..., contextSize: Int = 1_000, isGated: Bool = false,
        failure: (after: Int, error: any Error)? = nil
    ) {
        self.init(contextSize: contextSize, isGated: isGated, failure: failure) { _ in pieces }
    }

    /// What happened so far.
    var history: Log { log.withLock { $0 } }

    /// Lets a gated generation make this many tokens more.
    func grant(_ count: Int) {
        for _ in 0..<count { granting?.yield() }
    }

    /// Returns when `count` generations have ended.
    func waitForEnd(of count: Int = 1) async {
        while history.ended < count { await Task.yield() }
    }

    func render(_ input: ModelInput) throws(Inference.GenerationError) -> String {
        input.messages.map { "<\($0.role)>\($0.content)" }.joined()
    }

    /// A token a word.
    func countTokens(_ input: ModelInput) throws(Inference.GenerationError) -> Int {
        input.messages.reduce(0) { $0 + $1.content.split(separator: " ").count }
    }

    func prewarm(_ input: ModelInput) async throws {
        log.withLock { $0.prewarmed.append(input.messages) }
    }

    func generate(_ request: GenerationRequest) -> AsyncThrowingStream<GenerationSnapshot, any Error> {
        log.withLock { $0.requests.append(request) }
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await self.run(request, continuation)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
                self.log.withLock { $0.ended += 1 }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func run(
        _ request: GenerationRequest, _ continuation: AsyncThrowingStream<GenerationSnapshot, any Error>.Continuation
    ) async throws {
        let input = try countTokens(request.messages)
        guard input <= contextSize else {
            throw Inference.GenerationError.contextFull(needed: input, size: contextSize)
        }
        let pieces = script(request.messages)
        let count = min(pieces.count, request.maximumResponseTokens ?? pieces.count)
        var snapshot = GenerationSnapshot(text: "", tokens: [], usage: TokenUsage(input: input))
        var grants = gate?.makeAsyncIterator()
        for index in 0..<count {
            if gate != nil, await grants?.next() == nil { throw CancellationError() }
            try Task.checkCancellation()
            if let failure, failure.after == index { throw failure.error }
            log.withLock { $0.tokensMade += 1 }
            snapshot.text += pieces[index]
            snapshot.tokens.append(
                index < request.forcedTokens.count ? request.forcedTokens[index] : Int32(index))
            snapshot.usage.output += 1
            if index + 1 < count { continuation.yield(snapshot) }
        }
        snapshot.finish = count < pieces.count ? .length : .stop
        continuation.yield(snapshot)
    }
}
