// What is put into a prompt beside text: an image, or data of a type that a model says it can read.

public import FoundationEssentials
#if canImport(CoreGraphics)
    public import CoreGraphics
    public import ImageIO
#endif

/// Something beside text in a prompt.
public struct Attachment<Content>: Sendable {
    /// What is attached.
    package let attachment: Transcript.Attachment
    /// What the model and its tools call it.
    package var labelText: String?

    /// The same under a name, by which the model and its tools speak of it.
    public func label(_ label: String) -> Attachment<Content> {
        var labelled = self
        labelled.labelText = label
        return labelled
    }

    private var piece: PromptPiece { .attachment(attachment, label: labelText) }
}

extension Attachment: PromptRepresentable, InstructionsRepresentable {
    public var promptRepresentation: Prompt { return Prompt(pieces: [piece]) }

    public var instructionsRepresentation: Instructions { return Instructions(pieces: [piece]) }
}

/// The content of an attachment that is an image.
public struct ImageAttachmentContent: Sendable, Equatable {}

extension Attachment where Content == ImageAttachmentContent {
    /// An image.
    /// - Parameter orientation: how it is to be turned to stand upright; nil: as it is.
    public init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        attachment = .image(Transcript.ImageAttachment(image, orientation: orientation))
    }

    /// An image in a file, which is read when a model needs it.
    public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
        attachment = .image(Transcript.ImageAttachment(imageURL: imageURL, orientation: orientation))
    }

    /// An image from the bytes of its file.
    public init(imageData: Data, orientation: CGImagePropertyOrientation? = nil) {
        attachment = .image(Transcript.ImageAttachment(imageData: imageData, orientation: orientation))
    }
}

extension Attachment where Content: DataAttachmentRepresentable {
    /// Data of a type that the model must be able to read.
    public init(_ content: Content) {
        attachment = .data(content.transcriptRepresentation)
    }
}

/// A type whose values can be attached to a prompt as data.
public protocol DataAttachmentRepresentable: Sendable {
    /// The value as a transcript keeps it.
    var transcriptRepresentation: Transcript.DataAttachment { get }

    /// - Throws: where the data are not of this type.
    init(_ attachment: Transcript.DataAttachment) throws
}

/// A type that a model can produce as an entry of its own.
public protocol DataEntryRepresentable: Sendable {
    /// The value as a transcript keeps it.
    var transcriptRepresentation: Transcript.DataEntry { get }

    /// - Throws: where the data are not of this type.
    init(_ entry: Transcript.DataEntry) throws
}
