// Images and data in prompts, as published code writes them: what becomes of them in the transcript, and what a model of
// text says to them.

import Foundation
import FoundationModels
import Testing
import Tokenization

@Suite struct AttachmentTests {
    /// A GIF of 2 by 3 pixels, as far as its header goes.
    static let gif = Data("GIF89a".utf8) + Data([2, 0, 3, 0, 0])

    private func image(_ last: UInt8 = 0) throws -> CGImage {
        try #require(CGImage(encodedData: Self.gif.dropLast() + [last]))
    }

    /// Published code: two images in one prompt, one of them turned.
    private func compareImages(_ session: LanguageModelSession, imageOne: CGImage, imageTwo: CGImage) async throws
        -> String
    {
        let response = try await session.respond {
            "Compare these two images in three points:"

            Attachment(imageOne)

            Attachment(imageTwo, orientation: .right)
        }
        return response.content
    }

    @Test func aModelOfTextRefusesImagesAndTheTranscriptIsAsBefore() async throws {
        let model = ScriptedModel("two cats")
        let session = LanguageModelSession(model: model)
        let (one, two) = (try image(), try image(1))
        let error = await #expect(throws: LanguageModelError.self) {
            try await compareImages(session, imageOne: one, imageTwo: two)
        }
        guard case .unsupportedCapability(let details) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(details.capability == .vision)
        #expect(
            details.debugDescription
                == "the model does not have the capability 'vision', which it takes to read [image of 11 bytes]; use a "
                + "model that has it [session.capability]")
        #expect(session.transcript.isEmpty)
        #expect(model.history.requests.isEmpty)
        #expect(try await session.respond(to: "Without images?").content == "two cats")
    }

    @Test func instructionsWithAnImageAreRefusedToo() async throws {
        let image = try image()
        let session = LanguageModelSession(model: LocalLanguageModel(ScriptedModel("a"))) {
            "The badge looks so:"
            Attachment(image).label("badge")
        }
        await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Hi") }
        #expect(session.transcript.first?.content == "The badge looks so:\n[badge: image of 11 bytes]")
    }

    @Test func textsAroundAnAttachmentAreSegmentsOfTheirOwn() throws {
        let image = try image()
        let prompt = Prompt {
            "Scan"
            "this:"
            Attachment(image).label("barcode-image")
            "Then stop."
        }
        #expect(prompt.text == "Scan\nthis:\nThen stop.")
        let attachment = Transcript.Attachment.image(.init(image))
        #expect(
            prompt.segments == [
                .text(.init(id: "0", content: "Scan\nthis:")),
                .attachment(.init(id: "1", content: attachment, label: "barcode-image")),
                .text(.init(id: "2", content: "Then stop.")),
            ])
        #expect(Prompt(parts: []).segments == [.text(.init(id: "0", content: ""))])
    }

    struct Sound: DataAttachmentRepresentable, Equatable {
        struct Wrong: Error {}
        var samples: [UInt8]

        init(samples: [UInt8]) {
            self.samples = samples
        }

        var transcriptRepresentation: Transcript.DataAttachment {
            Transcript.DataAttachment(contentType: UTType(exportedAs: "com.example.sound"), content: Data(samples))
        }

        init(_ attachment: Transcript.DataAttachment) throws {
            guard attachment.contentType.identifier == "com.example.sound" else { throw Wrong() }
            samples = Array(attachment.content)
        }
    }

    @Test func dataIsReadByWhoSaysSo() throws {
        let sound = Sound(samples: [1, 2])
        var transcript = Transcript()
        transcript.appendPrompt(Prompt { Attachment(sound).label("bell") }, options: GenerationOptions())
        let type = UTType(exportedAs: "com.example.sound")
        try transcript.requireReadable(with: LanguageModelCapabilities([]), isReadable: { $0 == type })
        let error = #expect(throws: LanguageModelError.self) {
            try transcript.requireReadable(with: LanguageModelCapabilities([.vision]))
        }
        guard case .unsupportedTranscriptContent(let details) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(details.unsupportedContent == Array(transcript))
        #expect(
            details.debugDescription
                == "the model can't read [bell: com.example.sound of 2 bytes]; leave it out, or use a model that reads "
                + "'com.example.sound' [session.content]")
        guard case .attachment(let segment) = transcript[0].segments[0], case .data(let data) = segment.content else {
            Issue.record("unexpected \(transcript)")
            return
        }
        #expect(try Sound(data) == sound)
    }

    @Test func imagesPassForAModelThatSees() throws {
        var transcript = Transcript()
        let image = try image()
        transcript.appendPrompt(Prompt { Attachment(image) }, options: GenerationOptions())
        try transcript.requireReadable(with: LanguageModelCapabilities([.vision]))
        #expect(transcript.messages.map(\.role) == ["user"])
    }

    #if !canImport(CoreGraphics)
        @Test(arguments: [
            (
                Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
                    + Data([0, 0, 1, 0, 0, 0, 0, 5]), UTType.png, 256, 5
            ),
            (Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0, 7, 1, 2, 3, 1, 2, 3]), .jpeg, 258, 7),
            (gif, .gif, 2, 3),
            (Data("RIFF\0\0\0\0WEBPVP8 ".utf8), .webP, 0, 0),
            (Data("\0\0\0\u{18}ftypheic".utf8), .heic, 0, 0),
            (Data([0x4D, 0x4D, 0, 0x2A]), .tiff, 0, 0),
        ])
        func formatAndSizeAreReadFromTheHeader(_ data: Data, type: UTType, width: Int, height: Int) throws {
            let image = try #require(CGImage(encodedData: data))
            #expect(image.contentType == type)
            #expect(image.width == width && image.height == height)
            // Wherever it is cut, nothing breaks.
            for count in 0..<data.count { _ = CGImage(encodedData: data.prefix(count)) }
        }

        @Test func whatIsNoImageIsNone() {
            #expect(CGImage(encodedData: Data("hello".utf8)) == nil)
            #expect(CGImage(encodedData: Data()) == nil)
        }

        @Test func typesAreKnownByEndingsAndKinds() {
            #expect(UTType(filenameExtension: "JPG") == .jpeg)
            #expect(UTType(mimeType: "image/webp") == .webP)
            #expect(UTType(filenameExtension: "xyz") == nil)
            #expect(UTType("") == nil)
            #expect(UTType.png.conforms(to: .image) && UTType.png.conforms(to: .data))
            #expect(!UTType.png.conforms(to: .jpeg) && !UTType.json.conforms(to: .image))
            #expect(UTType(exportedAs: "com.example.x").conforms(to: UTType(importedAs: "com.example.x")))
            #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
            #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
            #expect(UTType(exportedAs: "com.example.x").preferredMIMEType == nil)
        }
    #endif
}
