// What became of the expectations of one playground's cells, for every verb that tells it.

internal import FoundationModels
internal import Notebook

/// The verdicts on the cells that have expectations and an end.
struct Verdicts {
    /// In the order of the file.
    let cells: [(id: String, results: [ExpectationResult])]

    /// - Parameters:
    ///   - ends: of cells, by id; those without one are not judged.
    ///   - ids: of the cells that are meant; empty: all.
    init(_ playground: LoadedPlayground, ends: [String: CellEnd], ids: Set<String> = []) {
        let contents = ends.compactMapValues { end in
            if case .answered(let entry) = end { entry } else { nil }
        }
        let judge = ExpectationJudge(playground.document, parameters: playground.parameters, contents: contents)
        cells = playground.document.cells.compactMap { cell in
            guard !cell.expectations.isEmpty, ids.isEmpty || ids.contains(cell.id.value), let end = ends[cell.id.value]
            else { return nil }
            return (cell.id.value, judge.judge(cell.expectations, end))
        }
    }

    /// How cells ended as the records have it: answers to the questions of today, and failures.
    static func ends(of plan: Plan) -> [String: CellEnd] {
        var ends: [String: CellEnd] = [:]
        for step in plan.steps {
            switch step.state {
            case .fresh: ends[step.id] = step.recorded.map { .answered($0) }
            case .failed: ends[step.id] = .failed(message: step.reasons.joined(separator: ", "))
            default: break
            }
        }
        return ends
    }

    func results(of cell: String) -> [ExpectationResult] { cells.first { $0.id == cell }?.results ?? [] }

    var isGood: Bool { cells.allSatisfy { $0.results.allSatisfy(\.isMet) } }

    /// Whether a cell is expected to fail, and failed as it should.
    func isExpectedFailure(_ cell: String) -> Bool {
        let results = results(of: cell)
        return results.allSatisfy(\.isMet)
            && results.contains { if case .error = $0.expectation.check { !$0.expectation.isNegated } else { false } }
    }

    /// `2 of 3 expectations hold`; nil for a cell without any.
    func phrase(of cell: String) -> String? {
        let results = results(of: cell)
        return results.isEmpty ? nil : Self.phrase(results)
    }

    /// The same of all cells.
    var phrase: String? {
        let all = cells.flatMap(\.results)
        return all.isEmpty ? nil : Self.phrase(all)
    }

    private static func phrase(_ results: [ExpectationResult]) -> String {
        let met = results.count(where: \.isMet)
        let noun = results.count == 1 ? "expectation" : "expectations"
        return met == results.count
            ? results.count == 1 ? "the expectation holds" : "all \(met) expectations hold"
            : "\(met) of \(results.count) \(noun) hold"
    }

    /// What is not met, with what was found and what was wanted, line by line.
    func lines(_ console: Console) -> [String] {
        cells.flatMap { cell, results in
            results.filter { !$0.isMet }.flatMap { result in
                [result.message(cell: cell)] + (result.difference?.lines(console) ?? []).map { "    \($0)" }
            }
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

    /// What is not met of a cell, for reports.
    func problems(of cell: String) -> [CheckReport.Problem] {
        results(of: cell).filter { !$0.isMet }.map { result in
            CheckReport.Problem(
                kind: result.code, message: "cell '\(cell)': \(result.wanted); found \(result.found)",
                location: result.expectation.location)
        }
    }
}

extension Difference {
    /// The difference for people: `[-found-]` and `{+wanted+}` in a text, or in colours; a line a place of a structure.
    func lines(_ console: Console) -> [String] {
        switch self {
        case .words(let changes):
            let text = changes.map { change in
                switch change.kind {
                case .same: change.text
                case .deleted: Self.marked(change.text, "[-", "-]", .red, console)
                case .inserted: Self.marked(change.text, "{+", "+}", .green, console)
                }
            }.joined()
            return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .places(let changes):
            return changes.map { change in
                let place = change.place.isEmpty ? "the whole" : change.place
                switch (change.found, change.wanted) {
                case (let found?, let wanted?): return "\(place): found \(found), wanted \(wanted)"
                case (let found?, nil): return "\(place): found \(found), wanted nothing"
                case (nil, let wanted?): return "\(place): found nothing, wanted \(wanted)"
                case (nil, nil): return place
                }
            }
        }
    }

    private static func marked(
        _ text: String, _ open: String, _ close: String, _ color: Console.Color, _ console: Console
    ) -> String {
        // A colour must not run over a line end.
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.isEmpty ? "" : console.colored("\(open)\(line)\(close)", color)
        }.joined(separator: "\n")
    }
}
