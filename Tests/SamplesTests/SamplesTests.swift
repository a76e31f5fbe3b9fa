// The programs under `samples/` run, as a user would run them, and print what they promise. What a model of 135 million
// weights says is not held here; that there is an answer of the right shape is.

import Foundation
import TestSupport
import Testing

private let smolLM2 = Locations.weights(Locations.smolLM2FileName)

@Suite("Samples without weights")
struct SamplesWithoutWeightsTests {
    @Test(
        "Each says what is missing, and how to get it",
        arguments: ["barista", "condensing", "itinerary", "profiles", "riddle", "tagging", "weather"])
    func missingModel(name: String) throws {
        let run = try SampleRun(name, weights: nil)
        #expect(run.status == 0, "\(run.complaint)")
        #expect(run.lines == ["The model is not on this machine: playground model pull"])
    }

    @Test("A model of one's own needs none")
    func customExecutor() throws {
        let run = try SampleRun("custom-executor", weights: nil)
        #expect(run.status == 0, "\(run.complaint)")
        #expect(
            run.lines == [
                "so far: Lost",
                "so far: Lost things",
                "so far: Lost things wait",
                "so far: Lost things wait at",
                "so far: Lost things wait at counter",
                "so far: Lost things wait at counter three.",
                "so far: Lost things wait at counter three.",
                "answer: The train to Vienna leaves at ten.",
                "tokens: 5 + 7",
                "entries: 5",
                "refused: the model does not have the capability 'guidedGeneration', which it takes to answer by a "
                    + "schema; use a model that has it [session.capability]",
            ])
    }
}

@Suite(
    "Samples on real weights", .serialized,
    .enabled(if: smolLM2 != nil, "the weights of SmolLM2 are not on this machine"))
struct SamplesOnWeightsTests {
    private func run(_ name: String) throws -> SampleRun {
        let run = try SampleRun(name, weights: smolLM2)
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n"))\n\(run.complaint)")
        return run
    }

    @Test("The barista remembers the first turn")
    func barista() throws {
        let run = try run("barista")
        #expect(run.texts(of: "bar").count == 2 && run.texts(of: "bar").allSatisfy { !$0.isEmpty })
        #expect(run.text(of: "entries") == "5")
        #expect(run.text(of: "cached tokens of the second turn") == "some")
    }

    @Test("An overflow is caught, and the condensed conversation goes on")
    func condensing() throws {
        let run = try run("condensing")
        #expect(run.text(of: "caught")?.hasSuffix("[session.context-full]") == true)
        #expect(run.text(of: "entries kept") == "3")
        #expect(run.text(of: "log")?.isEmpty == false)
        #expect(run.text(of: "overflows") == "1")
    }

    @Test("An itinerary has two or three stops, and a budget in its range")
    func itinerary() throws {
        let run = try run("itinerary")
        let stops = run.texts(of: "stop")
        #expect((2...3).contains(stops.count), "\(run.lines)")
        #expect(stops.allSatisfy { $0.contains(#/ - (morning|noon|evening)$/#) })
        #expect(run.texts(of: "stops so far").last == "\(stops.count)")
        #expect(run.text(of: "budget").flatMap { Int($0) }.map { (50...900).contains($0) } == true)
    }

    @Test("A riddle has the three answers that its schema asks for")
    func riddle() throws {
        let run = try run("riddle")
        #expect(run.text(of: "question") != nil)
        #expect(run.texts(of: "right").count + run.texts(of: "wrong").count == 3, "\(run.lines)")
    }

    @Test("Tags are at most three")
    func tagging() throws {
        #expect(try run("tagging").text(of: "topics")?.hasPrefix("[") == true)
    }

    @Test("A required call is made once, and then answered from")
    func weather() throws {
        let run = try run("weather")
        #expect(run.text(of: "calls") == "1")
        #expect(run.text(of: "call")?.hasPrefix("Weather {\"town\": \"") == true, "\(run.lines)")
        #expect(run.text(of: "output")?.contains(" degrees and light rain in ") == true, "\(run.lines)")
        #expect(run.text(of: "answer") != nil)
    }

    @Test("Hooks hear of both profiles, in order")
    func profiles() throws {
        let run = try run("profiles")
        #expect(
            run.texts(of: "hook") == [
                "tickets is active", "a prompt comes", "answer 1", "tickets is not active", "lost property is active",
                "a prompt comes", "answer 2",
            ])
        #expect(run.text(of: "answers") == "2")
    }
}
