// What of a file a failed cell is about: the line that its author would change.

extension PlaygroundDocument {
    /// The limit that is too small for the schema's shortest answer; where the limit is nobody's, or the schema can't be
    /// followed by this model, the line that asks for it; else the cell's id. Nil where there is no such cell.
    /// - Parameter words: the message, which ends with its code.
    func place(ofFailure words: String, in cell: String) -> SourceLocation? {
        guard let cell = self.cell(cell) else { return nil }
        let code = words.lastIndex(of: "[").map { words[$0...].dropFirst().dropLast() } ?? ""
        guard code == "session.budget" || code.hasPrefix("schema.") else { return cell.id.location }
        let limit = cell.options.merged(over: options).maximumResponseTokens
        let asking = cell.generating?.location ?? cell.id.location
        return code == "session.budget" ? limit?.location ?? asking : asking
    }
}
