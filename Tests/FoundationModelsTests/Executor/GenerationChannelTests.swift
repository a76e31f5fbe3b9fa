// Events of an executor as the entries that a session makes of them.

import Foundation
import FoundationModels
import Testing

@Suite struct GenerationChannelTests {
    typealias Channel = LanguageModelExecutorGenerationChannel

    /// The transcript after a request to which the model sent `events`.
    private func transcript(
        _ events: [Channel.Event]
    ) async throws -> (Transcript, LanguageModelSession.Response<String>) {
        let session = LanguageModelSession(model: ScriptedLanguageModel([events.map { .event($0) }]))
        let response = try await session.respond(to: "Go")
        return (session.transcript, response)
    }

    @Test func eventsWithoutAnEntryJoinTheEntryBeforeThem() async throws {
        let (transcript, response) = try await transcript([
            .reasoning(action: .appendText("Hm", tokenCount: 1)),
            .reasoning(action: .appendText(".", tokenCount: 1)),
            .response(action: .appendText("A", tokenCount: 1)),
            .response(action: .appendText("B", tokenCount: 2)),
            .reasoning(action: .appendText("Or?", tokenCount: 1)),
            .response(action: .appendText("C", tokenCount: 1)),
        ])
        #expect(
            transcript.map(\.description) == [
                "(Prompt) Go", "(Reasoning) Hm.", "(Response) AB", "(Reasoning) Or?", "(Response) C",
            ])
        #expect(response.content == "AB\nC")
        // No usage was sent: the pieces are counted.
        #expect(response.usage.output == .init(totalTokenCount: 7, reasoningTokenCount: 3))
    }

    @Test func eventsWithAnEntryBelongToItWhateverComesBetween() async throws {
        let (transcript, _) = try await transcript([
            .response(entryID: "r1", action: .appendText("one", tokenCount: 1)),
            .response(entryID: "r2", action: .appendText("two", tokenCount: 1)),
            .response(entryID: "r1", action: .appendText(" more", tokenCount: 1)),
            .response(action: .appendText("!", tokenCount: 1)),
        ])
        #expect(transcript.map(\.description) == ["(Prompt) Go", "(Response) one more", "(Response) two!"])
        #expect(transcript.dropFirst().map(\.id) == ["r1", "r2"])
    }

    @Test func segmentsGrowAndAreReplacedByName() async throws {
        let (transcript, response) = try await transcript([
            .response(action: .appendText("draft", segmentID: "a", tokenCount: 1)),
            .response(action: .appendText("end", segmentID: "b", tokenCount: 1)),
            .response(action: .replaceTextSegment("final", segmentID: "a", tokenCount: 1)),
            .response(action: .appendText(".", tokenCount: 1)),
        ])
        guard case .response(let entry) = transcript.last else {
            Issue.record("expected a response")
            return
        }
        #expect(entry.segments.map(\.id) == ["a", "b"])
        #expect(entry.segments.map(\.text) == ["final", "end."])
        #expect(response.content == "final\nend.")
    }

    @Test func metadataAndSignaturesAreKeptWhole() async throws {
        let signature = Data([1, 2, 3])
        let (transcript, _) = try await transcript([
            .reasoning(action: .appendText("Hm", tokenCount: 1)),
            .reasoning(action: .updateSignature(signature, tokenCount: 0)),
            .reasoning(action: .updateMetadata(["depth": 1])),
            .response(action: .updateMetadata(["modelID": "m-1", "old": true])),
            .response(action: .appendText("A", tokenCount: 1)),
            .response(action: .updateMetadata(["modelID": "m-2"])),
        ])
        guard case .reasoning(let reasoning) = transcript[1], case .response(let response) = transcript[2] else {
            Issue.record("expected reasoning and a response")
            return
        }
        #expect(reasoning.signature == signature)
        #expect(reasoning.metadata == ["depth": GeneratedContent(1)])
        #expect(response.metadata == ["modelID": GeneratedContent("m-2")])
    }

    @Test func usageIsATotalOfEachEntryAndTheInputCountsOnce() async throws {
        func usage(_ input: Int, _ output: Int, _ reasoning: Int) -> (Channel.Usage.Input, Channel.Usage.Output) {
            (
                .init(totalTokenCount: input, cachedTokenCount: 4),
                .init(totalTokenCount: output, reasoningTokenCount: reasoning)
            )
        }
        let (thought, begun, whole) = (usage(10, 3, 3), usage(10, 1, 0), usage(10, 5, 0))
        let (_, response) = try await transcript([
            .reasoning(action: .appendText("Hm", tokenCount: 3)),
            .reasoning(action: .updateUsage(input: thought.0, output: thought.1)),
            .response(action: .updateUsage(input: begun.0, output: begun.1, metadata: ["tier": "a"])),
            .response(action: .appendText("A", tokenCount: 5)),
            .response(action: .updateUsage(input: whole.0, output: whole.1, metadata: ["tier": "b"])),
        ])
        #expect(
            response.usage
                == .init(
                    input: .init(totalTokenCount: 10, cachedTokenCount: 4),
                    output: .init(totalTokenCount: 8, reasoningTokenCount: 3), metadata: ["tier": "b"]))
    }

    @Test func callsGrowAndCanBeTakenBack() async throws {
        let model = ScriptedLanguageModel([
            [
                .event(
                    .toolCalls(
                        entryID: "calls",
                        action: .toolCall(
                            id: "a", name: "tide", action: .appendArguments(#"{"port": "#, tokenCount: 3)))),
                .event(
                    .toolCalls(
                        entryID: "calls",
                        action: .toolCall(id: "b", name: "none", action: .appendArguments("{}", tokenCount: 1)))),
                .event(
                    .toolCalls(
                        entryID: "calls",
                        action: .toolCall(id: "a", name: "tide", action: .appendArguments(#""Brest"}"#, tokenCount: 3)))
                ),
                .event(
                    .toolCalls(
                        entryID: "calls",
                        action: .toolCall(id: "a", name: "tide", action: .updateMetadata(["cost": 2])))),
                .event(.toolCalls(entryID: "calls", action: .removeToolCall(id: "b"))),
                .event(.toolCalls(entryID: "calls", action: .updateMetadata(["n": 1]))),
            ], [.text("Done")],
        ])
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        try await session.respond(to: "Go")
        guard case .toolCalls(let calls) = session.transcript[2] else {
            Issue.record("expected calls")
            return
        }
        #expect(calls.id == "calls")
        #expect(calls.map(\.description) == [#"tide({"port": "Brest"})"#])
        #expect(calls[0].metadata == ["cost": GeneratedContent(2)])
        #expect(calls.metadata == ["n": GeneratedContent(1)])
    }

    @Test func attachmentsAreAddedAndTakenBack() async throws {
        func image(_ id: String) -> Transcript.AttachmentSegment {
            Transcript.AttachmentSegment(
                id: id, content: .image(Transcript.ImageAttachment(imageURL: URL(filePath: "/\(id).png"))))
        }
        let (transcript, response) = try await transcript([
            .response(action: .appendText("See", tokenCount: 1)),
            .response(action: .addAttachmentSegment(image("one"))),
            .response(action: .addAttachmentSegment(image("two"))),
            .response(action: .appendText("there", tokenCount: 1)),
            .response(action: .removeAttachmentSegment(id: "one")),
        ])
        guard case .response(let entry) = transcript.last else {
            Issue.record("expected a response")
            return
        }
        #expect(entry.segments.map(\.id) == ["0", "two", "2"])
        #expect(response.content == "See\nthere")
    }

    @Test func anExecutorMayListenToAnother() async throws {
        let inner = ScriptedLanguageModel([[.text("Hello"), .text(" there")]])
        let session = LanguageModelSession(model: RelayModel(inner: inner))
        var texts: [String] = []
        for try await snapshot in session.streamResponse(to: "Hi") { texts.append(snapshot.content) }
        #expect(texts.first == "Hello")
        #expect(texts.last == "Hello there")
        #expect(inner.requests.count == 1)
    }
}

/// Passes on what another model says.
private struct RelayModel: LanguageModel {
    let inner: ScriptedLanguageModel
    var capabilities: LanguageModelCapabilities { inner.capabilities }
    var executorConfiguration: ScriptedLanguageModel.Executor.Configuration { inner.executorConfiguration }

    struct Executor: LanguageModelExecutor {
        let inner: ScriptedLanguageModel.Executor

        init(configuration: ScriptedLanguageModel.Executor.Configuration) throws {
            inner = ScriptedLanguageModel.Executor(configuration: configuration)
        }

        nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: RelayModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let between = LanguageModelExecutorGenerationChannel()
            async let answer: Void = {
                defer { between.finish() }
                try await inner.respond(to: request, model: model.inner, streamingInto: between)
            }()
            for try await event in between { await channel.send(event) }
            try await answer
        }
    }
}
