// Arguments of calls on a real model: they satisfy the tool's schema whether the call was required, allowed, or begun by
// the model itself in the midst of text.

import ConstrainedDecoding
import Foundation
import TestSupport
import Testing
import Tokenization

@testable import Inference

@Suite(
    .serialized, .enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"))
struct GuidedCallTests {
    private static let tools = [
        ToolDescription(
            name: "get_weather", description: "Tells the weather of a city on a day.",
            parameters: """
                {"type":"object","additionalProperties":false,"properties":{"city":{"type":"string","maxLength":20},\
                "day":{"enum":["today","tomorrow"]}},"required":["city","day"]}
                """),
        ToolDescription(
            name: "set_alarm", description: "Sets an alarm.",
            parameters: """
                {"type":"object","additionalProperties":false,"properties":{"hour":{"type":"integer","minimum":0,\
                "maximum":23},"minute":{"type":"integer","minimum":0,"maximum":55,"multipleOf":5}},\
                "required":["hour","minute"]}
                """),
    ]

    private func request(
        _ choice: ToolChoice, seed: UInt64, forced: [Int32] = [], limit: Int = 70
    ) -> GenerationRequest {
        GenerationRequest(
            input: ModelInput(
                messages: [ChatMessage(role: "user", content: "Wake me at seven if it rains in Oslo tomorrow.")],
                tools: Self.tools), toolChoice: choice,
            sampling: .random(temperature: 1, topK: nil, topP: nil, seed: seed), maximumResponseTokens: limit,
            forcedTokens: forced)
    }

    /// Checks the calls of an answer against their tools' schemas; the number of them.
    private func expectSound(_ calls: [ToolCallText], _ note: String) throws -> Int {
        for call in calls {
            let tool = try #require(Self.tools.first { $0.name == call.name })
            let schema = try #require(tool.argumentsSchema).text
            #expect(try RealVocabulary.isValid(call.arguments, by: schema), "\(note): \(call)")
            GuidedTests.record(schema: schema, document: call.arguments)
        }
        return calls.count
    }

    @Test func `a required call has the arguments that its tool wants on every seed`() async throws {
        let guided = try GuidedModel(Locations.smolLM2FileName)
        var names: Set<String> = []
        for seed in 1...UInt64(GuidedTests.count(4, complete: 20)) {
            let answer = try #require(try await guided.last(request(.required, seed: seed)))
            #expect(answer.finish == .toolCalls && answer.text.isEmpty)
            #expect(try expectSound(answer.toolCalls, "seed \(seed)") == 1)
            names.formUnion(answer.toolCalls.map(\.name))
        }
        #expect(!names.isEmpty)
    }

    @Test func `a call that is begun in the midst of text is guided from there and closed`() async throws {
        let guided = try GuidedModel(Locations.smolLM2FileName)
        let format = guided.model.abilities.toolFormat
        let opening = try #require(format.opening?.text)
        for seed in 1...UInt64(GuidedTests.count(4, complete: 20)) {
            let begun = guided.model.tokenizer.encode(
                "I look it up.\n" + opening, parsingSpecialTokens: true, addingSpecialTokens: false)
            var last: GenerationSnapshot?
            do {
                for try await snapshot in guided.model.generate(
                    request(.allowed, seed: seed, forced: begun, limit: 120))
                {
                    last = snapshot
                }
            } catch GenerationError.malformedToolCall(let call) {
                // A second call may be cut by the limit or be no call; the first one is whole.
                #expect(call.index > 0, "seed \(seed): \(call)")
            }
            let answer = try #require(last)
            #expect(answer.text.hasPrefix("I look it up."))
            let first = try #require(answer.toolCalls.first)
            #expect(try expectSound([first], "seed \(seed)") == 1)
            let written = guided.model.tokenizer.decode(answer.tokens, showingControlTokens: true)
            let closing = try #require(format.closing?.text)
            #expect(written.contains(first.arguments + format.afterArguments + closing), "seed \(seed): \(written)")
        }
    }
}
