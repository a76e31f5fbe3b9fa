// A command line whose model calls every tool that it sees, once, and then says what they said.

import FoundationModels
import Notebook
import Platform
import Synchronization
import TestSupport

@testable import PlaygroundCLI

/// Calls each tool of a question in a turn of its own.
struct ToolCallingModels: CellModelSource, CellModel {
    var identity: CellModelIdentity { CellModelIdentity(sha256: "aa11", engineVersion: "1", numerics: 1) }

    func sha256(of model: ModelReference, for playground: PlaygroundPaths) -> String? { "aa11" }
    func open(_ model: ModelReference, for playground: PlaygroundPaths) async throws -> any CellModel { self }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        answers(to: prompt, after: conversation, options: options, schema: schema, tools: [])
    }

    func answers(
        to prompt: String, after conversation: Conversation, options: ResolvedOptions, schema: CellSchema?,
        tools: [any Tool]
    ) -> AsyncThrowingStream<CellAnswer, any Error> {
        let names = tools.map(\.name)
        let model = ScriptedLanguageModel(respond: { request in
            var outputs: [String] = []
            for entry in request.transcript {
                if case .prompt = entry { outputs = [] }
                if case .toolOutput(let output) = entry {
                    outputs += output.segments.compactMap { if case .text(let text) = $0 { text.content } else { nil } }
                }
            }
            guard outputs.count < names.count else { return [.text("\(prompt): \(outputs.joined(separator: "|"))")] }
            return [.toolCall(name: names[outputs.count], arguments: #"{"x": "1"}"#)]
        })
        return LanguageModelSession(model: model, tools: tools, transcript: conversation.transcript).answers(
            to: prompt, options: options.generationOptions, seed: options.seed, schema: schema?.schema)
    }
}

/// A scratch folder, the user's folders in it, and commands that run there.
struct ToolCommand {
    let folder: ScratchFolder
    var variables: [String: String] = [:]

    init() throws { folder = try ScratchFolder() }

    /// Runs a command to its end, or until its output holds a text, which it is given twenty seconds for.
    func run(_ words: [String], until mark: String? = nil) async -> CommandFixture.Output {
        let texts = Mutex(["", ""])
        let console = Console(isTerminal: false, usesColor: false) { stream, text in
            texts.withLock { $0[stream == .output ? 0 : 1] += text }
            return true
        }
        let environment = ["HOME": folder["home"], "PATH": "\(folder["bin"]):/usr/bin:/bin"].merging(variables) { $1 }
        let access = ModelAccess(
            defaultModel: .registered("fake"), source: { _ in ToolCallingModels() }, environment: environment)
        let work = Task { await PlaygroundCommand.run(words, console: console, models: access) }
        if let mark {
            for _ in 0..<2000 where !texts.withLock({ $0.joined().contains(mark) }) {
                try? await Task.sleep(for: .milliseconds(10))
            }
            work.cancel()
        }
        let status = await work.value
        return texts.withLock { CommandFixture.Output(status: status.rawValue, out: $0[0], err: $0[1]) }
    }
}
