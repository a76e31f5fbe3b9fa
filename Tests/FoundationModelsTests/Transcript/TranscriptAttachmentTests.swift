// Entries and segments of the systems numbered 27: what is kept of them, in which version, and what is refused.

import Foundation
import FoundationModels
import Testing

@Suite struct TranscriptAttachmentTests {
    private func transcript() throws -> Transcript { try Transcript(json: Form.attachments27.text) }

    @Test func everyNewEntryIsReadWhole() throws {
        let transcript = try transcript()
        #expect(
            transcript.map(\.description) == [
                "(Prompt) Which door?\n[door: image door.png]\n[image of 11 bytes]\n[com.example.sound of 3 bytes]",
                "(Reasoning) Look at the handle.",
                "(Tool calls) zoom({\"image\": \"door\"})",
                "(Tool output) zoom: A brass handle.",
                "(Data) public.json of 2 bytes",
                "(Response) The left one.",
            ])
        guard case .prompt(let prompt) = transcript[0], case .reasoning(let reasoning) = transcript[1],
            case .toolCalls(let calls) = transcript[2], case .data(let data) = transcript[4],
            case .attachment(let first) = prompt.segments[1], case .image(let file) = first.content,
            case .attachment(let second) = prompt.segments[2], case .image(let bytes) = second.content
        else {
            Issue.record("unexpected \(transcript)")
            return
        }
        #expect(file.url == URL(string: "file:///tmp/door.png"))
        #expect(file.orientation == .right)
        #expect(file.contentType == .png)
        #expect(bytes.url == nil)
        #expect(bytes.contentType == .gif)
        #expect(try bytes.encodedData() == Data("GIF89a".utf8) + Data([2, 0, 3, 0, 0]))
        #expect(reasoning.signature == Data([0xFF, 0]))
        #expect(reasoning.metadata == ["effort": GeneratedContent("deep")])
        #expect(calls.metadata["turn"]?.jsonString == "1")
        #expect(calls.first?.metadata["index"]?.jsonString == "0")
        #expect(data.content == Data("{}".utf8))
    }

    @Test func versionOneHoldsWhatItHasFormsFor() throws {
        let text = try transcript().canonicalJSON(.version1)
        let again = try Transcript(json: text)
        #expect(
            again.map(\.description) == [
                "(Prompt) Which door?", "(Tool calls) zoom({\"image\": \"door\"})",
                "(Tool output) zoom: A brass handle.",
                "(Response) The left one.",
            ])
        #expect(again.canonicalJSON(.version1) == text)
        #expect(!text.contains("metadata"))
    }

    @Test func imagesAreFoundByTheirLabel() throws {
        let transcript = try transcript()
        let reference = try ImageReference(GeneratedContent(json: JSONValue(parsing: #"{"attachmentLabel":"door"}"#)))
        #expect(reference.generatedContent.jsonString == #"{"attachmentLabel": "door"}"#)
        #expect(reference.resolved(in: transcript)?.url == URL(string: "file:///tmp/door.png"))
        let other = try ImageReference(GeneratedContent(json: JSONValue(parsing: #"{"attachmentLabel":"roof"}"#)))
        #expect(other.resolved(in: transcript) == nil)
        let error = #expect(throws: LanguageModelSession.GenerationError.self) {
            try ImageReference(GeneratedContent("door"))
        }
        #expect(error?.errorDescription == "expected an object, found a string [content.type]")
    }

    @Test(arguments: [
        (#"{"type":"image","data":"%"}"#, "/data: error: the text is no Base64 [transcript.base64]"),
        (#"{"type":"image"}"#, ": error: the key 'data' is missing [transcript.key]"),
        (
            #"{"type":"image","data":"","orientation":9}"#,
            "/orientation: error: unknown orientation 9; 1 to 8 can be read [transcript.orientation]"
        ),
        (
            #"{"type":"sound"}"#,
            "/type: error: unknown attachment 'sound'; image and data can be read [transcript.attachment]"
        ),
        (
            #"{"type":"data","contentType":"","content":""}"#,
            "/contentType: error: a type of content must have a name [transcript.content-type]"
        ),
    ])
    func whatIsNoAttachmentIsRefusedWithAPlace(_ attachment: String, message: String) {
        let text =
            #"{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[{"role":"user","id":"a","#
            + #""contents":[{"type":"attachment","id":"0","attachment":"# + attachment + "}]}]}}"
        let error = #expect(throws: JSONFormError.self) { try Transcript(json: text) }
        #expect(error?.description == "#/transcript/entries/0/contents/0/attachment" + message)
    }

    @Test func aToolBecomesADefinitionWhoseParametersCanBeChanged() {
        struct Zoom: Tool {
            let description = "Looks closer."
            let parameters = ImageReference.generationSchema
            func call(arguments: String) async throws -> String { arguments }
        }
        var definition = Transcript.ToolDefinition(tool: Zoom())
        #expect(definition.name == "Zoom")
        #expect(definition.description == "Looks closer.")
        #expect(definition.parameters.name == "ImageReference")
        definition.parameters = String.generationSchema
        #expect(definition.parameters.debugDescription == String.generationSchema.debugDescription)
        guard case .schema(let schema) = Transcript.ResponseFormat(schema: Zoom().parameters).kind else { return }
        #expect(schema.name == "ImageReference")
    }
}
