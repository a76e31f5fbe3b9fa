// A model that calls tools as a test scripts it, behind a real session: the calls, their order and their outputs are made by
// the loop that a real run uses.

import FoundationModels
import Notebook
import TestSupport

/// Hands out one scripted model under every name.
struct CallingModels: CellModelSource, CellModel {
    /// What the model does after a prompt, once the calls of the earlier turns have given these outputs.
    let script: @Sendable (_ prompt: String, _ outputs: [String]) -> [ScriptedLanguageModel.Step]

    var identity: CellModelIdentity { CellModelIdentity(sha256: "aa11", engineVersion: "1.2.3", numerics: 4) }

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
        let model = ScriptedLanguageModel(respond: { request in
            var outputs: [String] = []
            for entry in request.transcript {
                if case .prompt = entry { outputs = [] }
                if case .toolOutput(let output) = entry {
                    outputs += output.segments.compactMap { if case .text(let text) = $0 { text.content } else { nil } }
                }
            }
            return script(prompt, outputs)
        })
        return LanguageModelSession(model: model, tools: tools, transcript: conversation.transcript).answers(
            to: prompt, options: options.generationOptions, seed: options.seed, schema: schema?.schema)
    }
}

extension CallingModels {
    /// A model that makes the same calls after every prompt, one a turn, and then says what came of them.
    init(calling calls: [(name: String, arguments: String)]) {
        self.init { _, outputs in
            guard outputs.count < calls.count else { return [.text(outputs.joined(separator: "|"))] }
            return [.toolCall(name: calls[outputs.count].name, arguments: calls[outputs.count].arguments)]
        }
    }
}

extension Workspace {
    /// Runs with tools, trusted or not.
    func run(
        _ models: CallingModels, variables: [String: String] = CommandFiles.variables, isTrusted: Bool = true,
        mode: ToolEnvironment.Mode = .recorded, isForced: Bool = false
    ) async throws -> [String] {
        var selection = RunSelection()
        selection.isForced = isForced
        return try await run(FakeModels(), selection) { runner in
            runner.source = models
            runner.tools.variables = variables
            runner.tools.mode = mode
            runner.tools.isTrusted = { _, _ in isTrusted }
        }
    }

    func entry(_ id: String) throws -> OutputEntry? { try OutputsFile(at: paths.outputs)[id] }
}

enum CommandFiles {
    static let variables = ["PATH": "/usr/bin:/bin"]
}
