// A response as it grows. Whoever stops reading it, by leaving the loop or by letting the stream go, ends the request.

internal import Inference

extension LanguageModelSession {
    /// A response in snapshots. Text begins with the text of the snapshot before; structured content grows property by
    /// property.
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
            // Read to its end below the snapshots, whose partial values nobody needs here.
            for try await _ in lease.request.snapshots {}
            guard let result = try lease.request.result() else {
                // The stream below also ends, silently, when the reading task is cancelled.
                lease.request.fail(CancellationError())
                throw CancellationError()
            }
            return Response(
                content: try Content(result.content), rawContent: result.content,
                transcriptEntries: result.progress.entries, usage: result.progress.usage, record: result.record)
        }
    }
}

extension LanguageModelSession.ResponseStream {
    /// Reads a stream once. Letting go of it before the end ends the request.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let stream: RequestLease
        private let lease: RequestLease
        private var snapshots: AsyncThrowingStream<RequestProgress, any Error>.AsyncIterator

        init(_ stream: RequestLease) {
            self.stream = stream
            lease = RequestLease(stream.request)
            snapshots = stream.request.snapshots.makeAsyncIterator()
        }

        /// The next snapshot; nil after the last one.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
            while let progress = try await snapshots.next(isolation: actor) {
                // Content of which too little is there to be a value makes no snapshot.
                if let snapshot = try snapshot(of: progress) { return snapshot }
            }
            // The stream below also ends, silently, when the reading task is cancelled.
            guard try lease.request.result() == nil else { return nil }
            lease.request.fail(CancellationError())
            throw CancellationError()
        }

        private func snapshot(of progress: RequestProgress) throws -> Snapshot? {
            let request = lease.request
            let isStructured = request.parameters.responseFormat != nil
            guard
                var raw = isStructured
                    ? StructuredText.partialContent(
                        of: progress.structure, isFinal: progress.generation.finish != nil)
                    : GeneratedContent(kind: .string(progress.text))
            else { return nil }
            raw.id = request.contentID
            let content: Content.PartiallyGenerated
            do {
                content = try Content.PartiallyGenerated(raw)
            } catch {
                guard isStructured else { throw error }
                return nil
            }
            return Snapshot(
                content: content, rawContent: raw, transcriptEntries: progress.entries, usage: progress.usage,
                generation: progress.generation)
        }
    }
}
