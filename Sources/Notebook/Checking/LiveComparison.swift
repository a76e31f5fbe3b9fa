// When two answers to one question are the same.

internal import FoundationModels

extension LiveCheck.Comparison {
    /// - Parameter meets: whether an answer is what is expected of its cell.
    func agrees(_ found: OutputEntry, _ recorded: OutputEntry, meets: (OutputEntry) -> Bool) -> Bool {
        switch self {
        case .exact: found.hasAnswer(of: recorded)
        case .expectations: meets(found)
        case .json: found.finish == recorded.finish && Self.saysTheSame(found.content, recorded.content)
        }
    }

    private static func saysTheSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let one = try? JSONValue(parsing: one), let other = try? JSONValue(parsing: other) else { return false }
        return one.sorted == other.sorted
    }
}
