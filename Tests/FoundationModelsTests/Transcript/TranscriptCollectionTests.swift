// A transcript and its history as collections that can be changed, and the ids of what a session adds.

import Foundation
import FoundationModels
import Testing

@Suite struct TranscriptCollectionTests {
    private func entries(_ ids: String...) -> [Transcript.Entry] {
        ids.map { id in
            let segments = [Transcript.Segment.text(.init(id: "0", content: id))]
            return id.hasPrefix("I")
                ? .instructions(.init(id: id, segments: segments, toolDefinitions: []))
                : .response(.init(id: id, assetIDs: [], segments: segments))
        }
    }

    @Test func aTranscriptIsChangedInPlace() {
        var transcript = Transcript(entries: entries("I1", "R1", "R2"))
        transcript.removeLast()
        transcript.append(contentsOf: entries("R3", "R4"))
        transcript.swapAt(1, 2)
        transcript.insert(contentsOf: entries("R0"), at: 1)
        #expect(transcript.map(\.id) == ["I1", "R0", "R3", "R1", "R4"])
        transcript.removeAll { $0.id == "R3" }
        #expect(transcript.map(\.id) == ["I1", "R0", "R1", "R4"])
        #expect(Transcript(transcript.filter { $0.id != "I1" }).count == 3)
    }

    @Test(arguments: [[], ["I1"]]) func theHistoryIsWhatStandsBehindTheInstructions(_ instructions: [String]) {
        var transcript = Transcript(entries: instructions.flatMap { entries($0) } + entries("R1", "I2", "R2", "R3"))
        #expect(transcript.history.map(\.id) == ["R1", "I2", "R2", "R3"])
        #expect(transcript.history.last?.id == "R3")
        #expect(transcript.history.suffix(2).map(\.id) == ["R2", "R3"])
        transcript.history.removeFirst(2)
        transcript.history.append(contentsOf: entries("R4"))
        transcript.history.reverse()
        #expect(transcript.map(\.id) == instructions + ["R4", "R3", "R2"])
        transcript.history = []
        #expect(transcript.map(\.id) == instructions)
        transcript.history = Transcript.HistoryView(entries("R5"))
        #expect(transcript.map(\.id) == instructions + ["R5"])
    }

    @Test func placesInAHistoryCanBeCounted() {
        let history = Transcript(entries: entries("I1", "R1", "R2", "R3")).history
        let third = history.index(history.startIndex, offsetBy: 2)
        #expect(history[third].id == "R3")
        #expect(history.distance(from: history.startIndex, to: history.endIndex) == 3)
        #expect(history.index(before: history.endIndex) == third)
        #expect(history.firstIndex { $0.id == "R2" }.map { $0 < third } == true)
    }

    @Test func allThatASessionAddsHasAnIDFromItsContent() throws {
        func build(_ arguments: String, output: String) throws -> Transcript {
            var transcript = Transcript()
            transcript.appendInstructions(
                Instructions("Be brief."),
                toolDefinitions: [.init(name: "tide", description: "Tides", parameters: String.generationSchema)])
            transcript.appendPrompt(Prompt("When?"), options: GenerationOptions(), metadata: ["a": "b"])
            transcript.appendReasoning("I must ask.")
            let content = GeneratedContent(json: try JSONValue(parsing: arguments))
            let calls = transcript.appendToolCalls([("tide", content), ("tide", content)])
            for call in calls { transcript.appendToolOutput(of: call, Prompt(output)) }
            transcript.appendResponse([.structure(.init(id: "0", schemaName: "Tide", content: content))])
            return transcript
        }
        let first = try build(#"{"port":"Brest"}"#, output: "05:12")
        #expect(first == (try build(#"{"port":"Brest"}"#, output: "05:12")))
        #expect(Set(first.map(\.id)).count == first.count)
        guard case .toolCalls(let calls) = first[3] else {
            Issue.record("unexpected \(first[3])")
            return
        }
        #expect(calls.map(\.id) == [calls.id + "-0", calls.id + "-1"])
        #expect(first[4].id == calls[0].id && first[5].id == calls[1].id)
        let other = try build(#"{"port":"Oslo"}"#, output: "05:12")
        #expect(zip(first, other).map { $0.id == $1.id } == [true, true, true, false, false, false, false])
        #expect(first.canonicalJSON() == (try Transcript(json: first.canonicalJSON())).canonicalJSON())
    }

    @Test func instructionsWithToolsHaveAnotherIDThanWithout() {
        var (plain, tooled) = (Transcript(), Transcript())
        plain.appendInstructions("Be brief.")
        tooled.appendInstructions(
            Instructions("Be brief."),
            toolDefinitions: [.init(name: "tide", description: "Tides", parameters: String.generationSchema)])
        #expect(plain[0].id != tooled[0].id)
    }
}
