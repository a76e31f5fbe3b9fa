// The record of a session: what was said, in order. A value; its JSON form lies in `Transcript+Codable.swift`, the ids of
// entries that a session adds in `Transcript+Identity.swift`.

/// The history of a session.
public struct Transcript: Sendable, Equatable {
    /// One step of a conversation.
    public enum Entry: Sendable, Identifiable, Equatable {
        case instructions(Instructions)
        case prompt(Prompt)
        case toolCalls(ToolCalls)
        case toolOutput(ToolOutput)
        case response(Response)
        case reasoning(Reasoning)
        case data(DataEntry)

        public var id: String {
            switch self {
            case .instructions(let instructions): instructions.id
            case .prompt(let prompt): prompt.id
            case .toolCalls(let calls): calls.id
            case .toolOutput(let output): output.id
            case .response(let response): response.id
            case .reasoning(let reasoning): reasoning.id
            case .data(let data): data.id
            }
        }
    }

    package var storage: [Entry]

    /// A transcript of the entries given, in their order.
    public init(entries: some Sequence<Entry> = []) {
        storage = Array(entries)
    }

    public init() {
        storage = []
    }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public var startIndex: Int { storage.startIndex }
    public var endIndex: Int { storage.endIndex }

    public subscript(index: Int) -> Entry {
        get { storage[index] }
        set { storage[index] = newValue }
    }

    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Entry>) {
        storage.replaceSubrange(subrange, with: newElements)
    }
}
