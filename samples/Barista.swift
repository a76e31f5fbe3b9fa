// A conversation of two turns: instructions, a session, and what it remembers.
//
//     swift run -c release sample-barista

import FoundationModels

@main
struct Barista {
    static func main() async throws {
        guard SystemLanguageModel.default.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        let session = LanguageModelSession {
            "You run the coffee bar of a night train."
            "Answer in one short sentence."
        }
        let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 48)

        let first = try await session.respond(to: "I am Noor. What keeps me awake until Vienna?", options: options)
        print("bar:", first.content)

        // The second turn reads the first: nothing is said twice, and its tokens come from the cache.
        let second = try await session.respond(to: "And something without caffeine?", options: options)
        print("bar:", second.content)

        print("entries:", session.transcript.count)
        print("cached tokens of the second turn:", second.usage.input.cachedTokenCount > 0 ? "some" : "none")
    }
}
