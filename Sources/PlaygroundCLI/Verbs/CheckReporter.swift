// Where `check --report` puts its findings.

internal import Notebook
internal import Platform

/// One `--report`.
enum CheckReporter: Equatable {
    case junit(path: String)
    case github

    init(_ text: String) throws(UsageError) {
        if text == "github" {
            self = .github
        } else if text.hasPrefix("junit="), text.count > 6 {
            self = .junit(path: String(text.dropFirst(6)))
        } else {
            throw UsageError(message: "'--report' must be junit=FILE or github, found '\(text)'")
        }
    }

    /// - Throws: where the file can't be written.
    func write(_ report: CheckReport, _ console: Console) throws {
        switch self {
        case .junit(let path): try FileSystem.replace(path, with: Array(report.junit.utf8))
        case .github: console.result(report.github)
        }
    }
}

extension PlanLine {
    /// The line as a case of a report.
    func reported(_ playground: LoadedPlayground, isWrong: Bool, _ verdicts: Verdicts) -> CheckReport.Case {
        let place = step?.cell.id.location ?? .start(of: playground.document.path)
        let state =
            isWrong
            ? [
                CheckReport.Problem(
                    kind: state, message: (["cell '\(id)' is \(state)"] + reasons).joined(separator: ": "),
                    location: place)
            ] : []
        return CheckReport.Case(
            playground: playground.document.path, name: id, location: place,
            problems: state + verdicts.problems(of: id))
    }
}
