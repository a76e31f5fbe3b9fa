// What the published articles say in prose, in views and in illustrations, as code of our own; and lines of the checklist that
// no other suite speaks of. All of it uses the public API alone.

import Foundation
import FoundationModels
import TestSupport
import Testing

@Generable
private struct Voyage: Equatable {
    @Generable
    struct Leg: Equatable {
        var harbour: String
        var nights: Int
    }

    var ship: String
    var legs: [Leg]
}

private struct Depth: Tool {
    @Generable
    struct Arguments { var harbour: String }

    let description = "The depth of a harbour"
    func call(arguments: Arguments) async throws -> String { "\(arguments.harbour): 9 m" }
}

private struct Compass: DynamicInstructions {
    @SessionProperty(\.heading) private var heading

    var body: some DynamicInstructions { Instructions("The heading is \(heading).") }
}

extension SessionPropertyValues {
    @SessionPropertyEntry fileprivate var heading: String = "north"
}

private struct Chart: DataAttachmentRepresentable {
    static let type = UTType(exportedAs: "com.example.chart")

    var transcriptRepresentation: Transcript.DataAttachment {
        Transcript.DataAttachment(contentType: Self.type, content: Data([1]))
    }

    init() {}

    init(_ attachment: Transcript.DataAttachment) throws {}
}

/// Reads charts, and says how many attachments it was shown.
private struct Pilot: LanguageModel {
    typealias Executor = PilotExecutor

    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
    var executorConfiguration: Bool { true }

    func supportsDataAttachmentType(_ type: UTType) -> Bool { type == Chart.type }
}

private struct PilotExecutor: LanguageModelExecutor {
    typealias Model = Pilot

    init(configuration: Bool) {}

    nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest, model: Pilot,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        var count = 0
        for case .prompt(let prompt) in request.transcript {
            for case .attachment in prompt.segments { count += 1 }
        }
        await channel.send(.response(action: .appendText("\(count) charts", tokenCount: 2)))
    }
}

@Suite struct SnippetFormsTests {
    private let voyage =
        #"{"ship": "Elbe", "legs": [{"harbour": "Riga", "nights": 2}, {"harbour": "Turku", "nights": 1}]}"#

    /// 9: a button that waits while the session answers.
    @Test func aSessionTellsWhetherItIsResponding() async throws {
        let gate = ScriptedLanguageModel.Gate()
        let session = LanguageModelSession(model: ScriptedLanguageModel([[.text("a"), .pause(gate), .text("b")]]))
        #expect(!session.isResponding)
        var seen: [Bool] = []
        for try await snapshot in session.streamResponse(to: "Hi") {
            seen.append(session.isResponding)
            if snapshot.content == "a" { gate.open() }
        }
        #expect(seen.first == true)
        #expect(!session.isResponding)
    }

