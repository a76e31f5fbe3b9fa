// Verdicts as the command line tells them.

internal import FoundationModels
internal import Notebook

extension Verdicts.Ends {
    init(_ playground: LoadedPlayground) { self.init(playground.document) }
}

extension Verdicts {
    init(_ playground: LoadedPlayground, _ ends: Ends, ids: Set<String> = []) {
        self.init(playground.document, parameters: playground.parameters, ends, ids: ids)
    }

    /// What is not met, with what was found and what was wanted, line by line. Of rows that keep their rate, the rate alone.
    ///
    /// - Parameter cell: the one that is meant; nil: all.
    func lines(of cell: String? = nil, _ paint: (String, Console.Color) -> String) -> [String] {
        func isMeant(_ id: String) -> Bool { cell == nil || RowAddress(id).cell == cell }
        let lines = cells.filter { isMeant($0.id) && !isForgiven($0.id) }.flatMap { cell, results in
            results.filter { !$0.isMet }.flatMap { result in
                [result.message(cell: cell)] + (result.difference?.lines(paint) ?? []).map { "    \($0)" }
            }
        }
        return lines
            + rates.filter { isMeant($0.cell) }.map { rate in
                rate.isMet
                    ? "cell '\(rate.cell)': \(rate.phrase)"
                    : "\(rate.wanted.location.place): error: cell '\(rate.cell)': \(rate.phrase) [expect.passRate]"
            }
    }

    /// One object an expectation; nil for a cell without any.
    func json(of cell: String) -> JSONValue? {
        let results = results(of: cell)
        guard !results.isEmpty else { return nil }
        return .array(
            results.map { result in
                .members([
                    "check": .string(result.expectation.check.key), "met": .bool(result.isMet),
                    "wanted": .string(result.wanted), "found": .string(result.found),
                    "line": .integer(result.expectation.location.line),
                ])
            })
    }

    /// What is not met of a cell and its rows, for reports.
    func problems(of cell: String) -> [CheckReport.Problem] {
        unmet(of: cell).map { id, result in
            CheckReport.Problem(
                kind: result.code, message: "cell '\(id)': \(result.wanted); found \(result.found)",
                location: result.expectation.location)
        }
            + rates.filter { $0.cell == cell && !$0.isMet }.map { rate in
                CheckReport.Problem(
                    kind: "expect.passRate", message: "cell '\(cell)': \(rate.phrase)", location: rate.wanted.location)
            }
    }
}
