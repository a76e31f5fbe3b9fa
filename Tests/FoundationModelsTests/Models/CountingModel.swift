// A model that counts what it is shown: a token a word of the messages, of the tools and of the schema.

import Inference
import Tokenization

struct CountingModel: TextModel {
    let identity = ModelIdentity(sha256: "00aa", name: "counting", architecture: "none", kvType: "f16", numerics: 1)
    let contextSize = 100

    func render(_ input: ModelInput) throws(Inference.GenerationError) -> String {
        let tools = input.tools.map { "\($0.name) \($0.description) \($0.parameters ?? "")" }
        let calls = input.messages.flatMap(\.toolCalls).map { "\($0.name) \($0.arguments)" }
        return (input.messages.map { "\($0.role) \($0.content)" } + tools + calls + [input.shownSchema ?? ""])
            .joined(separator: " ")
    }

    func countTokens(_ input: ModelInput) throws(Inference.GenerationError) -> Int {
        guard input.messages.contains(where: { $0.role == "user" }) || input.tools.isEmpty else {
            throw .template(message: "tools need a user")
        }
        return try render(input).split(separator: " ").count
    }

    func prewarm(_ input: ModelInput) async throws {}

    func generate(_ request: GenerationRequest) -> AsyncThrowingStream<GenerationSnapshot, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(
                GenerationSnapshot(text: "ok", tokens: [1], usage: TokenUsage(input: 1, output: 1), finish: .stop))
            continuation.finish()
        }
    }
}
