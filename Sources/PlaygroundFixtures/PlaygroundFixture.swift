// A playground file with what lies beside it, as input of an app's tests: its cells, their recorded answers and conversations.
// Reads files and nothing else; no model is needed.

public import FoundationModels
internal import Notebook

/// A playground and its records.
///
/// ```swift
/// let desk = try PlaygroundFixture(path: "Notebooks/desk.playground.yaml")
/// let session = LanguageModelSession(model: try desk.replayingModel())
/// ```
public struct PlaygroundFixture: Sendable {
    let document: PlaygroundDocument
    let paths: PlaygroundPaths
    private let steps: [String: Plan.Step]
    private let parameters: [String: ParameterValue]

    /// Loads a playground, and holds it against its records.
    ///
    /// - Parameters:
    ///   - path: of a `.playground.yaml` file.
    ///   - parameters: values by name, as `-p` of the command line gives them.
    /// - Throws: `FixtureError` with every error of the file, or of the record.
    public init(path: String, parameters: [String: String] = [:]) throws(FixtureError) {
        let file = PlaygroundFile.load(path: path)
        guard let document = file.document else { throw FixtureError(file.renderedDiagnostics) }
        let given = parameters.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) }
        let (values, problems) = document.parameterValues(given: given)
        guard problems.isEmpty else {
            throw FixtureError(
                problems.map { "\(path): error: \($0.message) [\($0.code)]" }.joined(separator: "\n"))
        }
        self.document = document
        self.parameters = values
        paths = PlaygroundPaths(source: path)
        do {
            let outputs = try OutputsFile(at: paths.outputs)
            // The weights are those of the record: a test of an app has no registry to ask.
            let model =
                document.model?.value ?? outputs.entries.first.map { ModelReference.registered($0.entry.model.name) }
            let plan = Planner(
                document: document, parameters: values, model: model ?? .registered(""), modelSHA256: nil,
                outputs: outputs, results: ResultsStore(paths)
            ).plan()
            steps = Dictionary(plan.steps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        } catch {
            throw FixtureError("\(error)")
        }
    }

    /// The ids of the cells, in the order of the file.
    public var cellIDs: [String] { document.cells.map(\.id.value) }

    /// The recorded answer of a cell: text, or JSON on one line.
    /// - Throws: `FixtureError`, at the cell's place, where its record is missing or answers another question.
    public func content(of cell: String) throws(FixtureError) -> String { try record(of: cell).entry.content }

    /// The recorded answer of a cell as a value.
    /// - Throws: `FixtureError` as `content(of:)`, and where the answer is no such value.
    public func value<Value: Generable>(of cell: String, as type: Value.Type = Value.self) throws(FixtureError) -> Value
    {
        let (step, entry) = try record(of: cell)
        do {
            let content =
                try entry.schema == nil ? GeneratedContent(entry.content) : GeneratedContent(json: entry.content)
            return try Value(content)
        } catch {
            throw FixtureError(
                "the answer of cell '\(cell)' is no \(Value.self): \(error) [fixtures.value]", at: step.cell.id.location
            )
        }
    }

    /// The conversation that ends with a cell's answer, as an app's session would have it.
    /// - Throws: `FixtureError` as `content(of:)`.
    public func transcript(of cell: String) throws(FixtureError) -> Transcript {
        let (step, entry) = try record(of: cell)
        guard let prepared = step.prepared else { throw FixtureError.notFresh(step) }
        return prepared.answered(with: entry).transcript
    }

    /// The verdicts on expectations of a cell, behind the recorded answers of the others.
    func verdicts(on expectations: [Expectation], _ end: CellEnd) -> [ExpectationResult] {
        let contents = steps.compactMapValues { $0.state == .fresh ? $0.recorded : nil }
        return ExpectationJudge(document, parameters: parameters, contents: contents).judge(expectations, end)
    }

    /// What a cell asks, and what it answered, where both are known.
    func record(of cell: String) throws(FixtureError) -> (step: Plan.Step, entry: OutputEntry) {
        let step = try step(cell)
        guard step.state == .fresh, let entry = step.recorded else { throw FixtureError.notFresh(step) }
        return (step, entry)
    }

    func step(_ cell: String) throws(FixtureError) -> Plan.Step {
        if let step = steps[cell] { return step }
        let near = Suggestion.phrase(for: cell, among: cellIDs)
        throw FixtureError("\(document.path): error: there is no cell '\(cell)'\(near) [fixtures.cell]")
    }
}
