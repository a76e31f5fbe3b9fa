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

    /// Puts the cell's question to a session with the app's tools, and reads the answer as the app's type.
    ///
    /// - Parameter model: nil replays the record, and holds the answer against it.
    /// - Returns: the answer.
    /// - Throws: `FixtureError`, at the cell's place, with what the session or the type has thrown.
    @discardableResult
    public func run(on model: (any LanguageModel)? = nil) async throws -> GeneratedContent {
        let step = try fixture.step(cell)
        guard let prepared = step.prepared else { throw FixtureError.notFresh(step) }
        let isReplay = model == nil
        let model: any LanguageModel = if let model { model } else { try fixture.replayingModel(of: [cell]) }
        let content: GeneratedContent
        do {
            content = try await answer(to: prepared, on: model)
        } catch {
            throw FixtureError("cell '\(cell)' failed: \(error) [fixtures.run]", at: step.cell.id.location)
        }
        if isReplay, let recorded = step.recorded?.content, type == nil,
            content.jsonString != Self.json(recorded)
        {
            throw FixtureError(
                "cell '\(cell)' answered \(content.jsonString), but \(Self.json(recorded)) is on record [fixtures.differs]",
                at: step.cell.id.location)
        }
        return content
    }

    private static func json(_ text: String) -> String { GeneratedContent(text).jsonString }

    private func answer(to cell: PreparedCell, on model: some LanguageModel) async throws -> GeneratedContent {
        let session = LanguageModelSession(model: model, tools: tools, transcript: cell.conversation.transcript)
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
    ///   - tools: those that sessions have.
    ///   - cells: only these; nil: all, in the order of the file.
    /// - Throws: `FixtureError`, at the place of the schema, for each that has no type, or another shape than its type.
    public func cases(
        generating types: [String: any Generable.Type] = [:], tools: [any Tool] = [], only cells: [String]? = nil
    ) throws(FixtureError) -> [PlaygroundCase] {
        var problems: [String] = []
        for declaration in document.schemas where types[declaration.name.value] != nil {
            guard let type = types[declaration.name.value] else { continue }
            let drift = SchemaDrift.first(file: declaration.schema, type: type)
            guard let drift else { continue }
            problems.append(
                FixtureError(
                    "schema '\(declaration.name.value)' is not that of \(type) at \(drift.pointer): \(drift.reason) "
                        + "[fixtures.drift]", at: declaration.name.location
                ).description)
        }
        var cases: [PlaygroundCase] = []
        for id in cells ?? cellIDs {
            let step = try step(id)
            let type = step.cell.generating.flatMap { types[$0.value] }
            if let name = step.cell.generating, type == nil {
                problems.append(
                    FixtureError(
                        "cell '\(id)' asks by the schema '\(name.value)', for which no type is given "
                            + "[fixtures.type]", at: name.location
                    ).description)
            }
            cases.append(PlaygroundCase(id, of: self, type: type, tools: tools))
        }
        guard problems.isEmpty else { throw FixtureError(problems.joined(separator: "\n")) }
        return cases
    }
}
