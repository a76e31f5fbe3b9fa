// Generation with tools and reasoning on tiny random models: turns that they are made to write are read as calls, a call
// that is required is made, and reasoning ends with its budget.

import Foundation
import TestSupport
import Testing
import Tokenization

@testable import Inference

@Suite struct ToolGenerationTests {
    private static let markers = ["<tool_call>", "</tool_call>", "<think>", "</think>"]
    private static let question = [ChatMessage(role: "user", content: "hi")]

    private func hermes(seed: UInt64 = 3, template: String = "hermes") throws -> ToolModel {
        try ToolModel(
            template: ToolTemplates.source(template), tokens: Self.markers, areControl: seed % 2 == 0, seed: seed)
    }

    private func request(
        _ tools: [ToolDescription] = [.weather, .now], choice: ToolChoice = .allowed, budget: Int? = nil,
        sampling: Sampling = .greedy, limit: Int? = nil, forced: [Int32] = []
    ) -> GenerationRequest {
        GenerationRequest(
            input: ModelInput(messages: Self.question, tools: tools), toolChoice: choice, reasoningBudget: budget,
            sampling: sampling, maximumResponseTokens: limit, forcedTokens: forced)
    }

    private let turn = """
        <think>
        Hm.
        </think>

        I look.
        <tool_call>
        {"name": "weather", "arguments": {"city": "Os\u{1F989}"}}
        </tool_call>
        <tool_call>
        {"name": "now", "arguments": {}}
        </tool_call>
        """

    @Test(arguments: [3, 4])
    func `a turn is told as text, reasoning and calls that grow`(seed: UInt64) async throws {
        let model = try hermes(seed: seed)
        let tokens = model.turn(turn)
        let snapshots = try await model.snapshots(request(forced: tokens))
        let last = try #require(snapshots.last)
        #expect(last.text == "I look." && last.reasoning == "Hm.")
        #expect(
            last.toolCalls == [
                ToolCallText(name: "weather", arguments: "{\"city\": \"Os\u{1F989}\"}"),
                ToolCallText(name: "now", arguments: "{}"),
            ])
        #expect(last.finish == .toolCalls)
        #expect(last.tokens == tokens.dropLast())
        #expect(last.usage.output == tokens.count - 1)
        // Both markers, and what stands between them.
        let thought = model.turn("\nHm.\n", ends: false).count
        #expect(last.usage.reasoning == thought + 2)
        for (one, next) in zip(snapshots, snapshots.dropFirst()) {
            #expect(next.text.hasPrefix(one.text) && next.reasoning.hasPrefix(one.reasoning))
            #expect(!next.text.contains("<") && next.toolCalls.count >= one.toolCalls.count)
            for (call, more) in zip(one.toolCalls, next.toolCalls) { #expect(more.arguments.hasPrefix(call.arguments)) }
        }
        #expect(snapshots.contains { $0.toolCalls.first?.arguments == "{\"city\"" })
    }

