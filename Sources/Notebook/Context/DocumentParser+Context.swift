// `context:` of the file and of cells.

internal import YAML

extension DocumentParser {
    mutating func context(_ node: Node) -> ContextDeclaration? {
        guard let fields = mapping(node, .context) else { return nil }
        if case .mapping(let entries) = node.content, entries.isEmpty {
            error("value", "a context needs 'size' or 'whenFull'", at: node)
        }
        return ContextDeclaration(
            size: fields["size"].flatMap { integer($0, ContextWindow.minimumSize...) },
            whenFull: fields["whenFull"].flatMap { whenFull($0) })
    }

    private mutating func whenFull(_ node: Node) -> Located<ContextWindow.Policy>? {
        if case .scalar(let scalar) = node.content {
            switch scalar.text {
            case "error": return Located(.error, at: location(node))
            case "summarize": return Located(.summarize, at: location(node))
            default:
                let near = Suggestion.phrase(for: scalar.text, among: ["error", "summarize"])
                let rest = near.isEmpty ? "; it must be error, summarize or {keepTurns: 4}" : near
                error("value", "unknown value '\(scalar.text)'\(rest)", at: node)
                return nil
            }
        }
        guard let fields = mapping(node, .whenFull) else { return nil }
        return fields["keepTurns"].flatMap { integer($0, 1...) }.map {
            Located(.keepTurns(count: $0.value), at: location(node))
        }
    }
}

extension FieldTable {
    static let context = FieldTable(
        name: "a context",
        fields: [
            Field(
                name: "size", summary: "Tokens that a conversation may have.",
                shape: .integer(minimum: ContextWindow.minimumSize),
                otherNames: ["num_ctx": "size", "n_ctx": "size", "tokens": "size"]),
            Field(
                name: "whenFull", summary: "error, summarize or {keepTurns: 4}.",
                shape: .either([.word(["error", "summarize"]), .mapping(.whenFull)])),
        ])

    static let whenFull = FieldTable(
        name: "a policy of a full context",
        fields: [
            Field(
                name: "keepTurns", summary: "Older turns are left out, but never these last ones.",
                shape: .integer(minimum: 1))
        ], holdsOneKey: true)
}
