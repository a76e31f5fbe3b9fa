// Feedback as JSON, with the conversation that it is about. Apple's own layout is not known; this one is ours:
//
//     {"type": "FoundationModels.LanguageModelFeedback", "version": 1, "sentiment": "negative",
//      "issues": [{"category": "incorrect", "explanation": "It is in Brest."}],
//      "desiredOutput": ENTRY, "conversation": TRANSCRIPT}
//
// Entries and transcripts have the form of version 1.1. Nothing is sent anywhere: what becomes of the data is up to the app.

package import FoundationEssentials

extension LanguageModelFeedback {
    /// The JSON of feedback on the last answer of a conversation.
    package static func attachmentData(
        _ transcript: Transcript, sentiment: Sentiment?, issues: [Issue] = [], desiredOutput: Transcript.Entry? = nil
    ) -> Data {
        let document = JSONValue.members([
            "type": .string("FoundationModels.LanguageModelFeedback"), "version": .integer(1),
            "sentiment": sentiment.map { .string($0.rawValue) },
            "issues": .array(
                issues.map { issue in
                    .members([
                        "category": .string(issue.category.rawValue),
                        "explanation": issue.explanation.map(JSONValue.string),
                    ])
                }),
            "desiredOutput": desiredOutput.flatMap { TranscriptDocument.encode($0, as: .version1_1) },
            "conversation": TranscriptDocument.encode(transcript, as: .version1_1),
        ])
        return Data((document.text(.indented) + "\n").utf8)
    }

    /// The same, with the text that the answer should have been; nil: nobody says.
    package static func attachmentData(
        _ transcript: Transcript, sentiment: Sentiment?, issues: [Issue] = [], desiredResponseText: String?
    ) -> Data {
        attachmentData(
            transcript, sentiment: sentiment, issues: issues,
            desiredOutput: desiredResponseText.map { entry(.text(.init(id: "0", content: $0)), after: transcript) })
    }

    /// The same, with the content that the answer should have been; nil: nobody says.
    package static func attachmentData(
        _ transcript: Transcript, sentiment: Sentiment?, issues: [Issue] = [],
        desiredResponseContent: (any ConvertibleToGeneratedContent)?
    ) -> Data {
        attachmentData(
            transcript, sentiment: sentiment, issues: issues,
            desiredOutput: desiredResponseContent.map { content in
                entry(
                    .structure(
                        .init(id: "0", schemaName: schemaName(in: transcript), content: content.generatedContent)),
                    after: transcript)
            })
    }

    /// A response in the place of the last one, with the id that it would have.
    private static func entry(_ segment: Transcript.Segment, after transcript: Transcript) -> Transcript.Entry {
        var asked = transcript
        if case .response = asked.last { asked.removeLast() }
        asked.appendResponse([segment])
        return asked.last ?? .response(.init(assetIDs: [], segments: [segment]))
    }

    /// The shape that was last asked for, if any.
    private static func schemaName(in transcript: Transcript) -> String {
        for case .prompt(let prompt) in transcript.reversed() { return prompt.responseFormat?.name ?? "" }
        return ""
    }
}
