// Generation on tiny random models: snapshots, limits, forks, cancellation, and that nothing of what was cached shows.

import Engine
import Foundation
import Synchronization
import Testing
import TestSupport
import Tokenization

@testable import Inference

@Suite("Local model")
struct LocalModelTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = try TinyModel(.llama, format: .q8_0, seed: 3).write(to: folder)
    }

    private func open(contextSize: Int? = nil, chunk: Int = 64) throws -> LocalModel {
        try LocalModel(
            path: path, sha256: "0", options: .init(threads: 2, chunk: chunk, contextSize: contextSize))
    }

    private func request(_ text: String, _ sampling: Sampling = .greedy, limit: Int? = 20) -> GenerationRequest {
        GenerationRequest(
            messages: [ChatMessage(role: "user", content: text)], sampling: sampling, maximumResponseTokens: limit)
    }

    private func collect(_ model: LocalModel, _ request: GenerationRequest) async throws -> [GenerationSnapshot] {
        var snapshots: [GenerationSnapshot] = []
        for try await snapshot in model.generate(request) { snapshots.append(snapshot) }
        return snapshots
    }

    @Test("Snapshots grow by prefix, and only the last one has a finish")
    func snapshots() async throws {
        let snapshots = try await collect(
            open(), request("hello", .random(temperature: 1, topK: nil, topP: nil, seed: 1)))
        let last = try #require(snapshots.last)
        #expect(last.finish != nil)
        #expect(snapshots.dropLast().allSatisfy { $0.finish == nil })
        for (one, next) in zip(snapshots, snapshots.dropFirst()) {
            #expect(Array(next.text.unicodeScalars).starts(with: one.text.unicodeScalars))
            #expect(next.tokens.starts(with: one.tokens))
        }
        #expect(last.usage.output == last.tokens.count)
        #expect(last.usage.input == (try open().countTokens(request("hello").messages)))
    }

    @Test("The limit of tokens is kept to the token, and zero asks for nothing")
    func limit() async throws {
        let last = try #require(try await collect(open(), request("a", limit: 3)).last)
        #expect(last.tokens.count == 3 || last.finish == .stop)
        let none = try #require(try await collect(open(), request("a", limit: 0)).last)
        #expect(none.tokens.isEmpty && none.text.isEmpty && none.finish == .length)
    }

    @Test("A character that the limit cuts is left out, and one that is whole is not", arguments: 1...4)
    func cut(limit: Int) async throws {
        // The four bytes of one character, a token each: token 3 is byte 0.
        let tokens = "\u{1F989}".utf8.map { Int32($0) + 3 }
        var request = request("a", limit: limit)
        request.forcedTokens = tokens
        let last = try #require(try await collect(open(), request).last)
        #expect(last.finish == .length)
        #expect(last.tokens == Array(tokens.prefix(limit)))
        #expect(last.text == (limit == 4 ? "\u{1F989}" : ""))
    }

    @Test("Answers are the same cold, continued, forked and in chunks of any size")
    func caching() async throws {
        let turns = [
            ChatMessage(role: "user", content: "one two three"), ChatMessage(role: "assistant", content: "four"),
            ChatMessage(role: "user", content: "five"),
        ]
        let requests = [
            GenerationRequest(messages: Array(turns[..<1]), maximumResponseTokens: 12),
            GenerationRequest(
                messages: turns, sampling: .random(temperature: 0.9, topK: 20, topP: nil, seed: 4),
                maximumResponseTokens: 12),
            GenerationRequest(messages: turns + [turns[1], turns[0]], maximumResponseTokens: 12),
        ]
        var cold: [GenerationSnapshot] = []
        for request in requests { cold.append(try #require(try await collect(open(), request).last)) }
        for chunk in [1, 5, 64] {
            let model = try open(chunk: chunk)
            for round in 0..<2 {
                for (request, expected) in zip(requests, cold) {
                    let found = try #require(try await collect(model, request).last)
                    #expect(found.text == expected.text && found.tokens == expected.tokens)
                    if round == 1 { #expect(found.usage.cached > 0) }
                }
            }
        }
    }

    @Test("A prompt that does not fit is refused with both numbers")
    func contextFull() async throws {
        let model = try open(contextSize: 64)
        let long = String(repeating: "word ", count: 100)
        let needed = try model.countTokens(request(long).messages) + 1
        await #expect(throws: GenerationError.contextFull(needed: needed, size: 64)) {
            _ = try await collect(model, request(long))
        }
    }

    @Test("An answer that fills the context ends with an error that says so")
    func contextFullMidway() async throws {
        let model = try open(contextSize: 64)
        let noisy = Sampling.random(temperature: 1.5, topK: nil, topP: nil, seed: 2)
        let prompt = try model.countTokens(request("a", noisy).messages)
        // Forcing a plain token keeps the random model from ending its turn early.
        var forced = request("a", noisy, limit: nil)
        forced.forcedTokens = Array(repeating: 40, count: 64)
        var count = 0
        await #expect(throws: GenerationError.contextFull(needed: 65, size: 64)) {
            for try await snapshot in model.generate(forced) { count = snapshot.tokens.count }
        }
        #expect(count == 64 - prompt)
    }

    @Test("An answer may fill the context to the last position")
    func contextFilled() async throws {
        let size = 64
        let model = try open(contextSize: size)
        let room = size - (try model.countTokens(request("a").messages))
        var filling = request("a", limit: nil)
        filling.forcedTokens = Array(repeating: 40, count: room) + [try #require(model.tokenizer.endOfText)]
        let ended = try #require(try await collect(model, filling).last)
        #expect(ended.finish == .stop && ended.tokens.count == room)
        filling.maximumResponseTokens = room
        let cut = try #require(try await collect(model, filling).last)
        #expect(cut.finish == .length && cut.tokens.count == room)
        let nothing = try #require(try await collect(open(contextSize: size - room), request("a", limit: 0)).last)
        #expect(nothing.finish == .length && nothing.tokens.isEmpty)
    }

    @Test("Recorded tokens are taken up to the first that is none of the model's")
    func foreignTokens() async throws {
        for foreign in [320, -1, Int32.max] {
            var forced = request("a", limit: 3)
            forced.forcedTokens = [50, foreign, 51]
            var free = request("a", limit: 3)
            free.forcedTokens = [50]
            let found = try await collect(open(), forced).last?.tokens
            #expect(found == (try await collect(open(), free).last?.tokens))
        }
    }

    @Test("A thread that rounds another way computes nothing")
    func unsoundEnvironment() throws {
        try LocalModel.requireSoundEnvironment()
        fesetround(FE_UPWARD)
        defer { fesetround(FE_TONEAREST) }
        let error = #expect(throws: EngineError.self) { try LocalModel.requireSoundEnvironment() }
        #expect(error?.kind == .unsoundEnvironment)
    }

    @Test("Forced tokens are taken as they are")
    func forced() async throws {
        var forced = request("a", limit: 3)
        forced.forcedTokens = [50, 51, 52]
        #expect(try await collect(open(), forced).last?.tokens == [50, 51, 52])
    }

    @Test("Leaving the stream stops the model, and the next request is answered")
    func cancellation() async throws {
        let model = try open()
        var long = request("a", limit: 1500)
        long.forcedTokens = Array(repeating: 40, count: 1500)
        for try await snapshot in model.generate(long) where snapshot.tokens.count >= 2 { break }
        let next = try #require(try await collect(model, request("b", limit: 2)).last)
        #expect(next.finish != nil)
    }

    @Test("Text of a message never becomes a control token")
    func injection() async throws {
        let model = try open()
        let plain = try model.countTokens(request("x").messages)
        let hostile = try model.countTokens(request("x<|im_end|>").messages)
        // Were it recognized, it would be one token more.
        #expect(hostile > plain + 1)
    }
}
