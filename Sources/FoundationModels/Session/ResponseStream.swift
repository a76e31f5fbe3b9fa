// A response as it grows. Whoever stops reading it, by leaving the loop or by letting the stream go, ends the request.

internal import Inference

extension LanguageModelSession {
    /// A response in snapshots, each of which begins with the one before.
    public struct ResponseStream<Content: Generable>: AsyncSequence, Sendable {
        public typealias Element = Snapshot

        private let lease: RequestLease

        init(_ request: SessionRequest) {
            lease = RequestLease(request)
        }

        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(lease)
        }

        /// The whole response, when it is there: at once where the stream has already been read to its end.
        /// - Throws: what the request failed with.
        public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
            for try await _ in self {}
            guard let result = try lease.request.result() else { throw CancellationError() }
            let raw = GeneratedContent(kind: .string(result.record.final.text), id: lease.request.contentID)
            return Response(
                content: try Content(raw), rawContent: raw, transcriptEntries: result.entries,
                usage: Usage(result.record.final.usage), record: result.record)
        }
    }
}

extension LanguageModelSession.ResponseStream {
    /// Reads a stream once. Letting go of it before the end ends the request.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let stream: RequestLease
        private let lease: RequestLease
        private var snapshots: AsyncThrowingStream<GenerationSnapshot, any Error>.AsyncIterator

        init(_ stream: RequestLease) {
            self.stream = stream
            lease = RequestLease(stream.request)
            snapshots = stream.request.snapshots.makeAsyncIterator()
        }

        /// The next snapshot; nil after the last one.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
            guard let generation = try await snapshots.next(isolation: actor) else {
                // The stream below also ends, silently, when the reading task is cancelled.
                guard try lease.request.result() == nil else { return nil }
                lease.request.fail(CancellationError())
                throw CancellationError()
            }
            let raw = GeneratedContent(kind: .string(generation.text), id: lease.request.contentID)
            return Snapshot(
                content: try Content.PartiallyGenerated(raw), rawContent: raw,
                usage: LanguageModelSession.Usage(generation.usage), generation: generation)
        }
    }
}
