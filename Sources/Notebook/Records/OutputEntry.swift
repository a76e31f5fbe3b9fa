// One cell on record: the question, the answer, and where the answer came from. No times, hosts, users or paths: the same
// question answered by the same weights gives the same entry on every machine.

package import FoundationModels

/// A recorded answer.
package struct OutputEntry: Sendable, Equatable {
    /// Which weights answered.
    package struct Model: Sendable, Equatable {
        package var name: String
        package var sha256: String
    }

    /// What computed the answer.
    package struct Engine: Sendable, Equatable {
        package var version: String
        package var numerics: Int
    }

    /// By which schema an answer was asked for.
    package struct Schema: Sendable, Equatable {
        /// As the playground declares it.
        package var name: String
        /// Whether the model was shown it.
        package var isShown: Bool
    }

    /// `CellKey.text`
    package var key: String
    /// `CellKey.parts`
    package var parts: [KeyPart: String]
    package var continues: String?
    package var options: ResolvedOptions
    package var prompt: String
    /// Text, or JSON on one line.
    package var content: String
    /// What the content follows; nil where it is text.
    package var schema: Schema?
    /// What the model called ahead of the content, in order.
    package var calls: [RecordedCall] = []
    /// `stop` or `length`.
    package var finish: String
    package var inputTokenCount: Int
    package var outputTokenCount: Int
    package var model: Model
    package var engine: Engine
    /// The seal that stands in the file, where it is not `seal`; nil for an entry as a run wrote it. It is written again as
    /// it was found: only a new answer heals an entry.
    package var brokenSeal: String?
    /// What was left out of the conversation before it was asked.
    package var trimming: Trimming?

    /// Whether somebody has changed the entry since a run wrote it.
    package var isEdited: Bool { brokenSeal != nil }

    /// Whether the answer is that of another entry, whatever computed it.
    func hasAnswer(of other: OutputEntry) -> Bool {
        content == other.content && calls == other.calls && finish == other.finish
            && inputTokenCount == other.inputTokenCount
            && outputTokenCount == other.outputTokenCount
    }

    /// `cut at 40 tokens` for an answer that its limit ended; nil for one that the model did.
    package var cut: String? { finish == "length" ? "cut at \(outputTokenCount) tokens" : nil }
}

extension OutputEntry {
    /// What a session made of a question, to be judged: of a model that nothing is known of.
    ///
    /// - Parameter entries: what the request has added to the transcript.
    package init(
        _ cell: PreparedCell, content: String, finish: String, outputTokenCount: Int, entries: [Transcript.Entry]
    ) {
        let answer = CellAnswer(
            content: content, tokenIDs: [], inputTokenCount: 0, cachedTokenCount: 0, outputTokenCount: outputTokenCount)
        self.init(
            cell, answer, finish: finish, calls: [RecordedCall](entries, surfaces: [:]),
            by: CellModelIdentity(sha256: "", engineVersion: "", numerics: 0))
    }

    /// The entry for a question and its answer.
    init(
        _ cell: PreparedCell, _ answer: CellAnswer, finish: String, calls: [RecordedCall] = [],
        by identity: CellModelIdentity
    ) {
        key = cell.key.text
        parts = cell.key.parts
        continues = cell.continues
        options = cell.options
        prompt = cell.prompt
        content = answer.content
        self.calls = calls
        schema = cell.schema.map { Schema(name: $0.name, isShown: $0.isShown) }
        self.finish = finish
        inputTokenCount = answer.inputTokenCount
        outputTokenCount = answer.outputTokenCount
        model = Model(name: cell.model.name, sha256: identity.sha256)
        engine = Engine(version: identity.engineVersion, numerics: identity.numerics)
        trimming = cell.trimming
    }
}
