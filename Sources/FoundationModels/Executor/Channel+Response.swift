// Changes of a response and of the reasoning before it.

public import FoundationEssentials

extension LanguageModelExecutorGenerationChannel {
    /// Changes of a response.
    public struct Response: Sendable {
        /// One change. Opaque.
        public struct Action: Sendable {
            enum Kind: Sendable {
                case appendText(TextFragment)
                case replaceTextSegment(TextSegmentReplacement)
                case addAttachmentSegment(Transcript.AttachmentSegment)
                case removeAttachmentSegment(id: String)
                case updateMetadata(Metadata)
                case updateUsage(Usage)
            }

            let kind: Kind

            /// Appends text.
            /// - Parameters:
            ///   - segmentID: the segment that grows; nil: the last one of the entry.
            ///   - tokenCount: tokens that the text took; counted where no usage is sent.
            public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
                Action(kind: .appendText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
            }

            /// Replaces all text of a segment.
            /// - Parameter segmentID: nil: the last one of the entry.
            public static func replaceTextSegment(
                _ text: String, segmentID: String? = nil, tokenCount: Int
            ) -> Action {
                Action(kind: .replaceTextSegment(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
            }

            /// Appends an attachment, as an image that the model drew.
            public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Action {
                Action(kind: .addAttachmentSegment(segment))
            }

            /// Takes an attachment back.
            public static func removeAttachmentSegment(id: String) -> Action {
                Action(kind: .removeAttachmentSegment(id: id))
            }

            /// Sets the metadata of the entry: a whole, not a change.
            public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
                Action(kind: .updateMetadata(Metadata(values)))
            }

            /// Sets the counts of the entry: totals so far, not changes.
            public static func updateUsage(
                input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
            ) -> Action {
                Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
            }
        }
    }

    /// Changes of what a model thinks before it answers.
    public struct Reasoning: Sendable {
        /// One change. Opaque.
        public struct Action: Sendable {
            enum Kind: Sendable {
                case appendText(TextFragment)
                case replaceTextSegment(TextSegmentReplacement)
                case updateSignature(ReasoningSignature)
                case updateMetadata(Metadata)
                case updateUsage(Usage)
            }

            let kind: Kind

            /// Appends text.
            /// - Parameters:
            ///   - segmentID: the segment that grows; nil: the last one of the entry.
            ///   - tokenCount: tokens that the text took; counted where no usage is sent.
            public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
                Action(kind: .appendText(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
            }

            /// Replaces all text of a segment.
            /// - Parameter segmentID: nil: the last one of the entry.
            public static func replaceTextSegment(
                _ text: String, segmentID: String? = nil, tokenCount: Int
            ) -> Action {
                Action(kind: .replaceTextSegment(.init(content: text, segmentID: segmentID, tokenCount: tokenCount)))
            }

            /// Sets what proves to the model's maker that the reasoning is its own.
            public static func updateSignature(_ signature: Data, tokenCount: Int) -> Action {
                Action(kind: .updateSignature(.init(signature: signature, tokenCount: tokenCount)))
            }

            /// Sets the metadata of the entry: a whole, not a change.
            public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
                Action(kind: .updateMetadata(Metadata(values)))
            }

            /// Sets the counts of the entry: totals so far, not changes.
            public static func updateUsage(
                input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
            ) -> Action {
                Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
            }
        }
    }
}
