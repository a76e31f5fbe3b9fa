// What became of the expectations of one playground's cells, for every verb that tells it.

internal import FoundationModels
internal import Notebook

/// The verdicts on the cells and rows that have expectations and an end.
struct Verdicts {
    /// In the order of the file; rows by their addresses.
    let cells: [(id: String, results: [ExpectationResult])]
    /// Where in `cells` a cell's verdicts stand with those of its rows, and a row's.
    private let places: [String: [Int]]
    /// Of cells with rows that have a rate to keep.
    private let rates: [Rate]

    /// How many rows of a cell pass, and what share is wanted.
    private struct Rate {
        var cell: String
        var wanted: Located<Double>
        var passed: Int
        var count: Int

        var isMet: Bool { Double(passed) >= wanted.value * Double(count) }
        var phrase: String { "\(passed) of \(count) rows pass, wanted \(wanted.value)" }
    }

    /// - Parameters:
    ///   - ends: of cells and rows; those without one are not judged.
    ///   - ids: of the cells that are meant; empty: all.
    init(_ playground: LoadedPlayground, _ ends: Ends, ids: Set<String> = []) {
        let ends = ends.byID
        let contents = ends.compactMapValues { end in
            if case .answered(let entry) = end { entry } else { nil }
        }
        let judge = ExpectationJudge(playground.document, parameters: playground.parameters, contents: contents)
        var all: [(id: String, results: [ExpectationResult])] = []
        var rates: [Rate] = []
        for cell in playground.document.cells
        where !cell.expectations.isEmpty && (ids.isEmpty || ids.contains(cell.id.value)) {
            let results = (0..<(cell.matrix?.count ?? 1)).compactMap { number in
                let cell = cell.row(number)
                return ends[cell.id.value].map { (cell.id.value, judge.judge(cell.expectations, $0, row: cell.row)) }
            }
            all += results
            if let rate = cell.passRate, !results.isEmpty {
                rates.append(
                    Rate(
                        cell: cell.id.value, wanted: rate, passed: results.count { $0.1.allSatisfy(\.isMet) },
                        count: results.count))
            }
        }
        cells = all
        var places: [String: [Int]] = [:]
        for (place, cell) in all.enumerated() {
            places[cell.id, default: []].append(place)
            let owner = RowAddress(cell.id).cell
            if owner != cell.id { places[owner, default: []].append(place) }
        }
        self.places = places
        self.rates = rates
    }

    /// How cells ended as the records have it: answers to the questions of today, and failures. Of rows, those alone that are
    /// judged: there may be many.
    struct Ends {
        private(set) var byID: [String: CellEnd] = [:]
        private let judged: Set<String>

        init(_ playground: LoadedPlayground) {
            judged = Set(playground.document.cells.filter { !$0.expectations.isEmpty }.map(\.id.value))
        }

        mutating func add(_ plan: Plan) { for step in plan.steps { add(step) } }

        mutating func add(_ step: Plan.Step) {
            switch step.state {
            case .fresh: step.recorded.map { add(.answered($0), of: step.id) }
            case .failed: add(.failed(message: step.reasons.joined(separator: ", ")), of: step.id)
            default: break
            }
        }

        mutating func add(_ end: CellEnd, of id: String) {
            let address = RowAddress(id)
            if address.row == nil || judged.contains(address.cell) { byID[id] = end }
        }
    }

    /// Whether what is missing of a cell's rows is within its rate.
    private func isForgiven(_ id: String) -> Bool {
        let cell = RowAddress(id).cell
        return rates.contains { $0.cell == cell && $0.isMet }
    }

    /// Of a cell, with those of its rows.
    func results(of cell: String) -> [ExpectationResult] {
        (places[cell] ?? []).flatMap { cells[$0].results }
    }

    var isGood: Bool {
        rates.allSatisfy(\.isMet) && cells.allSatisfy { $0.results.allSatisfy(\.isMet) || isForgiven($0.id) }
    }

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

    /// What is not met, with what was found and what was wanted, line by line. Of rows that keep their rate, the rate alone.
    func lines(_ console: Console) -> [String] {
        let lines = cells.filter { !isForgiven($0.id) }.flatMap { cell, results in
            results.filter { !$0.isMet }.flatMap { result in
                [result.message(cell: cell)] + (result.difference?.lines(console) ?? []).map { "    \($0)" }
            }
        }
        return lines
            + rates.map { rate in
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
        (places[cell] ?? []).map { cells[$0] }.filter { !isForgiven($0.id) }.flatMap { id, results in
            results.filter { !$0.isMet }.map { result in
                CheckReport.Problem(
                    kind: result.code, message: "cell '\(id)': \(result.wanted); found \(result.found)",
                    location: result.expectation.location)
            }
        }
            + rates.filter { $0.cell == cell && !$0.isMet }.map { rate in
                CheckReport.Problem(
                    kind: "expect.passRate", message: "cell '\(cell)': \(rate.phrase)", location: rate.wanted.location)
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
