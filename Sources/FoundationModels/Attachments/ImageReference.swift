// How a model names an image of the conversation, in a structured answer or in the arguments of a tool: by its label.

/// An image of the conversation, by its label.
public struct ImageReference: Sendable, Equatable, Generable {
    /// The label that the image was attached under.
    public let attachmentLabel: String

    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            document: .members([
                "type": .string("object"), "title": .string("ImageReference"),
                "properties": .members([
                    "attachmentLabel": .members([
                        "type": .string("string"), "description": .string("The label of an attached image"),
                    ])
                ]),
                "required": .array([.string("attachmentLabel")]), "additionalProperties": .bool(false),
                "x-order": .array([.string("attachmentLabel")]),
            ]))
    }

    /// - Throws: a decoding failure where `content` is no object with a label.
    public init(_ content: GeneratedContent) throws {
        guard case .structure(let properties, _) = content.kind,
            case .string(let label) = properties["attachmentLabel"]?.kind
        else {
            throw ModelFailure.decodingFailure(
                "expected an object with the string 'attachmentLabel', found \(content.json.typeName) [content.type]")
        }
        attachmentLabel = label
    }

    public var generatedContent: GeneratedContent {
        GeneratedContent(
            kind: .structure(
                properties: ["attachmentLabel": GeneratedContent(kind: .string(attachmentLabel))],
                orderedKeys: ["attachmentLabel"]))
    }

    /// The image of that label, the last one where there are several; nil where there is none.
    public func resolved(in entries: some Sequence<Transcript.Entry>) -> Transcript.ImageAttachment? {
        var found: Transcript.ImageAttachment?
        for entry in entries {
            for case .attachment(let segment) in entry.segments where segment.label == attachmentLabel {
                if case .image(let image) = segment.content { found = image }
            }
        }
        return found
    }
}
