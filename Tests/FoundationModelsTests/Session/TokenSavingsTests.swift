// What is saved, counted in tokens on real weights: a schema that is not shown again, and instructions whose unchanging part
// stands first.

import Foundation
import FoundationModels
import TestSupport
import Testing

private let savingsWeights = Locations.weights("SmolLM2-135M-Instruct.Q4_1.gguf")

@Generable(description: "A ship of the line")
private struct Ship {
    @Guide(description: "The name painted on the stern", .anyOf(["Dora", "Mary", "Star"])) var name: String
    @Guide(description: "Men and women on board", .range(1...99)) var crew: Int
    @Guide(description: "Whether she carries passengers") var carriesPassengers: Bool
}

/// Instructions of two parts, one of which changes from request to request.
private struct Watch: DynamicInstructions {
    var hour: String
    var staticFirst: Bool
    var manual: String

    var body: some DynamicInstructions {
        if staticFirst {
            Instructions { manual }
            Instructions { "It is \(hour)." }
        } else {
            Instructions { "It is \(hour)." }
            Instructions { manual }
        }
    }
}

private struct WatchProfile: LanguageModelSession.DynamicProfile {
    let model: LocalLanguageModel
    let hour: @Sendable () -> String
    let staticFirst: Bool
    let manual: String

    var body: some LanguageModelSession.DynamicProfile {
        LanguageModelSession.Profile { Watch(hour: hour(), staticFirst: staticFirst, manual: manual) }
            .model(model)
    }
}

@Suite(.serialized, .enabled(if: savingsWeights != nil, "the weights of SmolLM2 are not on this machine"))
struct TokenSavingsTests {
    private static let opened = Result { try LocalLanguageModel(contentsOf: #require(savingsWeights)) }
    private let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60)

    @Test func aSchemaThatIsNotShownCostsNoTokenOfThePrompt() async throws {
        var counts: [Int] = []
        for isShown in [true, false] {
            let session = LanguageModelSession(model: try Self.opened.get())
            let response = try await session.respond(
                to: "Invent a ship.", generating: Ship.self, includeSchemaInPrompt: isShown, options: options)
            // It is held to the schema all the same.
            #expect(["Dora", "Mary", "Star"].contains(response.content.name) && 1...99 ~= response.content.crew)
            counts.append(response.usage.input.totalTokenCount)
        }
        let text = Ship.generationSchema.debugDescription
        #expect(counts[0] - counts[1] > text.utf8.count / 8, "\(counts)")
    }

    @Test func anUnchangingPartThatStandsFirstStaysInTheCache() async throws {
        var cached: [Bool: Int] = [:]
        for staticFirst in [true, false] {
            // A manual of its own for each, so that one does not warm the other.
            let manual = (1...40).map { "Rule \($0) of book \(staticFirst): keep rope \($0) dry." }.joined(
                separator: " ")
            let hours = Hours()
            let profile = WatchProfile(
                model: try Self.opened.get(), hour: { hours.next() }, staticFirst: staticFirst, manual: manual)
            let session = LanguageModelSession(profile: profile)
            let brief = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 4)
            try await session.respond(to: "Ready?", options: brief)
            let usage = try await session.respond(to: "And now?", options: brief).usage
            cached[staticFirst] = usage.input.cachedTokenCount
            #expect(usage.input.totalTokenCount > 400)
        }
        #expect(try #require(cached[true]) > 400, "\(cached)")
        #expect(try #require(cached[false]) < 40, "\(cached)")
    }
}

/// Another hour at each look.
private final class Hours: @unchecked Sendable {
    // Sendable: looked at by one request at a time; the lock orders what tasks see.
    private let lock = NSLock()
    private var count = 0

    func next() -> String {
        lock.withLock {
            count += 1
            return "\(count) o'clock"
        }
    }
}
