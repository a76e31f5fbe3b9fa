// What an entry contains: pieces of text, of structured content, and attachments.

public import FoundationEssentials

extension Transcript {
    /// A piece of an entry.
    public enum Segment: Sendable, Identifiable, Equatable {
        case text(TextSegment)
        case structure(StructuredSegment)
        case attachment(AttachmentSegment)

        public var id: String {
            switch self {
            case .text(let segment): segment.id
            case .structure(let segment): segment.id
            case .attachment(let segment): segment.id
            }
        }
    }

    /// A piece of text.
    public struct TextSegment: Sendable, Identifiable, Equatable {
        public var id: String
        public var content: String

        public init(id: String = UUID().uuidString, content: String) {
            self.id = id
            self.content = content
        }
    }

    /// A piece of structured content.
    public struct StructuredSegment: Sendable, Identifiable, Equatable {
        public var id: String
        /// The name of the schema that the content follows.
        public var schemaName: String
        public var content: GeneratedContent

        public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
            self.id = id
            self.schemaName = schemaName
            self.content = content
        }

        /// The older spelling of `init(id:schemaName:content:)`.
        public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
            self.init(id: id, schemaName: source, content: content)
        }

        /// The older spelling of `schemaName`.
        public var source: String {
            get { schemaName }
            set { schemaName = newValue }
        }
    }
}

extension Transcript.Segment {
    /// What a model of text reads: the text, or the content as JSON. Of an attachment, what people are told.
    package var text: String {
        switch self {
        case .text(let segment): segment.content
        case .structure(let segment): segment.content.jsonString
        case .attachment(let segment): segment.description
        }
    }
}

extension [Transcript.Segment] {
    /// The texts of the segments, a line or more each.
    package var joinedText: String { map(\.text).joined(separator: "\n") }
}

extension Transcript.Segment: CustomStringConvertible {
    public var description: String { text }
}

extension Transcript.TextSegment: CustomStringConvertible {
    public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
    public var description: String { content.jsonString }
}
