// A model of one's own behind a session: it answers from a table of rules, a word at a time. Everything that a session does
// works with it: turns, streams, transcripts, errors. Needs no weights.
//
//     swift run -c release sample-custom-executor

import Foundation
import FoundationModels

/// Answers with the rule whose word stands in the prompt.
struct RuleModel: LanguageModel {
    struct Rule: Hashable, Sendable {
        var word: String
        var answer: String
    }

    typealias Executor = RuleExecutor

    var rules: [Rule]

    /// Neither guided generation nor tools: requests for them fail before they reach the executor.
    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
    var executorConfiguration: [Rule] { rules }
}

struct RuleExecutor: LanguageModelExecutor {
    typealias Model = RuleModel

    private let rules: [RuleModel.Rule]

    init(configuration: [RuleModel.Rule]) throws {
        rules = configuration
    }

    nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest, model: RuleModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let prompt = lastPrompt(of: request.transcript).lowercased()
        let answer = rules.first { prompt.contains($0.word) }?.answer ?? "Ask the guard."
        let words = answer.split(separator: " ")
        for (index, word) in words.enumerated() {
            try Task.checkCancellation()
            await channel.send(.response(action: .appendText((index == 0 ? "" : " ") + word, tokenCount: 1)))
        }
        await channel.send(
            .response(
                action: .updateUsage(
                    input: .init(totalTokenCount: prompt.split(separator: " ").count, cachedTokenCount: 0),
                    output: .init(totalTokenCount: words.count, reasoningTokenCount: 0))))
    }

    private func lastPrompt(of transcript: Transcript) -> String {
        var text = ""
        for case .prompt(let prompt) in transcript {
            text = ""
            for case .text(let segment) in prompt.segments { text += segment.content }
        }
        return text
    }
}

@main
struct AnsweringByRules {
    static func main() async throws {
        let model = RuleModel(rules: [
            .init(word: "lost", answer: "Lost things wait at counter three."),
            .init(word: "vienna", answer: "The train to Vienna leaves at ten."),
        ])
        let session = LanguageModelSession(model: model, instructions: "You work at the station.")

        // The whole text comes once more at the end, when the response is in the transcript.
        for try await snapshot in session.streamResponse(to: "I lost my hat.") {
            print("so far:", snapshot.content)
        }
        let second = try await session.respond(to: "And the train to Vienna?")
        print("answer:", second.content)
        print("tokens:", second.usage.input.totalTokenCount, "+", second.usage.output.totalTokenCount)
        print("entries:", session.transcript.count)

        do {
            _ = try await session.respond(to: "How many platforms?", generating: Int.self)
        } catch LanguageModelError.unsupportedCapability(let details) {
            print("refused:", details.debugDescription)
        }
    }
}
