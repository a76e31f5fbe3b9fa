// Hints: warnings that practice teaches. Each has a code, and `hints: {CODE: false}` silences it in one file.

/// What a hint is about. The raw values are the codes, and the keys of `hints:`.
package enum HintCode: String, Sendable, CaseIterable {
    case noneRequired = "none-required"
    case dependentOrder = "dependent-order"
    case deepNesting = "deep-nesting"
    case proseCount = "prose-count"
    case instructionsText = "instructions-text"
    case emptyContent = "empty-content"
    case toolUse = "tool-use"

    var summary: String {
        switch self {
        case .noneRequired: "An object of which no property is required."
        case .dependentOrder: "A property that is generated after one that depends on it."
        case .deepNesting: "Objects within objects, more than small models follow."
        case .proseCount: "A count asked for in words that a schema could enforce."
        case .instructionsText: "Free text of a parameter in instructions."
        case .emptyContent: "An answer with nothing in it."
        case .toolUse: "A tool of which nobody says when to call it."
        }
    }
}

extension FieldTable {
    static let hints = FieldTable(
        name: "hints",
        fields: HintCode.allCases.map {
            Field(name: $0.rawValue, summary: "\($0.summary) false: no hint.", shape: .boolean)
        })
}

extension PlaygroundDocument {
    /// What a run says of an answer; nil: nothing.
    func hint(at entry: OutputEntry, of cell: String) -> String? {
        guard !silencedHints.contains(.emptyContent), entry.content.allSatisfy(\.isWhitespace) else { return nil }
        let place = self.cell(cell)?.id.location.place ?? path
        return "\(place): warning: the content of cell '\(cell)' is empty (finish: \(entry.finish)) "
            + "[notebook.empty-content]"
    }
}
