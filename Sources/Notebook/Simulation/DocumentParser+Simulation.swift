// `simulate:` of the file and of cells.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import YAML

extension DocumentParser {
    mutating func simulation(_ node: Node) -> Located<SimulationDeclaration>? {
        guard let fields = mapping(node, .simulation) else { return nil }
        let kinds = ["availability", "error", "quota"].filter { fields[$0] != nil }
        // A kind that is misspelt or has no value has been told.
        if kinds.count > 1 || kinds.isEmpty && node.entryCount == fields.count {
            error(
                "value",
                kinds.isEmpty
                    ? "a simulation needs 'availability', 'error' or 'quota'"
                    : "a simulation holds one of 'availability', 'error' and 'quota', found \(kinds.count)", at: node)
        }
        var date: Located<String>?
        if let field = fields["resetDate"] { date = resetDate(field) }
        if let date, fields["quota"] == nil {
            error("value", "'resetDate' belongs to 'quota'; remove it", at: date.location)
        }
        guard kinds.count == 1 else { return nil }
        let place = location(node)
        if let field = fields["availability"], let state = word(field, SimulationDeclaration.Availability.self) {
            return Located(.availability(state.value), at: place)
        }
        if let field = fields["error"], let name = word(field, SimulationDeclaration.ErrorName.self) {
            return Located(.error(name.value), at: place)
        }
        if let field = fields["quota"], let state = word(field, SimulationDeclaration.Quota.self) {
            return Located(.quota(state.value, resetDate: date?.value), at: place)
        }
        return nil
    }

    /// A date in ISO 8601, or `null`.
    private mutating func resetDate(_ node: Node) -> Located<String>? {
        guard let text = text(node), text.value != "null" else { return nil }
        guard (try? Date.ISO8601FormatStyle().parse(text.value)) != nil else {
            error("value", "'\(text.value)' is no date; write it as 2027-01-31T12:00:00Z, or null", at: node)
            return nil
        }
        return text
    }
}

extension Node {
    /// Entries of a mapping.
    fileprivate var entryCount: Int {
        if case .mapping(let entries) = content { entries.count } else { 0 }
    }
}

extension FieldTable {
    static let simulation = FieldTable(
        name: "a simulation",
        fields: [
            Field(
                name: "availability", summary: "What the model says when it is asked whether it can be used.",
                shape: .word(SimulationDeclaration.Availability.allCases.map(\.rawValue))),
            Field(
                name: "error", summary: "What the request fails with.",
                shape: .word(SimulationDeclaration.ErrorName.allCases.map(\.rawValue))),
            Field(
                name: "quota", summary: "How much of a service's quota is used.",
                shape: .word(SimulationDeclaration.Quota.allCases.map(\.rawValue))),
            Field(
                name: "resetDate", summary: "When the quota is there again: a date and time, or null.",
                shape: .nullableText),
        ])
}
