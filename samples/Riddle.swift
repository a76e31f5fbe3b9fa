// A schema that is known only when the program runs.
//
//     swift run -c release sample-riddle

import FoundationModels

@main
struct Riddle {
    static func main() async throws {
        guard SystemLanguageModel.default.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        // As if a level editor had asked for three answers.
        let answerCount = 3
        let answer = DynamicGenerationSchema(
            name: "Answer",
            properties: [
                .init(name: "text", schema: DynamicGenerationSchema(type: String.self)),
                .init(name: "isRight", schema: DynamicGenerationSchema(type: Bool.self)),
            ])
        let riddle = DynamicGenerationSchema(
            name: "Riddle",
            properties: [
                .init(name: "question", schema: DynamicGenerationSchema(type: String.self)),
                .init(
                    name: "answers",
                    schema: DynamicGenerationSchema(
                        arrayOf: DynamicGenerationSchema(referenceTo: "Answer"), minimumElements: answerCount,
                        maximumElements: answerCount)),
            ])
        let schema = try GenerationSchema(root: riddle, dependencies: [answer])

        let session = LanguageModelSession()
        let response = try await session.respond(
            to: "A riddle about the moon, with three answers.", schema: schema,
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 300))
        print("question:", try response.content.value(String.self, forProperty: "question"))
        let answers = try response.content.value([GeneratedContent].self, forProperty: "answers")
        for answer in answers {
            print(
                try answer.value(Bool.self, forProperty: "isRight") ? "right:" : "wrong:",
                try answer.value(String.self, forProperty: "text"))
        }
        precondition(answers.count == answerCount)
    }
}
