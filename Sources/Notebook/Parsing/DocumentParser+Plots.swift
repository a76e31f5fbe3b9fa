// `plots:`. What a plot needs depends on its kind, and is told where the kind stands.

internal import YAML

extension DocumentParser {
    mutating func plots(_ node: Node) -> [PlotDeclaration] {
        guard let items = list(node, of: "plots") else { return [] }
        return items.compactMap { plot($0) }
    }

    private mutating func plot(_ node: Node) -> PlotDeclaration? {
        guard let fields = mapping(node, .plot) else { return nil }
        let kind = fields["kind"].flatMap { word($0, PlotDeclaration.Kind.self) }
        let title = fields["title"].flatMap { text($0) }
        let cells = (fields["cells"].flatMap { list($0, of: "cell ids") } ?? []).compactMap { identifier($0) }
            .compactMap { known($0) }
        let x = fields["x"].flatMap { plotValue($0) }
        let y = fields["y"].flatMap { plotValue($0) }
        let xLabel = fields["xLabel"].flatMap { text($0) }
        let yLabel = fields["yLabel"].flatMap { text($0) }
        guard let kind, let x else { return nil }
        switch kind.value {
        case .box, .scatter:
            guard fields["y"] != nil else {
                error("missing-key", "a \(kind.value.rawValue) plot needs 'y'", at: kind.location)
                return nil
            }
        case .histogram:
            if let node = fields["y"] {
                error("value", "a histogram counts; it has no 'y'", at: node)
                return nil
            }
        case .bar: break
        }
        let count = kind.value == .histogram || y == nil ? "number of answers" : ""
        return PlotDeclaration(
            kind: kind, title: title?.value, cells: cells, x: x,
            xLabel: xLabel?.value ?? fields["x"].map(Self.scalarText) ?? "", y: y,
            yLabel: yLabel?.value ?? (count.isEmpty ? fields["y"].map(Self.scalarText) ?? "" : count))
    }

    private mutating func plotValue(_ node: Node) -> Located<PlotDeclaration.Value>? {
        guard let text = text(node) else { return nil }
        switch text.value {
        case "cell": return Located(.cell, at: text.location)
        case "tokens.input": return Located(.inputTokens, at: text.location)
        case "tokens.output": return Located(.outputTokens, at: text.location)
        case "content": return Located(.content(parts: []), at: text.location)
        case let pointer where pointer.hasPrefix("/"):
            return Located(.content(parts: pointer.jsonPointerParts), at: text.location)
        default:
            error(
                "value",
                "'\(text.value)' is nothing that a plot shows; it must be cell, tokens.input, tokens.output, content or a "
                    + "JSON Pointer such as /topic", at: node)
            return nil
        }
    }
}
