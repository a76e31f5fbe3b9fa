// Transcripts as JSON, byte for byte: every known form, both versions, ids derived from content.

import Foundation
import FoundationModels
import Testing

@Suite struct TranscriptJSONTests {
    @Test(arguments: Form.all) func everyFormIsReadAndWrittenBackByteForByte(_ form: Form) throws {
        let transcript = try Transcript(json: form.text)
        #expect(transcript.canonicalJSON(form.format) == form.text)
    }

    @Test(arguments: Form.all.filter { $0.name != Form.structure26.name })
    func decodingWhatWasEncodedGivesTheSame(_ form: Form) throws {
        let transcript = try Transcript(json: form.text)
        let again = try JSONDecoder().decode(Transcript.self, from: try JSONEncoder().encode(transcript))
        #expect(again == transcript)
        #expect(again.canonicalJSON(form.format) == form.text)
    }

    /// Swift's coders do not tell the order of keys; ours do.
    @Test func swiftsCodersSortTheKeysOfStructuredContent() throws {
        let transcript = try Transcript(json: Form.structure26.text)
        let again = try JSONDecoder().decode(Transcript.self, from: try JSONEncoder().encode(transcript))
        #expect(
            again.last?.content == #"{"height": 6.4, "isHigh": true, "note": null, "port": "Brest"}"#)
        #expect(again.first == transcript.first)
    }

    @Test func theTwoVersionsHoldTheSameConversation() throws {
        #expect(try Transcript(json: Form.text27.text) == Transcript(json: Form.text26.text))
    }

