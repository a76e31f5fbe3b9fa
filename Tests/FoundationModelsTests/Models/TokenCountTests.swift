// Tokens as a developer asks for them: of prompts, instructions, tools, schemas and conversations.

import Foundation
import FoundationModels
import Inference
import Testing

@Suite struct TokenCountTests {
    /// A source of `CountingModel`, whose weights may be damaged.
    struct Source: ModelSource {
        struct Damaged: Error, CustomStringConvertible {
            let description = "the weights are damaged [test.damaged]"
        }

        let defaultModelName = "counting"
        var head: ModelHead?
        var codes: [String] = []
        var isDamaged = false

        func isInstalled(_ name: String) -> Bool { head != nil }
        func languageCodes(of name: String) -> [String] { codes }

        func head(of name: String) throws -> ModelHead {
            guard let head else { throw Damaged() }
            return head
        }

        func load(named name: String) throws -> any TextModel {
            guard head != nil, !isDamaged else { throw Damaged() }
            return CountingModel()
        }

        func load(contentsOf url: URL) throws -> any TextModel { CountingModel() }
    }

    struct Tide: Tool {
        var includesSchemaInInstructions = true
        var name: String { includesSchemaInInstructions ? "tide" : "ebb" }
        let description = "Tells the tide"
        var parameters: GenerationSchema { ImageReference.generationSchema }
        func call(arguments: ImageReference) async throws -> String { "05:12" }
    }

    private let model = SystemLanguageModel { Source(head: ModelHead(contextSize: 4_096, languageCodes: [])) }

    @Test func promptsAndInstructionsAreCountedWithTheirRoles() async throws {
        #expect(try await model.tokenCount(for: "one two three") == 4)
        #expect(try await model.tokenCount(for: Instructions("one two")) == 3)
    }

    @Test func toolsCountAsTheDifferenceThatTheyMake() async throws {
        let schema = ImageReference.generationSchema.jsonSchemaText.split(separator: " ").count
        let shown: [any Tool] = [Tide()]
        #expect(try await model.tokenCount(for: shown) == 4 + schema)
        let hidden: [any Tool] = [Tide(includesSchemaInInstructions: false)]
        #expect(try await model.tokenCount(for: hidden) == 4)
        #expect(try await model.tokenCount(for: shown + hidden) == 8 + schema)
        #expect(try await model.tokenCount(for: [any Tool]()) == 0)
    }

    @Test func aSchemaCountsAsTheDifferenceThatItMakes() async throws {
        let schema = ImageReference.generationSchema
        #expect(
            try await model.tokenCount(for: schema) == schema.jsonSchemaText.split(separator: " ").count)
    }

    @Test func aConversationCountsWithItsToolsAndCalls() async throws {
        var transcript = Transcript()
        transcript.appendInstructions(
            Instructions("Be brief"), toolDefinitions: [Transcript.ToolDefinition(tool: Tide())])
        transcript.appendPrompt("When?", options: GenerationOptions())
        let without = try await model.tokenCount(for: transcript)
        let tools: [any Tool] = [Tide()]
        let toolCount = try await model.tokenCount(for: tools)
        #expect(without == 3 + 2 + toolCount)
        let calls = transcript.appendToolCalls([("tide", GeneratedContent("Brest"))])
        for call in calls { transcript.appendToolOutput(of: call, Prompt("05:12")) }
        // assistant tide "Brest", tool 05:12
        #expect(try await model.tokenCount(for: transcript) == without + 5)
        #expect(try await model.tokenCount(for: transcript.prefix(0)) == 0)
    }

    @Test func aUseCaseCountsWhereItIsTold() async throws {
        let tagging = SystemLanguageModel(sharing: model, useCase: .contentTagging)
        let preface = try #require(SystemLanguageModel.UseCase.contentTagging.preface)
        let words = preface.split { $0 == " " }.count
        // The preface and the instructions are two lines of one message.
        #expect(try await tagging.tokenCount(for: Instructions("one two")) == words + 2)
        let tools: [any Tool] = [Tide()]
        let (here, there) = (try await tagging.tokenCount(for: tools), try await model.tokenCount(for: tools))
        #expect(here == there)
    }

    @Test func theTemplatesRefusalIsToldByBothNames() async throws {
        var transcript = Transcript()
        transcript.appendInstructions(nil, toolDefinitions: [Transcript.ToolDefinition(tool: Tide())])
        let entries = transcript
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await model.tokenCount(for: entries)
        }
        #expect(
            error?.errorDescription
                == "the model's chat template refused the conversation: tools need a user [session.template]")
    }

    @Test func theContextIsReadFromTheFilesFrontUntilTheModelIsOpen() async throws {
        #expect(model.contextSize == 4_096)
        _ = try await model.tokenCount(for: "Hi")
        #expect(model.contextSize == 100)
    }

    @Test func damagedWeightsStillTellTheirContextAndRequestsTellWhatIsWrong() async throws {
        let model = SystemLanguageModel {
            Source(head: ModelHead(contextSize: 2_048, languageCodes: []), isDamaged: true)
        }
        #expect(model.contextSize == 2_048)
        let error = await #expect(throws: SystemLanguageModel.Error.self) { try await model.tokenCount(for: "Hi") }
        #expect(error?.errorDescription == "the weights are damaged [test.damaged]")
        #expect(SystemLanguageModel(source: { Source() }).contextSize == 0)
    }

    @Test(arguments: [
        (["de"], ["fr"], ["de"]), ([], ["fr", "it"], ["fr", "it"]), ([], [], ["en"]),
    ])
    func languagesComeFromTheRegistryTheFileOrAreEnglish(_ codes: [String], stated: [String], expected: [String]) {
        let model = SystemLanguageModel {
            Source(head: ModelHead(contextSize: 1, languageCodes: stated), codes: codes)
        }
        let languages = model.supportedLanguages(for: Locale(identifier: "nds_DE"))
        #expect(languages == Set(expected.map { Locale.Language(identifier: $0) }))
    }
}
