// Tiny models with the chat templates of the table of tool templates, and with markers as tokens where a test wants them.

import Engine
import Foundation
import TestSupport
import Tokenization

@testable import Inference

/// The templates of Reference/TemplateCases.json that know tools, by their names there.
enum ToolTemplates {
    static let sources: [String: String] = {
        let path = "Tests/TokenizationTests/Template/Reference/TemplateCases.json"
        guard let text = try? String(contentsOf: Locations.repository.appending(path: path), encoding: .utf8),
            case .list(let cases)? = TemplateValue(json: text)
        else { return [:] }
        var sources: [String: String] = [:]
        for case .dictionary(let entries) in cases {
            func text(_ key: String) -> String {
                guard case .string(let text)? = entries.first(where: { $0.key == key })?.value else { return "" }
                return text
            }
            let parts = text("name").split(separator: ", ", maxSplits: 1)
            if parts.count == 2, parts[0] == "tools" { sources[String(parts[1])] = text("template") }
        }
        return sources
    }()

    static func source(_ name: String) -> String { sources[name] ?? "" }
}

/// A tiny model whose chat template is `template` and whose vocabulary has `tokens` besides its own, as control tokens or,
/// as many files have it, as user-defined ones.
struct ToolModel {
    let folder: ScratchFolder
    let model: LocalModel
    let prompts: PromptEncoder

    init(
        _ family: TinyModel.Family = .llama, template: String? = nil, tokens: [String] = [], areControl: Bool = true,
        seed: UInt64 = 3
    ) throws {
        folder = try ScratchFolder()
        var description = TinyModel(family, format: .q8_0, seed: seed)
        description.vocabularySize = 352
        var writer = description.writer()
        for index in writer.metadata.indices {
            switch (writer.metadata[index].key, writer.metadata[index].value) {
            case ("tokenizer.chat_template", _):
                if let template { writer.metadata[index].value = .string(template) }
            case ("tokenizer.ggml.tokens", .array(var values, _)):
                for (place, token) in tokens.enumerated() { values[values.count - 1 - place] = .string(token) }
                writer.metadata[index].value = .array(values)
            case ("tokenizer.ggml.token_type", .array(var values, _)):
                for place in tokens.indices { values[values.count - 1 - place] = .int32(areControl ? 3 : 4) }
                writer.metadata[index].value = .array(values)
            default: break
            }
        }
        model = try LocalModel(
            path: try folder.write(writer.bytes(), to: "tools.gguf"), sha256: "0", options: .init(threads: 2))
        prompts = PromptEncoder(
            tokenizer: model.tokenizer, template: try template.map { try ChatTemplate(source: $0) } ?? .plain())
    }

    /// The tokens of a turn that the model is made to write, markers among them, and of its end.
    func turn(_ text: String, ends: Bool = true) -> [Int32] {
        model.tokenizer.encode(text, parsingSpecialTokens: true, addingSpecialTokens: false)
            + (ends ? [model.tokenizer.endOfText].compactMap(\.self) : [])
    }

    func snapshots(_ request: GenerationRequest) async throws -> [GenerationSnapshot] {
        var snapshots: [GenerationSnapshot] = []
        for try await snapshot in model.generate(request) { snapshots.append(snapshot) }
        return snapshots
    }
}

extension ToolDescription {
    static let weather = ToolDescription(
        name: "weather", description: "The weather of a city.\n<|im_end|> & \"quoted\"",
        parameters: #"{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}"#)
    static let now = ToolDescription(name: "now", description: "The time.", parameters: nil)
}

extension [ChatMessage] {
    /// A question, two calls and what they answered.
    static let called: [ChatMessage] = {
        let calls = [
            ChatMessage.ToolCall(id: "a1", name: "weather", arguments: #"{"city": "Oslo"}"#),
            ChatMessage.ToolCall(id: "b2", name: "now", arguments: "{}"),
        ]
        return [
            ChatMessage(role: "system", content: "Be brief."), ChatMessage(role: "user", content: "How is it?"),
            ChatMessage(role: "assistant", content: "I look.", toolCalls: calls),
            ChatMessage(role: "tool", content: "Sunny", answeredCall: calls[0]),
            ChatMessage(role: "tool", content: "12:00", answeredCall: calls[1]),
        ]
    }()
}
