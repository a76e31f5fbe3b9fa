// What tools take from elsewhere in the playground: schemas by name, and cases from a file.

import FoundationModels
import TestSupport
import Testing
import YAML

@testable import Notebook

@Suite struct ToolSchemaTests {
    private static func source(_ parameters: String, cases: String = "{file: cases.yaml}") -> String {
        """
        playground: 1
        schemas:
          Place: {type: object, properties: {city: {$ref: City}}, required: [city]}
          City: {type: string, enum: [Ulm, Bern]}
          Free: {type: string, enum: [{$from: params.x}]}
        params: {x: {type: string, default: a}}
        tools:
          near:
            kind: fixture
            description: What is near.
            parameters: \(parameters)
            cases: \(cases)
        cells:
          - {id: a, prompt: Hi., tools: [near]}

        """
    }

    private static let parameters =
        "{type: object, properties: {place: {$ref: Place}, n: {type: string}}, required: []}"

    private func file(_ source: String, cases: String) throws -> PlaygroundFile {
        let desk = try Workspace(source)
        try desk.folder.write(cases, to: "cases.yaml")
        var file = PlaygroundFile.load(path: desk.folder[Workspace.name])
        file.diagnostics = file.diagnostics.filter { $0.severity == .error }
        return file
    }

    @Test func parametersReferToSchemasByName() throws {
        let read = try file(Self.source(Self.parameters), cases: "[{returns: x}]")
        let document = try #require(read.document, "\(read.renderedDiagnostics)")
        let schema = try #require(document.tools[0].functions.first).parameters.document
        #expect(schema["properties"]?["place"]?["$ref"] == .string("#/$defs/Place"))
        #expect(schema["$defs"]?["City"]?["enum"] == .array([.string("Ulm"), .string("Bern")]))
        #expect(schema["title"] == nil)
    }

    @Test func referencesThatLeadNowhereAreToldAtTheirPlace() throws {
        let wrong = try file(
            Self.source("{type: object, properties: {place: {$ref: Plcae}}}"), cases: "[{returns: x}]")
        #expect(wrong.diagnostics.map(\.message) == ["unknown schema 'Plcae'; did you mean 'Place'?"])
        #expect(wrong.diagnostics.first?.location.range.start.line == 11)
        let dynamic = try file(
            Self.source("{type: object, properties: {place: {$ref: Free}}}"), cases: "[{returns: x}]")
        #expect(
            dynamic.diagnostics.map(\.message) == [
                "parameters of a tool can't refer to 'Free', which takes values from elsewhere"
            ])
    }

    @Test func casesComeFromAFileWhichIsWhereTheirErrorsAre() throws {
        let read = try file(
            Self.source(Self.parameters), cases: "- when: {n: 17}\n  returns: {far: 2}\n- error: no such place\n")
        let document = try #require(read.document, "\(read.renderedDiagnostics)")
        guard case .fixture(let tool) = document.tools[0].kind else {
            Issue.record("no fixture")
            return
        }
        #expect(tool.cases.map { $0.when?.text(.compact) } == [#"{"n":"17"}"#, nil])
        let wrong = try file(Self.source(Self.parameters), cases: "- when: {m: 17}\n  returns: x\n- whn: {}\n")
        #expect(wrong.diagnostics.map { $0.location.file.hasSuffix("cases.yaml") } == [true, true, true])
        #expect(wrong.diagnostics.map(\.location.range.start.line) == [1, 3, 3])
        let empty = try file(Self.source(Self.parameters), cases: "a: 1\n")
        #expect(empty.diagnostics.map(\.code) == ["notebook.type"])
    }
}
