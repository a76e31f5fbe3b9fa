// What is wrong with a fixture, in the words that the command line has for it.

public import FoundationEssentials
internal import Notebook

/// A fixture that can't be used. Its description has a place, a reason and a code.
public struct FixtureError: LocalizedError, Hashable, CustomStringConvertible {
    public let description: String

    public var errorDescription: String? { description }

    init(_ description: String) { self.description = description }

    init(_ message: String, at location: SourceLocation) { self.init("\(location.place): error: \(message)") }

    static func notFresh(_ step: Plan.Step) -> FixtureError {
        let reasons = step.reasons.isEmpty ? "" : ": \(step.reasons.joined(separator: ", "))"
        return FixtureError(
            "the record of cell '\(step.id)' is \(step.state.rawValue)\(reasons); run the playground [fixtures.record]",
            at: step.cell.id.location)
    }
}