    /// 15 and 17: all members of a partial form may be missing, and those inside of them too.
    @Test func membersOfAPartialFormAreOptional() throws {
        let ship: KeyPath<Voyage.PartiallyGenerated, String?> = \.ship
        let legs: KeyPath<Voyage.PartiallyGenerated, [Voyage.Leg.PartiallyGenerated]?> = \.legs
        let harbour: KeyPath<Voyage.Leg.PartiallyGenerated, String?> = \.harbour
        let partial = try Voyage.PartiallyGenerated(GeneratedContent(json: #"{"ship": "Elbe", "legs": [{"harb"#))
        #expect(partial[keyPath: ship] == "Elbe")
        #expect(partial[keyPath: legs]?.map { $0[keyPath: harbour] } == [nil])
    }

    /// 19: elements of a growing list keep their identities, which a list view goes by.
    @Test func elementsOfAStreamKeepTheirIdentity() async throws {
        func identity<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
        let cut = voyage.index(voyage.startIndex, offsetBy: 60)
        let model = ScriptedLanguageModel([[.text(String(voyage[..<cut])), .text(String(voyage[cut...]))]])
        var whole: [GenerationID] = []
        for try await snapshot in LanguageModelSession(model: model).streamResponse(
            to: "Where to?", generating: Voyage.self)
        {
            whole.append(identity(snapshot.content))
        }
        #expect(whole.count >= 2)
        #expect(Set(whole).count == 1)
    }

    /// 49: one session whose prompt leads to a call of a tool.
    @Test func aPromptLeadsToACall() async throws {
        let model = ScriptedLanguageModel([
            [.toolCall(name: "Depth", arguments: #"{"harbour": "Riga"}"#)], [.text("Nine metres.")],
        ])
        let session = LanguageModelSession(model: model, tools: [Depth()])
        #expect(try await session.respond(to: "How deep is Riga?").content == "Nine metres.")
        #expect(
            session.transcript.contains {
                if case .toolOutput(let output) = $0 { output.description == "Depth: Riga: 9 m" } else { false }
            })
    }

    /// 50 and 70: prewarming, by itself and with what the next prompt begins with; awaiting it draws no more than a warning.
    @Test func prewarmingTellsTheModelWhatIsToCome() async throws {
        let model = ScriptedLanguageModel([[.text("a")]])
        let session = LanguageModelSession(model: model, instructions: "Be brief.")
        session.prewarm(promptPrefix: Prompt("The log of today:"))
        while model.prewarmedTranscripts.isEmpty { await Task.yield() }
        #expect(model.prewarmedTranscripts.first?.map(\.content) == ["Be brief.", "The log of today:"])
        #expect(session.transcript.count == 1)

        let awaited = SeedSnippet(
            number: 50, title: "awaited prewarming", document: "",
            setUp: "let session = LanguageModelSession(); await session.prewarm()")
        #expect(try SnippetCompiler().diagnostics([awaited], languageMode: 6) == [:])
    }

    /// 67: an image under a label, which a structured answer names.
    @Test func aLabelledImageIsFoundByItsReference() async throws {
        let url = URL(filePath: "/tmp/door.png")
        let model = ScriptedLanguageModel([[.text(#"{"attachmentLabel": "door"}"#)]])
        let session = LanguageModelSession(model: model)
        let response = try await session.respond(generating: ImageReference.self) {
            "Which one is open?"
            Attachment(imageURL: url, orientation: .right).label("door")
        }
        let image = response.content.resolved(in: session.transcript)
        #expect(image?.url == url)
        #expect(image?.orientation == .right)
    }

    @Test func dynamicInstructionsAreEvaluatedForEachRequest() async throws {
        let model = ScriptedLanguageModel([[.text("a")], [.text("b")]])
        let session = LanguageModelSession(model: model, dynamicInstructions: Compass())
        try await session.respond(to: "Where to?")
        session.properties.heading = "south"
        try await session.respond(to: "And now?")
        #expect(
            model.requests.map { $0.transcript.first?.content } == ["The heading is north.", "The heading is south."])
    }

    @Test func dataIsReadWhereTheModelSaysSo() async throws {
        let prompt = Prompt {
            "Read this."; Attachment(Chart())
        }
        #expect(try await LanguageModelSession(model: Pilot()).respond(to: prompt).content == "1 charts")
        await #expect(throws: LanguageModelError.self) {
            try await LanguageModelSession(model: ScriptedLanguageModel([[.text("a")]])).respond(to: prompt)
        }
        #expect(!Pilot().supportsDataEntryType(Chart.type))
    }

    /// What the README shows compiles.
    @Test func theExampleOfTheREADMECompiles() throws {
        let readme = try String(contentsOf: Locations.repository.appending(path: "README.md"), encoding: .utf8)
        let code = try #require(readme.firstMatch(of: #/```swift\n((?:.|\n)*?)```/#)).1
        let start = try #require(code.range(of: "let session")).lowerBound
        let types = code[..<start].replacing("import FoundationModels", with: "")
        let example = SeedSnippet(
            number: 300, title: "README", document: "", setUp: String(code[start...]), stubs: String(types))
        #expect(try SnippetCompiler().diagnostics([example], languageMode: 6) == [:])
    }

    @Test func capabilitiesHaveTwoSpellings() {
        for capabilities in [LanguageModelCapabilities([.vision]), LanguageModelCapabilities(capabilities: [.vision])] {
            #expect(capabilities.contains(.vision))
            #expect(!capabilities.contains(.toolCalling))
        }
    }

    @Test func aToolOfOneScalarIsRefused() throws {
        let types = ["String", "Int", "Double", "Float", "Decimal", "Bool"]
        for (index, type) in types.enumerated() {
            let tool = SeedSnippet(
                number: 200 + index, title: "a tool that takes one \(type)", document: "",
                stubs: """
                    private struct Scalar: Tool {
                        let description = ""
                        func call(arguments: \(type)) async throws -> String { "" }
                    }
                    """)
            let found = try SnippetCompiler().diagnostics([tool], languageMode: 6)
            let wanted = "Arguments must be a Generable struct or GeneratedContent, not '\(type)'."
            #expect(found[200 + index]?.contains(wanted) == true, "\(found)")
        }
    }
}
