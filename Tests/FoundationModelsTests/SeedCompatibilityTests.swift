// Spellings of the early betas, as published code uses them.

import FoundationModels
import Testing

@Suite struct SeedCompatibilityTests {
    struct Weather: Tool {
        let name = "getWeather"
        let description = "Tells the weather of a city."
        let parameters = String.generationSchema

        func call(arguments: String) async throws -> ToolOutput {
            let content = GeneratedContent(
                kind: .structure(
                    properties: ["temperature": GeneratedContent(kind: .number(21))], orderedKeys: ["temperature"]))
            return switch arguments {
            case "text": ToolOutput("It is warm.")
            case "string": .string("It is mild.")
            default: ToolOutput(content)
            }
        }
    }

    @Test(arguments: [
        ("text", "It is warm."), ("string", "It is mild."), ("content", #"{"temperature": 21}"#),
    ])
    func aToolMayStillGiveAToolOutput(_ arguments: String, text: String) async throws {
        #expect(try await Weather().call(arguments: arguments).promptRepresentation.text == text)
    }

    @Test func optionsMayStillSayWhetherTheSchemaStandsInThePrompt() {
        #expect(GenerationOptions(includeSchemaInPrompt: false).includesSchemaInPrompt == false)
        let options = GenerationOptions(temperature: 1, includeSchemaInPrompt: true)
        #expect(options.includesSchemaInPrompt == true)
        #expect(options.temperature == 1)
        #expect(GenerationOptions().includesSchemaInPrompt == nil)
    }

    @Test func entriesHaveATextEach() {
        var transcript = Transcript()
        transcript.appendPrompt("Hi", options: GenerationOptions())
        transcript.appendReasoning("Greet.")
        transcript.appendToolCalls([("greet", GeneratedContent("Ada")), ("wave", GeneratedContent("Bo"))])
        transcript.appendResponse("Hello")
        #expect(transcript.entries.map(\.content) == ["Hi", "Greet.", "greet(\"Ada\")\nwave(\"Bo\")", "Hello"])
    }
}
