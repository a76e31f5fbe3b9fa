// The versions of Apple's JSON form of a transcript.

extension Transcript {
    /// A version of the JSON form.
    package enum Format: Sendable, CaseIterable {
        /// Of the systems numbered 26: version is the number 1.
        case version1
        /// Of the systems numbered 27: version is the string 1.1.
        case version1_1

        var version: JSONValue {
            switch self {
            case .version1: .integer(1)
            case .version1_1: .string("1.1")
            }
        }
    }

    /// The JSON text of this transcript: two spaces a level, a fixed order of keys, a line end at the end. Equal
    /// transcripts give equal bytes.
    package func canonicalJSON(_ format: Format = .version1_1) -> String {
        TranscriptDocument.encode(self, as: format).text(.indented) + "\n"
    }

    /// The same on one line, without a line end.
    package func compactJSON(_ format: Format = .version1_1) -> String {
        TranscriptDocument.encode(self, as: format).text(.compact)
    }

    /// Reads either version, keeping the order of keys in structured contents.
    /// - Throws: `JSONSyntaxError` or `JSONFormError`.
    package init(json text: String) throws {
        self = try TranscriptDocument.decode(try JSONValue(parsing: text))
    }
}

extension Transcript: Codable {
    /// Reads both versions of Apple's form.
    public init(from decoder: any Decoder) throws {
        let document = try JSONValue(from: decoder)
        do {
            self = try TranscriptDocument.decode(document)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// Writes version 1.1 of Apple's form.
    public func encode(to encoder: any Encoder) throws {
        try TranscriptDocument.encode(self, as: .version1_1).encode(to: encoder)
    }
}
