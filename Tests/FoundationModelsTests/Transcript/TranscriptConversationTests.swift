// The messages that a transcript comes to: calls, outputs and reasoning in their places, and what is left out.

import Foundation
import FoundationModels
import Testing
import Tokenization

@Suite struct TranscriptConversationTests {
    private static func call(_ id: String, _ name: String) -> Transcript.ToolCall {
        Transcript.ToolCall(
            id: id, toolName: name,
            arguments: GeneratedContent(
                kind: .structure(properties: ["n": GeneratedContent(kind: .number(1))], orderedKeys: ["n"])))
    }

    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(id: "0", content: text))] }

    /// Two tools in one turn, text before the calls, reasoning twice.
    private let transcript = Transcript(entries: [
        .instructions(.init(id: "I", segments: text("Be brief."), toolDefinitions: [])),
        .prompt(.init(id: "P1", segments: text("Tide and wind?"))),
        .reasoning(.init(id: "T1", segments: text("Two tools."))),
        .response(.init(id: "R1", assetIDs: [], segments: text("Let me look."))),
        .toolCalls(.init(id: "C1", [call("k1", "tide"), call("k2", "wind")])),
        .toolOutput(.init(id: "k1", toolName: "tide", segments: text("05:12"))),
        .toolOutput(.init(id: "k2", toolName: "wind", segments: text("calm"))),
        .reasoning(.init(id: "T2", segments: text("Done."))),
        .data(.init(id: "D", contentType: .json, content: Data())),
        .response(.init(id: "R2", assetIDs: [], segments: text("05:12, calm."))),
        .reasoning(.init(id: "T3", segments: text("Cut off."))),
        .prompt(.init(id: "P2", segments: text("Thanks."))),
    ])

    private let tide = ChatMessage.ToolCall(id: "k1", name: "tide", arguments: #"{"n": 1}"#)
    private let wind = ChatMessage.ToolCall(id: "k2", name: "wind", arguments: #"{"n": 1}"#)

    private func expected(_ calls: [ChatMessage.ToolCall]) -> [ChatMessage] {
        var messages = [
            ChatMessage(role: "system", content: "Be brief."),
            ChatMessage(role: "user", content: "Tide and wind?"),
            ChatMessage(role: "assistant", content: "Let me look.", toolCalls: calls, reasoning: "Two tools."),
        ]
        for call in calls {
            messages.append(
                ChatMessage(role: "tool", content: call.name == "tide" ? "05:12" : "calm", answeredCall: call))
        }
        return messages + [
            ChatMessage(role: "assistant", content: "05:12, calm.", reasoning: "Done."),
            ChatMessage(role: "user", content: "Thanks."),
        ]
    }

    @Test func callsOutputsAndReasoningStandInTheirPlaces() {
        #expect(transcript.messages(enabledTools: ["tide", "wind"]) == expected([tide, wind]))
    }

    @Test func aRemovedToolTakesItsCallsAndOutputsAlong() {
        #expect(transcript.messages(enabledTools: ["wind", "rain"]) == expected([wind]))
        #expect(transcript.messages == expected([]))
    }

    @Test func callsWithoutTextAreAMessageOfTheirOwn() {
        let entries = transcript.filter { $0.id != "R1" }
        #expect(
            Transcript(entries: entries).messages(enabledTools: ["tide"])[2]
                == ChatMessage(role: "assistant", content: "", toolCalls: [tide], reasoning: "Two tools."))
    }

    @Test func anOutputOfACutConversationStillSaysWhatItAnswers() {
        let cut = Transcript(entries: transcript.dropFirst(5).prefix(1))
        let call = ChatMessage.ToolCall(id: "k1", name: "tide", arguments: "{}")
        #expect(
            cut.messages(enabledTools: ["tide"]) == [ChatMessage(role: "tool", content: "05:12", answeredCall: call)])
        #expect(cut.messages(enabledTools: []).isEmpty)
    }

    @Test func aPrefaceStandsBeforeAllInstructionsInTheirMessage() {
        #expect(
            transcript.messages(enabledTools: [], preface: "You tag.")[0]
                == ChatMessage(role: "system", content: "You tag.\nBe brief."))
        #expect(
            Transcript(entries: transcript.suffix(1)).messages(enabledTools: [], preface: "You tag.") == [
                ChatMessage(role: "system", content: "You tag."), ChatMessage(role: "user", content: "Thanks."),
            ])
    }
}
