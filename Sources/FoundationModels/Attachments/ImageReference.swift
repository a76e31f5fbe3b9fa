// How a model names an image of the conversation, in a structured answer or in the arguments of a tool: by its label.

/// An image of the conversation, by its label.
public struct ImageReference: Sendable, Equatable, Generable {
    /// The label that the image was attached under.
    public let attachmentLabel: String

    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "attachmentLabel", description: "The label of an attached image", type: String.self)
            ])
    }

    /// - Throws: a decoding failure where `content` is no object with a label.
    public init(_ content: GeneratedContent) throws {
        attachmentLabel = try content.value(forProperty: "attachmentLabel")
    }

    public var generatedContent: GeneratedContent {
        GeneratedContent(properties: ["attachmentLabel": attachmentLabel])
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
