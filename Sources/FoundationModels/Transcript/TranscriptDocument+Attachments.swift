// Attachments and data entries in JSON. Apple's own spelling of these has not been seen; this one is ours, and is written in
// version 1.1 alone: version 1 has no attachments. Bytes are Base64 (RFC 4648), orientations the numbers of Exif.
//
//     {"type": "attachment", "id": "1", "label": "door",
//      "attachment": {"type": "image", "url": "file:///door.png", "orientation": 6}}

internal import FoundationEssentials
#if canImport(CoreGraphics)
    internal import ImageIO
    internal import UniformTypeIdentifiers
#endif

extension TranscriptDocument {
    static func encode(_ segment: Transcript.AttachmentSegment) -> JSONValue {
        .members([
            "type": .string("attachment"), "id": .string(segment.id), "label": segment.label.map(JSONValue.string),
            "attachment": encode(segment.content),
        ])
    }

    private static func encode(_ attachment: Transcript.Attachment) -> JSONValue {
        switch attachment {
        case .image(let image):
            var url: String?
            var data: String?
            switch image.source {
            case .file(let file): url = file.absoluteString
            case .bytes(let bytes): data = bytes.base64EncodedString()
            }
            return .members([
                "type": .string("image"), "url": url.map(JSONValue.string), "data": data.map(JSONValue.string),
                "orientation": image.orientation == .up ? nil : .integer(image.orientation.rawValue),
            ])
        case .data(let data):
            return .members([
                "type": .string("data"), "contentType": .string(data.contentType.identifier),
                "content": .string(data.content.base64EncodedString()), "metadata": data.metadata.json,
            ])
        }
    }

    static func encode(_ entry: Transcript.DataEntry) -> JSONValue {
        .members([
            "role": .string("data"), "id": .string(entry.id), "contentType": .string(entry.contentType.identifier),
            "content": .string(entry.content.base64EncodedString()), "metadata": entry.metadata.json,
        ])
    }

    static func decodeAttachment(
        _ item: JSONCursor, id: String
    ) throws(JSONFormError) -> Transcript.AttachmentSegment {
        let attachment = try item.member("attachment")
        let type = try attachment.member("type")
        let content: Transcript.Attachment =
            switch try type.string() {
            case "image": .image(try decodeImage(attachment))
            case "data":
                .data(
                    Transcript.DataAttachment(
                        contentType: try decodeType(attachment), content: try bytes(attachment.member("content")),
                        metadata: decodeContent(attachment)))
            case let unknown:
                throw type.error(
                    "unknown attachment '\(unknown)'; image and data can be read", code: "attachment")
            }
        return Transcript.AttachmentSegment(
            id: id, content: content, label: try item.optional("label")?.string())
    }

    static func decodeDataEntry(_ entry: JSONCursor, id: String) throws(JSONFormError) -> Transcript.DataEntry {
        Transcript.DataEntry(
            id: id, contentType: try decodeType(entry), content: try bytes(entry.member("content")),
            metadata: decodeContent(entry))
    }

    private static func decodeImage(_ image: JSONCursor) throws(JSONFormError) -> Transcript.ImageAttachment {
        var orientation: CGImagePropertyOrientation?
        if let number = try image.optional("orientation") {
            orientation = UInt32(exactly: try number.int()).flatMap { CGImagePropertyOrientation(rawValue: $0) }
            guard orientation != nil else {
                throw number.error(
                    "unknown orientation \(number.value.text(.compact)); 1 to 8 can be read", code: "orientation")
            }
        }
        if let url = try image.optional("url") {
            let text = try url.string()
            guard let file = URL(string: text) else {
                throw url.error("\(JSONValue.string(text).text(.compact)) is no address", code: "url")
            }
            return Transcript.ImageAttachment(imageURL: file, orientation: orientation)
        }
        return Transcript.ImageAttachment(imageData: try bytes(image.member("data")), orientation: orientation)
    }

    private static func decodeType(_ item: JSONCursor) throws(JSONFormError) -> UTType {
        let identifier = try item.member("contentType")
        guard let type = UTType(try identifier.string()) else {
            throw identifier.error("a type of content must have a name", code: "content-type")
        }
        return type
    }

    static func bytes(_ text: JSONCursor) throws(JSONFormError) -> Data {
        guard let data = Data(base64Encoded: try text.string()) else {
            throw text.error("the text is no Base64", code: "base64")
        }
        return data
    }

    /// Null is a content, not the lack of one.
    private static func decodeContent(_ item: JSONCursor) -> GeneratedContent {
        item.value["metadata"].map { GeneratedContent(json: $0) }
            ?? GeneratedContent(kind: .structure(properties: [:], orderedKeys: []))
    }
}