    @Test func aToolConversationIsReadWhole() throws {
        let transcript = try Transcript(json: Form.tools27.text)
        #expect(
            transcript.map(\.description) == [
                "(Instructions) Answer in one line.",
                "(Prompt) When is high tide in Brest?",
                "(Tool calls) tide({\"port\": \"Brest\"})",
                "(Tool output) tide: 05:12",
                "(Response) High tide is at 05:12.",
            ])
        #expect(transcript.map(\.id) == ["I1", "P1", "C1", "k1", "R1"])
        guard case .instructions(let instructions) = transcript[0], case .prompt(let prompt) = transcript[1] else {
            Issue.record("expected instructions and a prompt")
            return
        }
        #expect(instructions.toolDefinitions.map(\.name) == ["tide"])
        #expect(instructions.toolDefinitions.first?.parameters.name == "Arguments")
        #expect(prompt.options.samplingMode == .random(top: 20, seed: 18_446_744_073_709_551_615))
        #expect(prompt.options.temperature == 0.2)
        #expect(prompt.contextOptions.reasoningLevel == .custom("brief"))
        #expect(prompt.metadata == ["trace": GeneratedContent("t-1")])
    }

    @Test func aStructuredAnswerKeepsTheOrderOfItsKeys() throws {
        let transcript = try Transcript(json: Form.structure26.text)
        guard case .response(let response) = transcript.last, case .structure(let segment) = response.segments.first
        else {
            Issue.record("expected a structured response")
            return
        }
        #expect(segment.source == "Tide")
        #expect(segment.content.jsonString == #"{"port": "Brest", "height": 6.4, "isHigh": true, "note": null}"#)
        #expect(response.assetIDs == ["asset-1"])
    }

    @Test func sessionsWriteContentDerivedIDs() async throws {
        let session = LanguageModelSession(
            model: LocalLanguageModel(ScriptedModel("Grüße", " 🌊")), instructions: "Be \"brief\".")
        try await session.respond(to: "Hi\n/you", options: GenerationOptions(maximumResponseTokens: 5))
        #expect(
            session.transcript.canonicalJSON() == """
                {
                  "type": "FoundationModels.Transcript",
                  "version": "1.1",
                  "transcript": {
                    "entries": [
                      {
                        "role": "instructions",
                        "id": "d5005e458eb521baab218caae27a42d0",
                        "contents": [
                          {
                            "type": "text",
                            "id": "0",
                            "text": "Be \\"brief\\"."
                          }
                        ]
                      },
                      {
                        "role": "user",
                        "id": "18d2361d30e754dbf48bdae5f472b363",
                        "contents": [
                          {
                            "type": "text",
                            "id": "0",
                            "text": "Hi\\n/you"
                          }
                        ],
                        "options": {
                          "maximumResponseTokens": 5
                        },
                        "contextOptions": {}
                      },
                      {
                        "role": "response",
                        "id": "064c08dbd2734e151ab07645ece1941b",
                        "contents": [
                          {
                            "type": "text",
                            "id": "0",
                            "text": "Grüße 🌊"
                          }
                        ]
                      }
                    ]
                  }
                }

                """)
    }

    @Test func idsDependOnEverythingBeforeAndOnNothingElse() {
        func ids(_ instructions: String, _ prompt: String, _ options: GenerationOptions) -> [String] {
            var transcript = Transcript()
            transcript.appendInstructions(instructions)
            transcript.appendPrompt(prompt, options: options)
            transcript.appendResponse("Yes")
            return transcript.map(\.id)
        }
        let base = ids("A", "B", GenerationOptions())
        #expect(Set(base).count == 3)
        #expect(base.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        #expect(ids("A", "B", GenerationOptions(temperature: 1)) == base)
        let otherPrompt = ids("A", "C", GenerationOptions())
        #expect(otherPrompt[0] == base[0] && otherPrompt[1] != base[1] && otherPrompt[2] != base[2])
        let otherInstructions = ids("D", "B", GenerationOptions())
        #expect(zip(otherInstructions, base).allSatisfy { $0 != $1 })
    }

    @Test(arguments: [
        (#"[]"#, "#: error: expected an object, found an array [transcript.type]"),
        (#"{"version":1}"#, "#: error: the key 'type' is missing [transcript.key]"),
        (
            #"{"type":"Chat","version":1}"#,
            #"#/type: error: expected 'FoundationModels.Transcript', found "Chat" [transcript.kind]"#
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":"2.0"}"#,
            #"#/version: error: version "2.0" is unknown; 1 and "1.1" can be read [transcript.version]"#
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"robot","id":"a"}]}}"#,
            "#/transcript/entries/0/role: error: unknown role 'robot'; instructions, user, response, tool, reasoning and "
                + "data can be read [transcript.role]"
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"user","id":"a","#
                + #""contents":[{"type":"sound","id":"0"}]}]}}"#,
            "#/transcript/entries/0/contents/0/type: error: unknown content 'sound'; text, structure and "
                + "attachment can be read [transcript.content]"
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"user","id":"a","#
                + #""contents":[],"options":{"maximumResponseTokens":1.5}}]}}"#,
            "#/transcript/entries/0/options/maximumResponseTokens: error: expected an integer, found a number "
                + "[transcript.type]"
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"response","id":"a","#
                + #""toolCalls":[{"id":"k","name":"t","arguments":"{"}]}]}}"#,
            "#/transcript/entries/0/toolCalls/0/arguments: error: the text of the arguments is no JSON: 1:2: error: "
                + "expected a key in quotes [json.syntax] [transcript.arguments]"
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"user","id":"a","#
                + #""contents":[],"options":{"toolCallingMode":"maybe"}}]}}"#,
            #"#/transcript/entries/0/options/toolCallingMode: error: unknown mode "maybe"; allowed, required and "#
                + "disallowed can be read [transcript.tool-calling-mode]"
        ),
    ])
    func whatIsNoTranscriptIsRefusedWithAPlace(_ text: String, message: String) throws {
        let error = #expect(throws: JSONFormError.self) { try Transcript(json: text) }
        #expect(error?.description == message)
        let decoding = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
        }
        guard case .dataCorrupted(let context) = decoding else {
            Issue.record("unexpected \(String(describing: decoding))")
            return
        }
        #expect(context.debugDescription == message)
    }

    @Test func samplingModesWithoutAKnownKeyLeaveNone() {
        for mode in [GenerationOptions.SamplingMode.greedy, .random(probabilityThreshold: 0.5, seed: 1)] {
            var transcript = Transcript()
            transcript.appendPrompt("Hi", options: GenerationOptions(samplingMode: mode))
            #expect(transcript.canonicalJSON().contains(#""options": {},"#))
        }
    }
}
