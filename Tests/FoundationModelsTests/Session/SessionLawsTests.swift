// Laws of sessions over random scripts: turns with text, reasoning and calls in any order, cut into pieces in any way.

import FoundationModels
import TestSupport
import Testing

@Suite struct SessionLawsTests {
    /// A random script: up to four turns with calls, then one that answers.
    private func script(_ random: inout SplitMix64) -> [ScriptedLanguageModel.Turn] {
        func words(_ random: inout SplitMix64) -> String {
            (0..<Int(random.next() % 4)).map { _ in ["sea ", "🌊", "a\n", "é", ""][Int(random.next() % 5)] }.joined()
        }
        var turns: [ScriptedLanguageModel.Turn] = []
        for index in 0...Int(random.next() % 5) {
            var turn: ScriptedLanguageModel.Turn = []
            for _ in 0..<Int(random.next() % 6) {
                turn.append(random.next() % 3 == 0 ? .reasoning(words(&random)) : .text(words(&random)))
            }
            if index > 0 {
                for _ in 0...Int(random.next() % 3) {
                    let call = ScriptedLanguageModel.Step.toolCall(
                        name: "tide", arguments: #"{"port": "p\#(random.next() % 9)"}"#)
                    turn.insert(call, at: Int(random.next() % UInt64(turn.count + 1)))
                }
            }
            turns.insert(turn, at: 0)
        }
        return turns
    }

    @Test(arguments: 0..<60)
    func transcriptsAreWellFormedAndSnapshotsGrow(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let script = script(&random)
        let model = ScriptedLanguageModel(script)
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        var texts: [String] = []
        let stream = session.streamResponse(to: "Go")
        for try await snapshot in stream { texts.append(snapshot.content) }
        let response = try await stream.collect()

        for (before, after) in zip(texts, texts.dropFirst()) { #expect(after.hasPrefix(before)) }
        #expect(texts.last == response.content)
        let responses = session.transcript.compactMap {
            if case .response(let response) = $0 { response.description } else { nil }
        }
        #expect(responses.filter { !$0.isEmpty }.joined(separator: "\n") == response.content)
        #expect(model.requests.count == script.count)
        try expectWellFormed(session.transcript)
        // What each turn was asked is what the transcript says up to there.
        for request in model.requests { #expect(session.transcript.starts(with: request.transcript)) }
        #expect(try Transcript(json: session.transcript.canonicalJSON()) == session.transcript)
        // The same script gives the same bytes.
        let again = LanguageModelSession(model: ScriptedLanguageModel(script), tools: [TideTool()])
        try await again.respond(to: "Go")
        #expect(again.transcript.canonicalJSON() == session.transcript.canonicalJSON())
    }
}

/// Expects a response at the end, with nothing behind it but afterthoughts, all calls of a turn answered in their order, and no
/// id twice.
func expectWellFormed(_ transcript: Transcript, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var open: [String] = []
    for entry in transcript {
        switch entry {
        case .toolCalls(let calls):
            open += calls.map(\.id)
        case .toolOutput(let output):
            #expect(open.first == output.id, sourceLocation: sourceLocation)
            open.removeFirst(open.isEmpty ? 0 : 1)
        case .prompt: #expect(open.isEmpty, sourceLocation: sourceLocation)
        case .instructions, .reasoning, .response, .data: break
        }
    }
    #expect(open.isEmpty, sourceLocation: sourceLocation)
    #expect(Set(transcript.map(\.id)).count == transcript.count, sourceLocation: sourceLocation)
    let last = transcript.last { if case .reasoning = $0 { false } else { true } }
    guard case .response = try #require(last) else {
        Issue.record("expected a response at the end", sourceLocation: sourceLocation)
        return
    }
}