    @Test func `calls are text where tools are disallowed, and the model is not shown them`() async throws {
        let model = try ToolModel()
        let turn = "```tool_call\n{\"name\": \"now\", \"arguments\": {}}\n```"
        let last = try #require(
            try await model.snapshots(request(choice: .disallowed, forced: model.turn(turn))).last)
        #expect(last.text == turn && last.toolCalls.isEmpty && last.finish == .stop)
        #expect(last.usage.input == (try model.model.countTokens(Self.question)))
        let allowed = try #require(try await model.snapshots(request(forced: model.turn(turn))).last)
        #expect(allowed.text.isEmpty && allowed.toolCalls == [ToolCallText(name: "now", arguments: "{}")])
        #expect(allowed.finish == .toolCalls)
        #expect(allowed.usage.input == (try model.model.countTokens(request().input)))
    }

    @Test(arguments: [
        (
            #"<tool_call>{"name": "no", "arguments": {}}</tool_call>"#,
            "call 1 of the tool 'no': there is no such tool [tool.unknown]"
        ),
        (
            #"<tool_call>{"name": "now", "arguments": {x}}</tool_call>"#,
            "call 1 of the tool 'now': its arguments are not an object of JSON [tool.arguments]"
        ),
        (
            #"<tool_call>{"name": "now", "arguments": {"#,
            "call 1 of the tool 'now': the turn ended before it was complete [tool.unfinished]"
        ),
        ("<tool_call>now()</tool_call>", "call 1: the block holds no call [tool.no-call]"),
        (
            #"<tool_call>{"name": "now"}</tool_call><tool_call>{"name": now}</tool_call>"#,
            "call 2: the call is not JSON [tool.not-json]"
        ),
    ])
    func `a malformed call is an error that names it`(turn: String, message: String) async throws {
        let model = try hermes()
        var told: [GenerationSnapshot] = []
        do {
            for try await snapshot in model.model.generate(request(forced: model.turn("Hm. " + turn))) {
                told.append(snapshot)
            }
            Issue.record("no error")
        } catch GenerationError.malformedToolCall(let call) {
            #expect("\(call)" == message)
        }
        #expect(told.last?.text == "Hm." && told.allSatisfy { $0.finish == nil })
    }

    @Test func `a turn that is cut within a call has it as far as it came`() async throws {
        let model = try hermes()
        let tokens = model.turn(#"<tool_call>{"name": "now", "arguments": {"a": 1"#, ends: false)
        let last = try #require(try await model.snapshots(request(limit: tokens.count, forced: tokens)).last)
        #expect(last.finish == .length && last.toolCalls == [ToolCallText(name: "now", arguments: #"{"a": 1"#)])
    }

    @Test func `a turn in the plain format ends behind its calls`() async throws {
        let model = try ToolModel()
        let calls = "```tool_call\n{\"name\": \"now\", \"arguments\": {}}\n```\n"
        let tokens = model.turn(calls + calls + "The tool now answered: 12", ends: false)
        let last = try #require(try await model.snapshots(request(forced: tokens)).last)
        #expect(last.finish == .toolCalls && last.toolCalls.count == 2 && last.text.isEmpty)
        #expect(last.tokens.count < tokens.count && tokens.starts(with: last.tokens))
    }

    // MARK: A call or a document

    /// In a family whose calls are JSON without a marker, a turn begins alike either way.
    @Test func `a model may call a tool where it is asked for a document, though calls have no marker`() async throws {
        let model = try hermes(template: "llama")
        #expect(model.model.abilities.toolFormat.isBare)
        let schema = #"{"type":"object","properties":{"name":{"enum":["mole","wren","now"]}},"required":["name"],"#
        var documents: Set<String> = []
        var calls: Set<String> = []
        for seed in 1...40 as ClosedRange<UInt64> {
            var request = request(sampling: .random(temperature: 1, topK: nil, topP: nil, seed: seed), limit: 60)
            request.form = .json(OutputSchema(schema + #""additionalProperties":false}"#), spacing: .spaced)
            var last: GenerationSnapshot?
            do {
                for try await snapshot in model.model.generate(request) { last = snapshot }
            } catch GenerationError.malformedToolCall(let call) {
                // What follows a whole call is the model's own.
                #expect(call.index > 0 || call.reason == .unexpected || call.name == "now", "\(call)")
            }
            let answer = try #require(last)
            if let call = answer.toolCalls.first {
                calls.insert(call.name)
                // A tool without parameters says nothing about arguments.
                #expect(call.name == "now" || TemplateValue(json: call.arguments)?.isDictionary == true, "\(call)")
            } else {
                documents.insert(answer.text)
            }
            request.toolChoice = .disallowed
            let plain = try #require(try await model.snapshots(request).last)
            #expect(plain.toolCalls.isEmpty && plain.finish == .stop)
        }
        #expect(documents == [#"{"name": "mole"}"#, #"{"name": "wren"}"#, #"{"name": "now"}"#])
        #expect(calls == ["weather", "now"])
    }

    // MARK: Required calls

    @Test(
        arguments: ["hermes", "llama", "mistral", "list in a block", "turns that must alternate"],
        [1, 2, 3] as [UInt64])
    func `a required call is begun with one of the tools`(template: String, seed: UInt64) async throws {
        let model = try hermes(seed: seed, template: template)
        for sampling in [Sampling.greedy, .random(temperature: 1, topK: nil, topP: nil, seed: seed)] {
            for tools in [[ToolDescription.now], [.weather, .now]] {
                let limit = 60
                var last: GenerationSnapshot?
                do {
                    for try await snapshot in model.model.generate(
                        request(tools, choice: .required, sampling: sampling, limit: limit))
                    { last = snapshot }
                } catch GenerationError.malformedToolCall(let call) {
                    #expect(tools.map(\.name).contains(call.name ?? ""))
                }
                let call = try #require(last?.toolCalls.first)
                #expect(tools.map(\.name).contains(call.name))
                #expect(call.arguments.hasPrefix("{"))
                #expect(last?.text == "")
            }
        }
    }

    @Test func `a required call ends the turn as soon as its arguments are complete`() async throws {
        for template in ["hermes", "turns that must alternate"] {
            let model = try hermes(template: template)
            let scaffold = model.model.abilities.toolFormat.scaffold(for: "now")
            let begun = String(decoding: scaffold.prefixBytes, as: UTF8.self) + "{\"a\": [1]}"
            let tokens = model.turn(begun + "} and more", ends: false)
            let last = try #require(try await model.snapshots(request(choice: .required, forced: tokens)).last)
            #expect(
                last.finish == .toolCalls && last.toolCalls == [ToolCallText(name: "now", arguments: "{\"a\": [1]}")])
            #expect(last.tokens == model.turn(begun, ends: false))
        }
    }

    @Test func `what a required call was recorded with is made again`() async throws {
        let model = try hermes()
        let noisy = Sampling.random(temperature: 1.5, topK: nil, topP: nil, seed: 9)
        var first: GenerationSnapshot?
        do {
            for try await snapshot in model.model.generate(request(choice: .required, sampling: noisy, limit: 40)) {
                first = snapshot
            }
        } catch is GenerationError {}
        let recorded = try #require(first)
        let again = try await model.snapshots(
            request(
                choice: .required, sampling: noisy, limit: recorded.tokens.count, forced: recorded.tokens))
        #expect(again.last?.tokens == recorded.tokens && again.last?.toolCalls == recorded.toolCalls)
    }

    // MARK: Reasoning

    @Test(arguments: [0, 1, 7])
    func `reasoning is closed when its budget is used up`(budget: Int) async throws {
        for markers in [Self.markers, []] {
            let model = try ToolModel(
                template: ToolTemplates.source("arguments as text"), tokens: markers, areControl: false)
            #expect(model.model.abilities.isReasoning)
            let letters = model.turn(String(repeating: "q", count: budget), ends: false)
            let last = try #require(
                try await model.snapshots(request(budget: budget, limit: 30, forced: letters)).last)
            let closing = model.turn("</think>", ends: false)
            #expect(Array(last.tokens.dropFirst(budget).prefix(closing.count)) == closing)
            #expect(last.usage.reasoning == budget + closing.count)
            #expect(last.reasoning == String(repeating: "q", count: budget))
        }
    }

    @Test func `reasoning without a budget is the model's own`() async throws {
        let model = try ToolModel(
            template: ToolTemplates.source("arguments as text"), tokens: Self.markers, areControl: true)
        let tokens = model.turn("so\n</think>\n\nYes")
        let last = try #require(try await model.snapshots(request(forced: tokens)).last)
        #expect(last.reasoning == "so" && last.text == "Yes" && last.finish == .stop)
        #expect(last.usage.reasoning == model.turn("so\n</think>", ends: false).count)
    }

    @Test func `a required call waits for the reasoning to end`() async throws {
        let model = try ToolModel(
            template: ToolTemplates.source("arguments as text"), tokens: Self.markers, areControl: true)
        // Room for the beginning of the call and no more: what a random model would write then is no JSON.
        func beginning(_ model: ToolModel) -> Int {
            let scaffold = model.model.abilities.toolFormat.scaffold(for: "now")
            return model.turn(String(decoding: scaffold.prefixBytes, as: UTF8.self) + "{", ends: false).count
        }
        let last = try #require(
            try await model.snapshots(
                request([.now], choice: .required, budget: 3, limit: 4 + beginning(model), forced: [50, 51, 52])
            ).last)
        #expect(last.usage.reasoning == 4 && !last.reasoning.isEmpty)
        #expect(last.toolCalls == [ToolCallText(name: "now", arguments: "{")] && last.text.isEmpty)
        // A model that opens its reasoning by itself may, and calls then.
        let other = try hermes()
        let thought = other.turn("<think>a</think>", ends: false)
        let opened = try #require(
            try await other.snapshots(
                request([.now], choice: .required, limit: thought.count + beginning(other), forced: thought)
            ).last)
        #expect(opened.reasoning == "a" && opened.toolCalls == [ToolCallText(name: "now", arguments: "{")])
    }

    @Test func `answers with tools are the same cold and continued`() async throws {
        let model = try hermes()
        let noisy = Sampling.random(temperature: 0.8, topK: 30, topP: nil, seed: 5)
        let request = request(sampling: noisy, limit: 12)
        let cold = try #require(try await model.snapshots(request).last)
        let warm = try #require(try await model.snapshots(request).last)
        #expect(warm.tokens == cold.tokens && warm.usage.cached == warm.usage.input - 1)
    }

    // MARK: Real weights

    @Test(.enabled(if: Locations.weights(Locations.smolLM2FileName) != nil, "no weights of SmolLM2 on this machine"))
    func `SmolLM2 makes a required call`() async throws {
        let url = try #require(Locations.weights(Locations.smolLM2FileName))
        let model = try LocalModel(path: url.path, sha256: "0", options: .init(threads: 2))
        #expect(model.abilities == ModelAbilities(toolFormat: ToolCallFormat(.plain)))
        let messages = [ChatMessage(role: "user", content: "What is the weather in Oslo?")]
        let tool = ToolDescription(
            name: "get_weather", description: "Tells the weather of a city.",
            parameters: #"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#)
        var last: GenerationSnapshot?
        for try await snapshot in model.generate(
            GenerationRequest(
                input: ModelInput(messages: messages, tools: [tool]), toolChoice: .required, maximumResponseTokens: 80))
        { last = snapshot }
        let answer = try #require(last)
        #expect(answer.toolCalls.map(\.name) == ["get_weather"] && answer.text.isEmpty)
        #expect(answer.finish == .toolCalls, "\(answer)")
        #expect(TemplateValue(json: answer.toolCalls[0].arguments)?.isDictionary == true)
    }
}
