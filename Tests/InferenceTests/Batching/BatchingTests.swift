// Requests that come at the same time: each is answered as if it were alone, and they share prompts, steps and grammars.

import Engine
import Foundation
import Testing
import TestSupport
import Tokenization

@testable import Inference

@Suite("Requests at the same time")
struct BatchingTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = try TinyModel(.gemma3, format: .q8_0, seed: 5).write(to: folder)
    }

    private func open(_ path: String, width: Int, chunk: Int = 64) throws -> LocalModel {
        var options = LocalModel.Options(threads: 2, chunk: chunk)
        options.width = width
        return try LocalModel(path: path, sha256: "0", options: options)
    }

    private func request(_ number: Int) -> GenerationRequest {
        let long = String(repeating: "many words ", count: 30)
        return GenerationRequest(
            messages: [
                ChatMessage(role: "system", content: number % 4 == 3 ? "short" : long),
                ChatMessage(role: "user", content: "question \(number / 2)"),
            ],
            sampling: number % 3 == 0
                ? .greedy : .random(temperature: 1.1, topK: 40, topP: nil, seed: UInt64(number)),
            maximumResponseTokens: 5 + 7 * (number % 5))
    }

    private func last(_ model: LocalModel, _ request: GenerationRequest) async throws -> GenerationSnapshot {
        var last: GenerationSnapshot?
        for try await snapshot in model.generate(request) { last = snapshot }
        return try #require(last)
    }

    /// All answers, asked for at once.
    private func together(_ model: LocalModel, _ requests: [GenerationRequest]) async throws -> [GenerationSnapshot] {
        let streams = requests.map { model.generate($0) }
        return try await withThrowingTaskGroup(of: (Int, GenerationSnapshot?).self) { group in
            for (index, stream) in streams.enumerated() {
                group.addTask {
                    var last: GenerationSnapshot?
                    for try await snapshot in stream { last = snapshot }
                    return (index, last)
                }
            }
            var answers = [GenerationSnapshot?](repeating: nil, count: requests.count)
            for try await (index, answer) in group { answers[index] = answer }
            return try answers.map { try #require($0) }
        }
    }

    private func expectEqual(_ found: [GenerationSnapshot], _ wanted: [GenerationSnapshot], _ note: String) {
        for (index, (found, wanted)) in zip(found, wanted).enumerated() {
            #expect(found.tokens == wanted.tokens && found.text == wanted.text, "\(note), request \(index)")
            #expect(
                found.finish == wanted.finish && found.usage.input == wanted.usage.input
                    && found.narrowedSteps == wanted.narrowedSteps, "\(note), request \(index)")
        }
    }

    @Test("Answers are the same alone, in turns and together")
    func answers() async throws {
        let requests = (0..<20).map(request)
        let single = try open(path, width: 1)
        var wanted: [GenerationSnapshot] = []
        for request in requests { wanted.append(try await last(open(path, width: 1), request)) }
        #expect(Set(wanted.map(\.tokens)).count > 10)
        expectEqual(try await together(single, requests), wanted, "in turns")
        for (width, chunk) in [(2, 64), (8, 1), (8, 16), (20, 64)] {
            let model = try open(path, width: width, chunk: chunk)
            for round in 0..<2 {
                expectEqual(
                    try await together(model, requests), wanted, "width \(width), chunk \(chunk), round \(round)")
            }
        }
    }

    @Test("What prompts have in common is read once, also where they come together")
    func sharedPrompts() async throws {
        let model = try open(path, width: 8)
        let requests = (0..<8).map { number in
            GenerationRequest(
                messages: [
                    ChatMessage(role: "system", content: String(repeating: "many words ", count: 30)),
                    ChatMessage(role: "user", content: "question \(number)"),
                ], maximumResponseTokens: 4)
        }
        let answers = try await together(model, requests)
        let cached = answers.map(\.usage.cached).sorted()
        #expect(cached[0] == 0 && cached.dropFirst().allSatisfy { $0 >= 192 }, "\(cached)")
    }

    @Test("Who leaves takes nothing from the others")
    func leaving() async throws {
        let model = try open(path, width: 8)
        var requests = (0..<8).map(request)
        let wanted = try await together(try open(path, width: 1), requests)
        // Those with odd numbers would write until their context is full.
        for index in stride(from: 1, to: 8, by: 2) { requests[index].maximumResponseTokens = nil }
        let found = try await withThrowingTaskGroup(of: (Int, GenerationSnapshot?).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask {
                    var last: GenerationSnapshot?
                    for try await snapshot in model.generate(request) {
                        last = snapshot
                        if index % 2 == 1, snapshot.tokens.count == index { break }
                    }
                    return (index, last)
                }
            }
            var found: [Int: GenerationSnapshot] = [:]
            for try await (index, last) in group { found[index] = last }
            return found
        }
        for index in stride(from: 0, to: 8, by: 2) { #expect(found[index]?.tokens == wanted[index].tokens) }
        for index in stride(from: 1, to: 8, by: 2) {
            #expect(found[index]?.tokens == Array(wanted[index].tokens.prefix(index)))
        }
        // Nobody is waited for who is gone.
        #expect(try await last(model, requests[0]).tokens == wanted[0].tokens)
    }

    @Test(
        "Guided answers, texts and drafts together are what each is alone",
        .enabled(if: RealVocabulary.smolLM2 != nil, "no weights of SmolLM2 on this machine"))
    func guided() async throws {
        let path = try #require(Locations.weights(Locations.smolLM2FileName)?.path)
        let schema =
            #"{"type":"object","properties":{"name":{"type":"string","maxLength":12},"age":{"type":"integer","minimum":1,"maximum":120}},"required":["name","age"],"additionalProperties":false}"#
        let requests = (0..<8).map { number in
            var request = GenerationRequest(
                messages: [ChatMessage(role: "user", content: "Invent person \(number / 2).")],
                sampling: .random(temperature: 0.8, topK: nil, topP: 0.95, seed: UInt64(number)),
                maximumResponseTokens: 30)
            if number % 4 != 3 { request.form = .json(OutputSchema(schema), spacing: .spaced) }
            if number % 4 == 3 { request.draft = AnswerDraft(text: "The person is a young woman from") }
            return request
        }
        let single = try open(path, width: 1)
        var wanted: [GenerationSnapshot] = []
        for request in requests { wanted.append(try await last(single, request)) }
        let model = try open(path, width: 8, chunk: 256)
        expectEqual(try await together(model, requests), wanted, "together")
    }
}
