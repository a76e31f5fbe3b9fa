// Expected answers: whatever is expected, the answer is the one that comes without; and what is expected rightly is read together.

import Engine
import Foundation
import TestSupport
import Testing
import Tokenization

@testable import Inference

@Suite("Reading ahead")
struct ReadAheadTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = try TinyModel(.llama, format: .q8_0, seed: 3).write(to: folder)
    }

    private func open(chunk: Int = 64, contextSize: Int? = nil) throws -> LocalModel {
        try LocalModel(
            path: path, sha256: "0", options: .init(threads: 2, chunk: chunk, contextSize: contextSize))
    }

    private func request(_ sampling: Sampling, limit: Int? = 90) -> GenerationRequest {
        GenerationRequest(
            messages: [ChatMessage(role: "user", content: "one two")], sampling: sampling, maximumResponseTokens: limit)
    }

    private func last(_ model: LocalModel, _ request: GenerationRequest) async throws -> GenerationSnapshot {
        var last: GenerationSnapshot?
        for try await snapshot in model.generate(request) { last = snapshot }
        var answer = try #require(last)
        answer.usage.cached = 0
        return answer
    }

    private static let samplings: [Sampling] = [
        .greedy, .random(temperature: 1.2, topK: nil, topP: nil, seed: 7),
        .random(temperature: 0.8, topK: 12, topP: nil, seed: 8), .random(temperature: 1, topK: nil, topP: 0.9, seed: 9),
    ]

    @Test(
        "No expectation changes an answer, whether it is right, wrong somewhere, foreign, too short or too long",
        arguments: samplings)
    func answers(sampling: Sampling) async throws {
        let plain = try await last(open(), request(sampling))
        try #require(plain.tokens.count > 20)
        var drafts = [
            AnswerDraft(text: plain.text, tokens: plain.tokens), AnswerDraft(text: plain.text),
            AnswerDraft(text: "", tokens: Array(plain.tokens.prefix(9))), AnswerDraft(text: plain.text + " and more"),
            AnswerDraft(text: "something else"), AnswerDraft(text: ""),
            AnswerDraft(text: plain.text, tokens: [Int32.max, -1]),
            AnswerDraft(text: "", tokens: plain.tokens + plain.tokens),
        ]
        for index in [0, 1, 17, plain.tokens.count - 1] {
            var tokens = plain.tokens
            tokens[index] = tokens[index] == 40 ? 41 : 40
            drafts.append(AnswerDraft(text: plain.text, tokens: tokens))
        }
        for chunk in [1, 5, 64] {
            let model = try open(chunk: chunk)
            for draft in drafts {
                var drafted = request(sampling)
                drafted.draft = draft
                let found = try await last(model, drafted)
                #expect(found == plain, "\(draft), chunks of \(chunk)")
            }
            // What was read in vain is not taken for what was said.
            #expect(try await last(model, request(sampling)) == plain)
        }
    }

    @Test("An expectation that goes beyond the context is read no further than it")
    func context() async throws {
        let prompt = try open().countTokens(request(.greedy).messages)
        let noisy = Sampling.random(temperature: 1.5, topK: nil, topP: nil, seed: 2)
        let size = prompt + 12
        var drafted = request(noisy, limit: 12)
        let plain = try await last(open(contextSize: size), drafted)
        drafted.draft = AnswerDraft(text: "", tokens: plain.tokens + Array(repeating: 40, count: 100))
        #expect(try await last(open(contextSize: size), drafted) == plain)
    }

    @Test(
        "Tokens that are expected are read together; after a wrong one, few, and the rest of the text in its own tokens"
    )
    func windows() throws {
        let tokenizer = try open().tokenizer
        let text = String(repeating: "one two ", count: 40)
        let tokens = tokenizer.encode([PromptSegment(text: text, isTrusted: false)], addingSpecialTokens: false)
        try #require(tokens.count > 100)
        let draft = AnswerDraft(text: text, tokens: tokens)
        var ahead = try #require(ReadAhead(draft, tokenizer: tokenizer, vocabulary: tokenizer.count))
        let next = ahead.begin(after: [tokens[0]], said: "o", room: 1000)
        #expect(Array(next) == Array(tokens[1..<65]))
        for index in 0...64 {
            ahead.keep(FloatBuffer([Float](repeating: Float(index), count: tokenizer.count))[0], at: index)
        }
        #expect(ahead.logits(after: Array(tokens[..<1]))?[0] == 0)
        #expect(ahead.logits(after: Array(tokens[..<40]))?[0] == 39)
        #expect(ahead.logits(after: Array(tokens[..<39]) + [tokens[39] + 1]) == nil)
        #expect(ahead.logits(after: Array(tokens[..<66])) == nil)

        #expect(Array(ahead.begin(after: [], said: "", room: 3)) == Array(tokens[..<3]))

        let other = tokens.prefix(4) + [tokens[4] + 1]
        let said = String(decoding: text.utf8.prefix(5), as: UTF8.self)
        let rest = tokenizer.encode(
            [PromptSegment(text: String(text.dropFirst(5)), isTrusted: false)], addingSpecialTokens: false)
        #expect(Array(ahead.begin(after: Array(other), said: said, room: 1000)) == Array(rest.prefix(8)))
        let wrong = Array(other) + [rest[0] + 1]
        #expect(ahead.begin(after: wrong, said: "something else", room: 1000).isEmpty)
        #expect(ahead.begin(after: wrong, said: nil, room: 1000).isEmpty)
    }
}
