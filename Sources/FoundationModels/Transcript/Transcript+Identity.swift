// Ids of the entries that a session adds. An id is a hash of the id before it, the role and the content, so that the same
// conversation has the same ids, and the same bytes, on every machine.

internal import Platform

extension Transcript {
    /// Appends instructions.
    package mutating func appendInstructions(_ text: String) {
        let segments = Self.segments(of: text)
        storage.append(
            .instructions(
                Instructions(id: nextID(role: "instructions", segments), segments: segments, toolDefinitions: [])))
    }

    /// Appends a prompt.
    package mutating func appendPrompt(_ text: String, options: GenerationOptions) {
        let segments = Self.segments(of: text)
        storage.append(.prompt(Prompt(id: nextID(role: "user", segments), segments: segments, options: options)))
    }

    /// Appends a response.
    package mutating func appendResponse(_ text: String) {
        let segments = Self.segments(of: text)
        storage.append(
            .response(Response(id: nextID(role: "response", segments), assetIDs: [], segments: segments)))
    }

    private static func segments(of text: String) -> [Segment] {
        [.text(TextSegment(id: "0", content: text))]
    }

    /// The first 128 bits of SHA-256 over the compact JSON array of previous id, role and contents.
    private func nextID(role: String, _ segments: [Segment]) -> String {
        let basis = JSONValue.array([
            .string(last?.id ?? ""), .string(role), .array(segments.map(TranscriptDocument.encode)),
        ])
        return SHA256.hash(basis.text(.compact)).prefix(32)
    }
}
