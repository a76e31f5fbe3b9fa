// The cells of a playground as cases of an app's tests, with the app's own types and tools.

public import FoundationModels
internal import Notebook

/// One cell, to be run with what an app has.
///
/// ```swift
/// @Test(arguments: try PlaygroundFixture(path: path).cases(generating: ["Ticket": Ticket.self]))
/// func cell(_ cell: PlaygroundCase) async throws {
///     try await cell.run()
/// }
/// ```
public struct PlaygroundCase: Sendable, CustomStringConvertible {
    /// The id of the cell.
    public let cell: String
    private let fixture: PlaygroundFixture
    private let type: (any Generable.Type)?
    private let tools: [any Tool]

    init(_ cell: String, of fixture: PlaygroundFixture, type: (any Generable.Type)?, tools: [any Tool]) {
        self.cell = cell
        self.fixture = fixture
        self.type = type
        self.tools = tools
    }

    public var description: String { cell }

    /// Puts the cell's question to a session with the app's tools, reads the answer as the app's type, and holds it against the
    /// cell's expectations.
    ///
    /// - Parameter model: nil replays the record, and holds the answer against it. Of another model, how an answer has ended is
    ///   not known, and `finish` is not judged.
    /// - Returns: the answer; null where the cell is expected to fail, and did.
    /// - Throws: `FixtureError`, at the cell's place, with what the session or the type has thrown; or with every expectation
    ///   that is not met, at its place.
    @discardableResult
    public func run(on model: (any LanguageModel)? = nil) async throws -> GeneratedContent {
        let step = try fixture.step(cell)
        guard let prepared = step.prepared else { throw FixtureError.notFresh(step) }
        let recorded = model == nil ? try fixture.record(of: cell).entry : nil
        let model: any LanguageModel = if let model { model } else { try fixture.replayingModel(of: [cell]) }
        let session = self.session(of: prepared, on: model)
        let start = session.transcript.count
        let content: GeneratedContent
        do {
            content = try await answer(to: prepared, in: session)
        } catch {
            let expected = step.cell.expectations.filter { if case .error = $0.check { true } else { false } }
            guard !expected.isEmpty else {
                throw FixtureError("cell '\(cell)' failed: \(error) [fixtures.run]", at: step.cell.id.location)
            }
            try judge(expected, .failed(message: "\(error)"))
            return .null
        }
        if let recorded, type == nil, content.jsonString != Self.json(recorded.content) {
            throw FixtureError(
                "cell '\(cell)' answered \(content.jsonString), but \(Self.json(recorded.content)) is on record "
                    + "[fixtures.differs]", at: step.cell.id.location)
        }
        let text = type == nil ? (try? String(content)) ?? content.jsonString : content.jsonString
        let entry = OutputEntry(
            prepared, content: text, finish: recorded?.finish ?? "stop",
            outputTokenCount: recorded?.outputTokenCount ?? session.usage.output.totalTokenCount,
            entries: Array(session.transcript.dropFirst(start)))
        let expectations = step.cell.expectations.filter {
            if case .finish = $0.check { recorded != nil } else { true }
        }
        try judge(expectations, .answered(entry))
        return content
    }

    private func judge(_ expectations: [Expectation], _ end: CellEnd) throws(FixtureError) {
        let missed = fixture.verdicts(on: expectations, end).filter { !$0.isMet }
        guard missed.isEmpty else { throw FixtureError(missed.map { $0.message(cell: cell) }.joined(separator: "\n")) }
    }

    private static func json(_ text: String) -> String { GeneratedContent(text).jsonString }

    private func session(of cell: PreparedCell, on model: some LanguageModel) -> LanguageModelSession {
        LanguageModelSession(model: model, tools: tools, transcript: cell.conversation.transcript)
    }

    private func answer(to cell: PreparedCell, in session: LanguageModelSession) async throws -> GeneratedContent {
        guard let type else {
            let response = try await session.respond(to: cell.prompt, options: cell.options.generationOptions)
            return GeneratedContent(response.content)
        }
        return try await Self.answer(to: cell, as: type, in: session)
    }

    private static func answer<Value: Generable>(
        to cell: PreparedCell, as type: Value.Type, in session: LanguageModelSession
    ) async throws -> GeneratedContent {
        let response = try await session.respond(
            to: cell.prompt, generating: type, includeSchemaInPrompt: cell.schema?.isShown ?? true,
            options: cell.options.generationOptions)
        return response.rawContent
    }
}

extension PlaygroundFixture {
    /// The cells as cases, with the app's own types and tools in the place of the file's schemas and tools.
    ///
    /// - Parameters:
    ///   - types: by the names of `schemas:`; one for every schema that a cell asks by.
    ///   - tools: by their names, those of the functions that the file's tools have; one for every tool that a cell sees.
    ///   - cells: only these; nil: all, in the order of the file.
    /// - Throws: `FixtureError`, at the place of the schema or tool, for each that has no type or tool, or another shape.
    public func cases(
        generating types: [String: any Generable.Type] = [:], tools: [any Tool] = [], only cells: [String]? = nil
    ) throws(FixtureError) -> [PlaygroundCase] {
        var problems = drift(of: types) + drift(of: tools)
        var cases: [PlaygroundCase] = []
        for id in cells ?? cellIDs {
            let cell = try step(id).cell
            let type = cell.generating.flatMap { types[$0.value] }
            if let name = cell.generating, type == nil {
                problems.append(
                    FixtureError(
                        "cell '\(id)' asks by the schema '\(name.value)', for which no type is given "
                            + "[fixtures.type]", at: name.location))
            }
            var visible: [any Tool] = []
            for function in document.visibleTools(of: cell).map(\.function) {
                if let tool = tools.first(where: { $0.name == function.name }) {
                    visible.append(tool)
                } else {
                    problems.append(
                        FixtureError(
                            "cell '\(id)' sees the tool '\(function.name)', and none of that name is given "
                                + "[fixtures.tool]", at: cell.tools?.first?.location ?? cell.id.location))
                }
            }
            cases.append(PlaygroundCase(id, of: self, type: type, tools: visible))
        }
        guard problems.isEmpty else {
            throw FixtureError(problems.map(\.description).joined(separator: "\n"))
        }
        return cases
    }

    private func drift(of types: [String: any Generable.Type]) -> [FixtureError] {
        document.schemas.compactMap { declaration in
            guard let type = types[declaration.name.value],
                let drift = SchemaDrift.first(file: declaration.schema, type: type.generationSchema)
            else { return nil }
            return FixtureError(
                "schema '\(declaration.name.value)' is not that of \(type) at \(drift.pointer): \(drift.reason) "
                    + "[fixtures.drift]", at: declaration.name.location)
        }
    }

    private func drift(of tools: [any Tool]) -> [FixtureError] {
        let functions = document.tools.flatMap { declaration in declaration.functions.map { (declaration, $0) } }
        return tools.compactMap { tool in
            guard let (declaration, function) = functions.first(where: { $0.1.name == tool.name }) else {
                let near = Suggestion.phrase(for: tool.name, among: functions.map(\.1.name))
                return FixtureError("\(document.path): error: there is no tool '\(tool.name)'\(near) [fixtures.tool]")
            }
            guard let drift = SchemaDrift.first(file: function.parameters, type: tool.parameters) else { return nil }
            return FixtureError(
                "the arguments of tool '\(tool.name)' are not those of \(Swift.type(of: tool)) at \(drift.pointer): "
                    + "\(drift.reason) [fixtures.drift]", at: declaration.name.location)
        }
    }
}
