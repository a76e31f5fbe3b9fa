// The answer to a request, whole or as it grows.

package import Inference

extension LanguageModelSession {
    /// A finished response.
    public struct Response<Content: Generable> {
        public let content: Content
        /// The content before it became a Swift value.
        public let rawContent: GeneratedContent
        /// The entries that the request added to the transcript: the prompt, then the response.
        public let transcriptEntries: ArraySlice<Transcript.Entry>
        public let usage: Usage
        /// How the response came about.
        package let record: GenerationRecord
    }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension LanguageModelSession.ResponseStream {
    /// A response as far as it has been generated.
    public struct Snapshot {
        public var content: Content.PartiallyGenerated
        /// The content before it became a Swift value. Its id is the same in all snapshots of a stream.
        public var rawContent: GeneratedContent
        /// Tokens so far.
        public var usage: LanguageModelSession.Usage
        /// The generation so far, with token ids.
        package var generation: GenerationSnapshot
    }
}

extension LanguageModelSession.ResponseStream.Snapshot: Sendable where Content.PartiallyGenerated: Sendable {}
