// Stand-ins for the two image types that Apple's framework takes from CoreGraphics and ImageIO, so that code which hands
// images to prompts compiles where these are missing. An image here is its encoded bytes and what their header tells; no
// pixel is decoded. A model that can't see refuses it with a typed error when it is asked.

#if !canImport(CoreGraphics)
    public import FoundationEssentials

    /// An image: the bytes of its file.
    public final class CGImage: Sendable {
        /// The bytes as they were encoded.
        public let encodedData: Data
        /// As the bytes tell.
        public let contentType: UTType
        /// In pixels, as the header tells; 0 where it does not.
        public let width: Int
        /// In pixels, as the header tells; 0 where it does not.
        public let height: Int

        /// An image from the bytes of a PNG, JPEG, GIF, BMP, WebP, TIFF or HEIC file; nil for other bytes.
        public init?(encodedData: Data) {
            guard let header = ImageHeader(encodedData) else { return nil }
            self.encodedData = encodedData
            contentType = header.contentType
            width = header.width
            height = header.height
        }
    }

    extension CGImage: Equatable {
        /// Whether the bytes are the same.
        public static func == (left: CGImage, right: CGImage) -> Bool { left.encodedData == right.encodedData }
    }

    /// How an image is to be turned to stand upright: the numbers of Exif.
    public enum CGImagePropertyOrientation: UInt32, Sendable {
        case up = 1
        case upMirrored = 2
        case down = 3
        case downMirrored = 4
        case leftMirrored = 5
        case right = 6
        case rightMirrored = 7
        case left = 8
    }
#endif
