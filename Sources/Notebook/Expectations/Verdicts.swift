// What became of the expectations of one playground's cells, for everything that tells it.

/// The verdicts on the cells and rows that have expectations and an end.
package struct Verdicts: Sendable {
    /// In the order of the file; rows by their addresses.
    package let cells: [(id: String, results: [ExpectationResult])]
    /// Where in `cells` a cell's verdicts stand with those of its rows, and a row's.
    private let places: [String: [Int]]
    /// Of cells with rows that have a rate to keep.
    package let rates: [Rate]

    /// How many rows of a cell pass, and what share is wanted.
    package struct Rate: Sendable {
        package var cell: String
        package var wanted: Located<Double>
        var passed: Int
        var count: Int

        package var isMet: Bool { Double(passed) >= wanted.value * Double(count) }
        package var phrase: String { "\(passed) of \(count) rows pass, wanted \(wanted.value)" }
    }

    /// - Parameters:
    ///   - ends: of cells and rows; those without one are not judged.
    ///   - ids: of the cells that are meant; empty: all.
    package init(
        _ document: PlaygroundDocument, parameters: [String: ParameterValue], _ ends: Ends, ids: Set<String> = []
    ) {
        let ends = ends.byID
        let contents = ends.compactMapValues { end in
            if case .answered(let entry) = end { entry } else { nil }
        }
        let judge = ExpectationJudge(document, parameters: parameters, contents: contents)
        var all: [(id: String, results: [ExpectationResult])] = []
        var rates: [Rate] = []
        for cell in document.cells
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
    package struct Ends: Sendable {
        package private(set) var byID: [String: CellEnd] = [:]
        private let judged: Set<String>

        package init(_ document: PlaygroundDocument) {
            judged = Set(document.cells.filter { !$0.expectations.isEmpty }.map(\.id.value))
        }

        package mutating func add(_ plan: Plan) { for step in plan.steps { add(step) } }

        package mutating func add(_ step: Plan.Step) {
            switch step.state {
            case .fresh: step.recorded.map { add(.answered($0), of: step.id) }
            case .failed: add(.failed(message: step.reasons.joined(separator: ", ")), of: step.id)
            default: break
            }
        }

        package mutating func add(_ end: CellEnd, of id: String) {
            let address = RowAddress(id)
            if address.row == nil || judged.contains(address.cell) { byID[id] = end }
        }
    }

    /// Whether what is missing of a cell's rows is within its rate.
    package func isForgiven(_ id: String) -> Bool {
        let cell = RowAddress(id).cell
        return rates.contains { $0.cell == cell && $0.isMet }
    }

    /// Of a cell, with those of its rows.
    package func results(of cell: String) -> [ExpectationResult] {
        (places[cell] ?? []).flatMap { cells[$0].results }
    }

    /// What is not met of a cell and its rows and not forgiven, in order.
    package func unmet(of cell: String) -> [(id: String, result: ExpectationResult)] {
        (places[cell] ?? []).map { cells[$0] }.filter { !isForgiven($0.id) }.flatMap { id, results in
            results.filter { !$0.isMet }.map { (id, $0) }
        }
    }

    package var isGood: Bool {
        rates.allSatisfy(\.isMet) && cells.allSatisfy { $0.results.allSatisfy(\.isMet) || isForgiven($0.id) }
    }

    /// Whether a cell is expected to fail, and failed as it should.
    package func isExpectedFailure(_ cell: String) -> Bool {
        let results = results(of: cell)
        return results.allSatisfy(\.isMet)
            && results.contains { if case .error = $0.expectation.check { !$0.expectation.isNegated } else { false } }
    }

    /// `2 of 3 expectations hold`; nil for a cell without any.
    package func phrase(of cell: String) -> String? {
        let results = results(of: cell)
        return results.isEmpty ? nil : Self.phrase(results)
    }

    /// The same of all cells.
    package var phrase: String? {
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

    /// Cells with an expectation that does not hold, and of those with rows, the rows.
    package var failing: [String: Set<String>] {
        cells.reduce(into: [:]) { failing, cell in
            guard !cell.results.allSatisfy(\.isMet), !isForgiven(cell.id) else { return }
            let address = RowAddress(cell.id)
            failing[address.cell, default: []].formUnion(address.row.map { [$0] } ?? [])
        }
    }
}
