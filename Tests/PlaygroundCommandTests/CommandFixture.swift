// A folder with one playground in it, and a command line whose model answers at once.

import FoundationModels
import Notebook
import Platform
import Synchronization
import TestSupport

@testable import PlaygroundCLI

/// Answers every prompt with its capitals, in two pieces. Prompts are failed that contain `fail`, and cut that contain `cut`.
struct EchoModels: CellModelSource, CellModel {
    struct Failure: Error, CustomStringConvertible {
        let description = "the model is out of order [test.failure]"
    }

    /// Behind every answer.
    var tail = ""
    /// The context of a model that counts words, three for a schema and seven for a tool; nil: it can't count, and its weights are not here.
    var wordCount: Int?
    var contextSize: Int? { wordCount }

    func tokenCount(
        asking prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) throws -> Int? {
        wordCount.map { _ in prompt.split(separator: " ").count + (schema == nil ? 0 : 3) + 7 * conversation.tools.count
        }
    }

    func opened(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> (any CellModel)? {
        wordCount.map { _ in self }
    }

    var identity: CellModelIdentity { CellModelIdentity(sha256: "aa11", engineVersion: "1", numerics: 1) }

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? { "aa11" }
    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel { self }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        AsyncThrowingStream { continuation in
            if prompt.contains("fail") { return continuation.finish(throwing: Failure()) }
            let content = prompt.uppercased() + tail
            let end = prompt.contains("cut") ? "length" : "stop"
            for (text, finish) in [(String(content.prefix(3)), nil), (content, end)] as [(String, String?)] {
                continuation.yield(
                    CellAnswer(
                        content: text, tokenIDs: [1, 2], inputTokenCount: 4, cachedTokenCount: 1, outputTokenCount: 2,
                        finish: finish))
            }
            continuation.finish()
        }
    }
}

struct CommandFixture {
    static let source = """
        playground: 1
        model: fake
        params:
          name: {type: string, default: Ada}
        cells:
          - id: greet
            prompt: Hello {{ name }}
          - id: more
            continues: greet
            prompt: go on
            tags: [long]

        """

    struct Output {
        var status: Int32
        var out: String
        var err: String
    }

    let folder: ScratchFolder
    var path: String { folder["desk.playground.yaml"] }
    var models = EchoModels()
    /// Registered names; nil: any.
    var registered: [String]?
    /// Beside `HOME`.
    var variables: [String: String] = [:]

    init() throws {
        folder = try ScratchFolder()
        try folder.write(Self.source, to: "desk.playground.yaml")
    }

    /// Runs a command; paths below the folder are shown relative to it.
    func run(_ words: [String], isTerminal: Bool = false) async -> Output {
        let texts = Mutex(["", ""])
        let console = Console(isTerminal: isTerminal, usesColor: false) { stream, text in
            texts.withLock { $0[stream == .output ? 0 : 1] += text }
            return true
        }
        let access = ModelAccess(
            defaultModel: .registered("fake"), source: { [models] _ in models },
            environment: variables.merging(["HOME": folder.path]) { $1 },
            registered: { [registered] in registered })
        let status = await PlaygroundCommand.run(words, console: console, models: access)
        let place = folder.path + "/"
        return texts.withLock { texts in
            Output(
                status: status.rawValue, out: texts[0].replacing(place, with: ""),
                err: texts[1].replacing(place, with: ""))
        }
    }

    /// Replaces text in a file of the folder.
    func edit(_ file: String, _ old: String, _ new: String) throws {
        try folder.write(try folder.text(of: file).replacing(old, with: new), to: file)
    }
}
