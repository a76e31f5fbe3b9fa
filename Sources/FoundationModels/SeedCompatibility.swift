// Spellings of the framework's early betas that published code still uses. They are kept apart so that they can't hide a
// difference from the API as it is.

extension Transcript {
    /// The entries, in order: a transcript is itself this collection.
    public var entries: [Entry] { storage }
}

extension Transcript.Entry {
    /// The text of the entry's segments.
    public var content: String {
        switch self {
        case .instructions(let instructions): instructions.segments.joinedText
        case .prompt(let prompt): prompt.segments.joinedText
        case .toolCalls(let calls): calls.map(\.description).joined(separator: "\n")
        case .toolOutput(let output): output.segments.joinedText
        case .response(let response): response.segments.joinedText
        }
    }
}
