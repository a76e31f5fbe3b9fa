// A structured answer, watched while it grows: every snapshot holds what is known so far.
//
//     swift run -c release sample-itinerary

import FoundationModels

@Generable(description: "A short trip")
struct Itinerary {
    @Guide(description: "A title of a few words")
    var title: String

    @Guide(description: "The stops, one a day", .count(2...3))
    var stops: [Stop]

    @Guide(description: "Euros for everything", .range(50...900))
    var budget: Int
}

@Generable
struct Stop {
    var town: String

    @Guide(.anyOf(["morning", "noon", "evening"]))
    var arrival: String
}

@main
struct ItineraryStreaming {
    static func main() async throws {
        guard SystemLanguageModel.default.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        let session = LanguageModelSession(instructions: "You plan trips by regional train.")
        let stream = session.streamResponse(
            to: "Two or three days along the Danube.", generating: Itinerary.self,
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 300))

        var seen = 0
        for try await snapshot in stream {
            let stops = snapshot.content.stops?.compactMap(\.town).count ?? 0
            if stops > seen {
                seen = stops
                print("stops so far:", stops)
            }
        }
        let itinerary = try await stream.collect().content
        print("title:", itinerary.title)
        for stop in itinerary.stops { print("stop:", stop.town, "-", stop.arrival) }
        print("budget:", itinerary.budget)
        precondition((2...3).contains(itinerary.stops.count) && (50...900).contains(itinerary.budget))
    }
}
