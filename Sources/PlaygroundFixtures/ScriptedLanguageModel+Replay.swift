// A model that says again what was recorded, and nothing else: a question that is not on record fails, with its place in the
// conversation, and never reaches a real model.

public import FoundationModels

extension ScriptedLanguageModel {
    /// A model that answers a conversation as one of the recorded ones went on. What is said must be the same, word for word;
    /// ids, options and the wording of tools are not compared.
    ///
    /// - Parameters:
    ///   - transcripts: recorded conversations. Where several begin alike and go on differently, the first decides.
    ///   - stream: the pieces in which one of the answers came; the others come in one piece.
    public convenience init(replaying transcripts: [Transcript], stream: StreamFixture? = nil) {
        let recordings = transcripts.map { $0.map(Utterance.init) }
        self.init { request in
            let said = request.transcript.map(Utterance.init)
            guard let recording = recordings.first(where: { $0.count > said.count && $0.starts(with: said) }) else {
                throw NotRecordedError(said, among: recordings)
            }
            return ScriptedLanguageModel.turn(recording[said.count...], stream)
        }
    }

    /// One turn of the model: up to its answer or its calls.
    private static func turn(_ rest: ArraySlice<Utterance>, _ stream: StreamFixture?) -> Turn {
        var turn: Turn = []
        for utterance in rest {
            switch utterance {
            case .instructions, .prompt, .output: return turn
            case .reasoning(let text): turn.append(.reasoning(text))
            case .response(let text):
                let pieces = if let stream, stream.text == text { stream.pieces } else { [text] }
                return turn + pieces.map(Step.text)
            case .calls(let calls):
                return turn + calls.map { Step.toolCall(id: $0.id, name: $0.name, arguments: $0.arguments) }
            }
        }
        return turn
    }
}

/// A question that no recorded conversation answers.
public struct NotRecordedError: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ said: [Utterance], among recordings: [[Utterance]]) {
        let agreed = recordings.map { zip($0, said).prefix { $0 == $1 }.count }.max() ?? 0
        let found = said.dropFirst(agreed).first.map { "found \($0)" } ?? "the conversation ends with it"
        let others = Set(
            recordings.filter { $0.starts(with: said.prefix(agreed)) }.compactMap { $0.dropFirst(agreed).first })
        let wanted = others.map(\.description).sorted().joined(separator: ", or ")
        description =
            "no recorded conversation goes on like this after \(agreed) entries: \(found)"
            + (wanted.isEmpty ? "" : "; on record is \(wanted)") + " [fixtures.not-recorded]"
    }
}

/// What an entry of a conversation says.
enum Utterance: Hashable, CustomStringConvertible {
    struct Call: Hashable {
        var id: String
        var name: String
        var arguments: String

        static func == (left: Call, right: Call) -> Bool {
            left.name == right.name && left.arguments == right.arguments
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(arguments)
        }
    }

    case instructions(String)
    case prompt(String)
    case reasoning(String)
    case calls([Call])
    case output(tool: String, String)
    case response(String)

    init(_ entry: Transcript.Entry) {
        switch entry {
        case .instructions(let instructions): self = .instructions(instructions.segments.said)
        case .prompt(let prompt): self = .prompt(prompt.segments.said)
        case .reasoning(let reasoning): self = .reasoning(reasoning.segments.said)
        case .toolCalls(let calls):
            self = .calls(
                calls.map { Call(id: $0.id, name: $0.toolName, arguments: $0.arguments.jsonString) })
        case .toolOutput(let output): self = .output(tool: output.toolName, output.segments.said)
        case .response(let response): self = .response(response.segments.said)
        case .data(let data): self = .prompt("\(data)")
        }
    }

    var description: String {
        switch self {
        case .instructions(let text): "the instructions '\(text)'"
        case .prompt(let text): "the prompt '\(text)'"
        case .reasoning(let text): "the reasoning '\(text)'"
        case .calls(let calls): "calls of \(calls.map { "\($0.name) \($0.arguments)" }.joined(separator: ", "))"
        case .output(let tool, let text): "the output '\(text)' of '\(tool)'"
        case .response(let text): "the response '\(text)'"
        }
    }
}

extension [Transcript.Segment] {
    /// Texts and contents, a line each.
    fileprivate var said: String { map(\.text).joined(separator: "\n") }
}

extension PlaygroundFixture {
    /// A model that answers as the fresh cells of the playground are recorded.
    ///
    /// - Parameters:
    ///   - cells: only these; nil: all.
    ///   - stream: as of `init(replaying:stream:)`.
    /// - Throws: `FixtureError` where a cell has no fresh record.
    public func replayingModel(
        of cells: [String]? = nil, stream: StreamFixture? = nil
    ) throws(FixtureError) -> ScriptedLanguageModel {
        var transcripts: [Transcript] = []
        for cell in cells ?? cellIDs { transcripts.append(try transcript(of: cell)) }
        return ScriptedLanguageModel(replaying: transcripts, stream: stream)
    }
}
