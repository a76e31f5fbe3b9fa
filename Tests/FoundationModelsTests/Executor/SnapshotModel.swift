// A text model for tests that yields given snapshots, a list for each turn.

import Inference
import Synchronization
import Tokenization

final class SnapshotModel: TextModel {
    private struct Log: Sendable {
        var requests: [GenerationRequest] = []
        var prewarmed: [ModelInput] = []
    }

    let identity = ModelIdentity(
        sha256: "11ee", name: "snapshots", architecture: "none", kvType: "f16", numerics: 1)
    let contextSize = 1_000
    let turns: [[GenerationSnapshot]]
    private let log = Mutex(Log())

    init(_ turns: [[GenerationSnapshot]]) {
        self.turns = turns
    }

    var requests: [GenerationRequest] { log.withLock { $0.requests } }
    var prewarmed: [ModelInput] { log.withLock { $0.prewarmed } }

    func render(_ input: ModelInput) throws(Inference.GenerationError) -> String {
        input.messages.map { "<\($0.role)>\($0.content)" }.joined()
    }

    func countTokens(_ input: ModelInput) throws(Inference.GenerationError) -> Int { input.messages.count }

    func prewarm(_ input: ModelInput) async throws { log.withLock { $0.prewarmed.append(input) } }

    func generate(_ request: GenerationRequest) -> AsyncThrowingStream<GenerationSnapshot, any Error> {
        let number = log.withLock { log in
            log.requests.append(request)
            return log.requests.count - 1
        }
        return AsyncThrowingStream { continuation in
            for snapshot in turns[min(number, turns.count - 1)] { continuation.yield(snapshot) }
            continuation.finish()
        }
    }
}
