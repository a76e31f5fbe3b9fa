// A stand-in for the type of the UniformTypeIdentifiers framework, where that is missing: enough to say what an attachment
// is. Identifiers are those of Apple's list; a type from elsewhere keeps its own.

#if !canImport(UniformTypeIdentifiers)
    /// What kind of data something is.
    public struct UTType: Sendable, Hashable, Codable {
        /// As in `public.png`.
        public let identifier: String

        /// A type by its identifier; nil for an empty one.
        public init?(_ identifier: String) {
            guard !identifier.isEmpty else { return nil }
            self.identifier = identifier
        }

        /// A type that an app itself defines.
        public init(exportedAs identifier: String) {
            self.identifier = identifier
        }

        /// A type that another app defines.
        public init(importedAs identifier: String) {
            self.identifier = identifier
        }

        private init(known identifier: String) {
            self.identifier = identifier
        }

        /// The known type of files that end so; nil for others.
        public init?(filenameExtension: String) {
            let ending = filenameExtension.lowercased()
            guard let row = Self.table.first(where: { $0.extensions.contains(ending) }) else { return nil }
            self.init(known: row.identifier)
        }

        /// The known type of a MIME type; nil for others.
        public init?(mimeType: String) {
            guard let row = Self.table.first(where: { $0.mimeType == mimeType.lowercased() }) else { return nil }
            self.init(known: row.identifier)
        }

        /// As in `image/png`; nil where none is known.
        public var preferredMIMEType: String? { row?.mimeType }

        /// As in `png`; nil where none is known.
        public var preferredFilenameExtension: String? { row?.extensions.first }

        /// Whether this is `type`, or a kind of it.
        public func conforms(to type: UTType) -> Bool {
            var next: String? = identifier
            while let current = next {
                if current == type.identifier { return true }
                next = Self.table.first { $0.identifier == current }?.parent
            }
            return false
        }

        private var row: Row? { Self.table.first { $0.identifier == identifier } }
    }

    extension UTType {
        public static let data = UTType(known: "public.data")
        public static let text = UTType(known: "public.text")
        public static let plainText = UTType(known: "public.plain-text")
        public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
        public static let json = UTType(known: "public.json")
        public static let pdf = UTType(known: "com.adobe.pdf")
        public static let image = UTType(known: "public.image")
        public static let png = UTType(known: "public.png")
        public static let jpeg = UTType(known: "public.jpeg")
        public static let gif = UTType(known: "com.compuserve.gif")
        public static let bmp = UTType(known: "com.microsoft.bmp")
        public static let tiff = UTType(known: "public.tiff")
        public static let webP = UTType(known: "org.webmproject.webp")
        public static let heic = UTType(known: "public.heic")
        public static let audio = UTType(known: "public.audio")
        public static let movie = UTType(known: "public.movie")

        private struct Row {
            var identifier: String
            var parent: String?
            var mimeType: String?
            var extensions: [String]
        }

        private static let table = [
            Row(identifier: "public.data", parent: nil, mimeType: "application/octet-stream", extensions: []),
            Row(identifier: "public.text", parent: "public.data", mimeType: nil, extensions: []),
            Row(identifier: "public.plain-text", parent: "public.text", mimeType: "text/plain", extensions: ["txt"]),
            Row(identifier: "public.utf8-plain-text", parent: "public.plain-text", mimeType: nil, extensions: []),
            Row(identifier: "public.json", parent: "public.text", mimeType: "application/json", extensions: ["json"]),
            Row(identifier: "com.adobe.pdf", parent: "public.data", mimeType: "application/pdf", extensions: ["pdf"]),
            Row(identifier: "public.image", parent: "public.data", mimeType: nil, extensions: []),
            Row(identifier: "public.png", parent: "public.image", mimeType: "image/png", extensions: ["png"]),
            Row(
                identifier: "public.jpeg", parent: "public.image", mimeType: "image/jpeg",
                extensions: ["jpeg", "jpg"]),
            Row(identifier: "com.compuserve.gif", parent: "public.image", mimeType: "image/gif", extensions: ["gif"]),
            Row(identifier: "com.microsoft.bmp", parent: "public.image", mimeType: "image/bmp", extensions: ["bmp"]),
            Row(
                identifier: "public.tiff", parent: "public.image", mimeType: "image/tiff",
                extensions: ["tiff", "tif"]),
            Row(
                identifier: "org.webmproject.webp", parent: "public.image", mimeType: "image/webp",
                extensions: ["webp"]),
            Row(identifier: "public.heic", parent: "public.image", mimeType: "image/heic", extensions: ["heic"]),
            Row(identifier: "public.audio", parent: "public.data", mimeType: nil, extensions: []),
            Row(identifier: "public.movie", parent: "public.data", mimeType: nil, extensions: []),
        ]
    }
#endif
