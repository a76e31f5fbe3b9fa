// Feedback as JSON, whole, and that its parts can be read back.

import Foundation
import FoundationModels
import Testing

@Suite struct LanguageModelFeedbackTests {
    private var transcript: Transcript {
        Transcript(entries: [
            .prompt(.init(id: "P", segments: [.text(.init(id: "0", content: "Where?"))])),
            .response(.init(id: "R", assetIDs: [], segments: [.text(.init(id: "0", content: "In Oslo."))])),
        ])
    }

    @Test func allOfItStandsInTheDocument() {
        let data = LanguageModelFeedback.attachmentData(
            transcript, sentiment: .negative,
            issues: [.init(category: .incorrect, explanation: "It is in Brest."), .init(category: .tooVerbose)],
            desiredOutput: .response(.init(id: "D", assetIDs: [], segments: [])))
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {
                  "type": "FoundationModels.LanguageModelFeedback",
                  "version": 1,
                  "sentiment": "negative",
                  "issues": [
                    {
                      "category": "incorrect",
                      "explanation": "It is in Brest."
                    },
                    {
                      "category": "tooVerbose"
                    }
                  ],
                  "desiredOutput": {
                    "role": "response",
                    "id": "D",
                    "contents": []
                  },
                  "conversation": {
                    "type": "FoundationModels.Transcript",
                    "version": "1.1",
                    "transcript": {
                      "entries": [
                        {
                          "role": "user",
                          "id": "P",
                          "contents": [
                            {
                              "type": "text",
                              "id": "0",
                              "text": "Where?"
                            }
                          ],
                          "options": {},
                          "contextOptions": {}
                        },
                        {
                          "role": "response",
                          "id": "R",
                          "contents": [
                            {
                              "type": "text",
                              "id": "0",
                              "text": "In Oslo."
                            }
                          ]
                        }
                      ]
                    }
                  }
                }

                """)
    }

    @Test func theConversationCanBeReadBack() throws {
        let data = LanguageModelFeedback.attachmentData(transcript, sentiment: nil)
        let document = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
        let conversation = try #require(document["conversation"])
        #expect(try Transcript(json: conversation.text(.compact)) == transcript)
        #expect(document["sentiment"] == nil && document["desiredOutput"] == nil)
        #expect(document["issues"] == .array([]))
    }

    @Test func aDesiredTextOrContentBecomesTheResponseThatShouldHaveBeen() throws {
        let text = LanguageModelFeedback.attachmentData(
            transcript, sentiment: .positive, desiredResponseText: "In Brest.")
        let content = LanguageModelFeedback.attachmentData(
            transcript, sentiment: .neutral, desiredResponseContent: GeneratedContent("In Brest."))
        var asked = transcript
        asked.removeLast()
        asked.appendResponse("In Brest.")
        let desired = try JSONValue(parsing: String(decoding: text, as: UTF8.self))["desiredOutput"]
        #expect(desired?["id"] == asked.last.map { .string($0.id) })
        #expect(desired?.text(.compact).contains("In Brest.") == true)
        let structured = try JSONValue(parsing: String(decoding: content, as: UTF8.self))["desiredOutput"]
        #expect(structured?.text(.compact).contains(#""content":"In Brest.""#) == true)
    }

    @Test func aSessionGivesItsConversation() async throws {
        let session = LanguageModelSession(model: ScriptedModel("In Oslo."))
        try await session.respond(to: "Where?")
        session.logFeedbackAttachment(sentiment: .positive)
        let plain = session.logFeedbackAttachment(
            sentiment: .negative, issues: [.init(category: .incorrect)], desiredOutput: nil)
        #expect(
            plain
                == LanguageModelFeedback.attachmentData(
                    session.transcript, sentiment: .negative, issues: [.init(category: .incorrect)]))
        let text = session.logFeedbackAttachment(sentiment: nil, desiredResponseText: "In Brest.")
        #expect(String(decoding: text, as: UTF8.self).contains("In Brest."))
        let content = session.logFeedbackAttachment(sentiment: nil, desiredResponseContent: 29)
        #expect(String(decoding: content, as: UTF8.self).contains(#""content": 29"#))
    }

    @Test func namesAreThoseOfTheFramework() {
        #expect(LanguageModelFeedback.Sentiment.allCases.map(\.rawValue) == ["positive", "negative", "neutral"])
        #expect(LanguageModelFeedback.Issue.Category.allCases.count == 8)
    }
}
