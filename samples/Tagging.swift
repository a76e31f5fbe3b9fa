// Tags for a text, at most three, by the model's tagging use case.
//
//     swift run -c release sample-tagging

import FoundationModels

@Generable
struct Tags {
    @Guide(description: "Topics in one or two words each", .maximumCount(3))
    var topics: [String]
}

@main
struct Tagging {
    static func main() async throws {
        guard SystemLanguageModel.default.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        let session = LanguageModelSession(model: SystemLanguageModel(useCase: .contentTagging))
        let response = try await session.respond(
            to: """
                The ferry was late, so we had soup in the harbour and watched the cranes load timber for Gdansk.
                """,
            generating: Tags.self, options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 120))
        print("topics:", response.content.topics)
        precondition(response.content.topics.count <= 3)
    }
}
