// The answer to a request, whole or as it grows.

package import Inference

extension LanguageModelSession {
    /// A finished response.
    public struct Response<Content: Generable> {
        /// What was asked for. Text that a model said before it called tools stands before its answer, on lines of its own.
        public let content: Content
        /// The content before it became a Swift value.
        public let rawContent: GeneratedContent
        /// The entries that the request added to the transcript: the prompt, calls of tools and their outputs, the response.
        public let transcriptEntries: ArraySlice<Transcript.Entry>
        /// Tokens of the request. Its metadata tells why the response ended.
        public let usage: Usage
        /// How the response came about; nil where another executor than the engine's generated it.
        package let record: GenerationRecord?
    }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension LanguageModelSession.ResponseStream {
    /// A response as far as it has been generated.
    public struct Snapshot {
        /// What was asked for, so far.
        public var content: Content.PartiallyGenerated
        /// The content before it became a Swift value. Its id is the same in all snapshots of a stream.
        public var rawContent: GeneratedContent
        /// The entries that the request has added to the transcript so far; the response is among them in the last snapshot.
        public var transcriptEntries: ArraySlice<Transcript.Entry>
        /// Tokens so far.
        public var usage: LanguageModelSession.Usage
        /// The generation so far, with token ids where the engine generates.
        package var generation: GenerationSnapshot
    }
}

extension LanguageModelSession.ResponseStream.Snapshot: Sendable where Content.PartiallyGenerated: Sendable {}
