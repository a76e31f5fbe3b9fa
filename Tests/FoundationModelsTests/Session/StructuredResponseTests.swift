// Responses by a schema: what they become, how they grow, and what happens where the text is something else.

import FoundationModels
import Testing

/// A harbour with partial values.
private struct Harbour: Generable, Equatable {
    var name: String
    var depths: [Double]

    struct PartiallyGenerated: ConvertibleFromGeneratedContent, Identifiable {
        var id: GenerationID
        var name: String?
        var depths: [Double]?

        init(_ content: GeneratedContent) throws {
            id = content.id ?? GenerationID()
            name = try content.value(forProperty: "name")
            depths = try content.value(forProperty: "depths")
        }
    }

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Harbour.self,
            properties: [.init(name: "name", type: String.self), .init(name: "depths", type: [Double].self)])
    }

    init(_ content: GeneratedContent) throws {
        name = try content.value(forProperty: "name")
        depths = try content.value(forProperty: "depths")
    }

    var generatedContent: GeneratedContent {
        GeneratedContent(properties: ["name": name, "depths": depths])
    }
}

@Suite struct StructuredResponseTests {
    private func session(_ pieces: String...) -> LanguageModelSession {
        LanguageModelSession(model: ScriptedLanguageModel([pieces.map { .text($0) }]))
    }

    @Test func aValueIsMadeOfTheTextAndTheTranscriptKeepsItsContent() async throws {
        let session = session(#"{"name": "Brest", "depths""#, ": [9.5, 12]}")
        let response = try await session.respond(to: "Go", generating: Harbour.self)
        #expect(response.content.name == "Brest")
        #expect(response.content.depths == [9.5, 12])
        #expect(response.rawContent.jsonString == #"{"name": "Brest", "depths": [9.5, 12]}"#)
        #expect(response.rawContent.isComplete)
        guard case .response(let entry) = session.transcript.last, case .structure(let segment) = entry.segments.first
        else {
            Issue.record("expected a structure")
            return
        }
        #expect(segment.schemaName == "Harbour")
        #expect(segment.content == response.rawContent)
    }

    @Test func partialValuesGrowUnderOneIdentity() async throws {
        let session = session(
            "{", #""name": "Br"#, #"est", "depths": [9"#, ".5, 1", "2]", "}")
        var seen: [String] = []
        var identities: Set<GenerationID> = []
        for try await snapshot in session.streamResponse(to: "Go", generating: Harbour.self) {
            seen.append("\(snapshot.content.name ?? "-") \(snapshot.content.depths ?? [])")
            identities.insert(snapshot.content.id)
            #expect(snapshot.rawContent.id == snapshot.content.id)
        }
        #expect(
            seen == [
                "- []", "Br []", "Brest []", "Brest [9.5]", "Brest [9.5, 12.0]", "Brest [9.5, 12.0]",
                "Brest [9.5, 12.0]",
            ])
        #expect(identities.count == 1)
    }

    @Test func contentBySchemaIsGivenAsItIs() async throws {
        let session = session(#"{"b": 1, "#, #""a": [true, null]}"#)
        let schema = GenerationSchema(document: .members(["type": .string("object")]))
        var last: GeneratedContent?
        let stream = session.streamResponse(to: "Go", schema: schema)
        for try await snapshot in stream { last = snapshot.content }
        let response = try await stream.collect()
        #expect(response.content.jsonString == #"{"b": 1, "a": [true, null]}"#)
        #expect(last == response.content)
        #expect(last?.id == response.content.id)
    }

    @Test func aTextAsATypeIsNotJSON() async throws {
        let session = session("He said ", #""hi"."#)
        let response = try await session.respond(to: "Go", generating: String.self)
        #expect(response.content == #"He said "hi"."#)
        #expect(session.transcript.last?.description == #"(Response) He said "hi"."#)
    }

    @Test(arguments: [
        (
            #"{"name": "Brest"}"#,
            "the response does not fit the schema 'Harbour': "
        ),
        (#"{"name": "Brest", "depths": [9.5"#, "the response by the schema 'Harbour' ended before it was complete"),
        ("Brest is 9.5 deep.", "the response does not fit the schema 'Harbour': "),
        ("", "the response by the schema 'Harbour' ended before it was complete"),
    ])
    func aTextThatIsNoSuchValueFailsTheRequest(_ text: String, message: String) async throws {
        let session = session(text)
        let error = await #expect(throws: (any Error).self) {
            try await session.respond(to: "Go", generating: Harbour.self)
        }
        guard case .decodingFailure(let context) = error as? LanguageModelSession.GenerationError,
            let parsing = error as? GeneratedContent.ParsingError
        else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(context.debugDescription.hasPrefix(message))
        #expect(context.debugDescription.hasSuffix("[session.decoding]"))
        #expect(parsing.rawContent == text)
        #expect(session.transcript.isEmpty)
    }

    @Test func whatIsSaidBeforeACallIsNotPartOfTheContent() async throws {
        let model = ScriptedLanguageModel([
            [.text("Let me look."), .toolCall(name: "tide", arguments: #"{"port": "Brest"}"#)],
            [.text(#"{"name": "Brest", "#), .text(#""depths": []}"#)],
        ])
        let session = LanguageModelSession(model: model, tools: [TideTool()])
        #expect(try await session.respond(to: "Go", generating: Harbour.self).content.name == "Brest")
    }
}
