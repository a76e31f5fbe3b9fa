// What a transcript keeps beside text: images, and data whose meaning the package that declared their type knows.

public import FoundationEssentials
#if canImport(CoreGraphics)
    public import CoreGraphics
    public import ImageIO
    public import UniformTypeIdentifiers
#endif

extension Transcript {
    /// An attachment as a piece of an entry.
    public struct AttachmentSegment: Sendable, Identifiable, Equatable {
        public var id: String
        public var content: Attachment
        /// What the model and its tools call the attachment.
        public var label: String?

        public init(id: String = UUID().uuidString, content: Attachment, label: String? = nil) {
            self.id = id
            self.content = content
            self.label = label
        }
    }

    /// Something beside text.
    public enum Attachment: Sendable, Equatable {
        case image(ImageAttachment)
        case data(DataAttachment)
    }

    /// An image: a file, or the bytes of one.
    public struct ImageAttachment: Sendable, Equatable {
        /// Where the image is.
        enum Source: Sendable, Equatable {
            case file(URL)
            case bytes(Data)
        }

        let source: Source
        /// How the image is to be turned to stand upright.
        public let orientation: CGImagePropertyOrientation

        init(_ source: Source, orientation: CGImagePropertyOrientation?) {
            self.source = source
            self.orientation = orientation ?? .up
        }

        /// An image in a file, which is read when a model needs it.
        public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
            self.init(.file(imageURL), orientation: orientation)
        }

        /// An image from the bytes of its file.
        public init(imageData: Data, orientation: CGImagePropertyOrientation? = nil) {
            self.init(.bytes(imageData), orientation: orientation)
        }

        /// The file of the image; nil where the image was given as bytes.
        public var url: URL? {
            if case .file(let url) = source { url } else { nil }
        }

        /// The bytes of the image's file.
        /// - Throws: where the file can't be read.
        public func encodedData() throws -> Data {
            switch source {
            case .file(let url): try Data(contentsOf: url)
            case .bytes(let data): data
            }
        }

        /// What the bytes, or else the ending of the file's name, say that the image is; nil where neither does.
        public var contentType: UTType? {
            switch source {
            case .file(let url): UTType(filenameExtension: url.pathExtension)
            case .bytes(let data): ImageHeader(data)?.contentType
            }
        }
    }

    /// Data of some type, in a portable form.
    public struct DataAttachment: Sendable, Equatable {
        /// How `content` is to be read.
        public var contentType: UTType
        public var content: Data
        /// Further facts, of any shape.
        public var metadata: GeneratedContent

        public init(
            contentType: UTType, content: Data,
            metadata: GeneratedContent = GeneratedContent(kind: .structure(properties: [:], orderedKeys: []))
        ) {
            self.contentType = contentType
            self.content = content
            self.metadata = metadata
        }
    }

    /// Data of some type that a model produced as an entry of its own.
    public struct DataEntry: Sendable, Identifiable, Equatable {
        public var id: String
        /// How `content` is to be read.
        public var contentType: UTType
        public var content: Data
        /// Further facts, of any shape.
        public var metadata: GeneratedContent

        public init(
            id: String = UUID().uuidString, contentType: UTType, content: Data,
            metadata: GeneratedContent = GeneratedContent(kind: .structure(properties: [:], orderedKeys: []))
        ) {
            self.id = id
            self.contentType = contentType
            self.content = content
            self.metadata = metadata
        }
    }
}

#if canImport(CoreGraphics)
    extension Transcript.ImageAttachment {
        /// An image, kept as PNG; one that can't be encoded is kept as no bytes, which no model takes.
        public init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
            let data = NSMutableData()
            if let target = CGImageDestinationCreateWithData(data, UTType.png.identifier as CFString, 1, nil) {
                CGImageDestinationAddImage(target, image, nil)
                CGImageDestinationFinalize(target)
            }
            self.init(.bytes(data as Data), orientation: orientation)
        }
    }
#else
    extension Transcript.ImageAttachment {
        /// An image.
        public init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
            self.init(.bytes(image.encodedData), orientation: orientation)
        }

        /// The image; nil where its file can't be read or is no image.
        public var cgImage: CGImage? {
            (try? encodedData()).flatMap { CGImage(encodedData: $0) }
        }
    }
#endif

extension Transcript.ImageAttachment: CustomStringConvertible {
    public var description: String {
        switch source {
        case .file(let url): "image \(url.lastPathComponent)"
        case .bytes(let data): "image of \(data.count) bytes"
        }
    }
}

extension Transcript.DataAttachment: CustomStringConvertible {
    public var description: String { "\(contentType.identifier) of \(content.count) bytes" }
}

extension Transcript.DataEntry: CustomStringConvertible {
    public var description: String { "\(contentType.identifier) of \(content.count) bytes" }
}

extension Transcript.Attachment: CustomStringConvertible {
    public var description: String {
        switch self {
        case .image(let image): image.description
        case .data(let data): data.description
        }
    }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
    /// As in `[photo: image of 120 bytes]`.
    public var description: String { "[\(label.map { "\($0): " } ?? "")\(content)]" }
}
