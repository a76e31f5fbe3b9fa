// A tool that must be called before the answer: the profile asks for a call until the tool has noted its output in a
// property of the session, and then forbids another.
//
//     swift run -c release sample-weather

import FoundationModels

extension SessionPropertyValues {
    /// Whether the tool has been asked.
    @SessionPropertyEntry var isWeatherKnown: Bool = false
}

struct Weather: Tool {
    @Generable
    struct Arguments {
        @Guide(description: "One of the towns of the line", .anyOf(["Passau", "Linz", "Vienna"]))
        var town: String
    }

    let description = "Tells the weather of a town now"
    @SessionProperty(\.isWeatherKnown) private var isWeatherKnown

    func call(arguments: Arguments) async throws -> String {
        defer { isWeatherKnown = true }
        let degrees = ["Passau": 4, "Linz": 6, "Vienna": 9]
        guard let degrees = degrees[arguments.town] else { return "No station in \(arguments.town)." }
        return "\(degrees) degrees and light rain in \(arguments.town)."
    }
}

struct Forecaster: LanguageModelSession.DynamicProfile {
    @SessionProperty(\.isWeatherKnown) private var isWeatherKnown

    var body: some DynamicProfile {
        Profile {
            Instructions("You tell travellers the weather in one short sentence.")
            Weather()
        }
        .toolCallingMode(isWeatherKnown ? .disallowed : .required)
        .onToolCall { call in print("call:", call.toolName, call.arguments.jsonString) }
    }
}

@main
struct AskingForWeather {
    static func main() async throws {
        guard SystemLanguageModel.default.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        let session = LanguageModelSession(profile: Forecaster())
        let response = try await session.respond(
            to: "Do I need an umbrella in Linz?",
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 64))

        var outputs = 0
        for case .toolOutput(let output) in response.transcriptEntries {
            outputs += 1
            print("output:", output)
        }
        print("answer:", response.content)
        print("calls:", outputs)
        precondition(outputs == 1 && session.properties.isWeatherKnown)
    }
}
