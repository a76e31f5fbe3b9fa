// Two profiles of one session, switched by a property of the session, and the hooks that hear of it.
//
//     swift run -c release sample-profiles

import FoundationModels

/// Who answers.
enum Desk: Sendable {
    case tickets
    case lostProperty
}

extension SessionPropertyValues {
    @SessionPropertyEntry var desk: Desk = .tickets
    @SessionPropertyEntry var answerCount: Int = 0
}

struct StationDesk: LanguageModelSession.DynamicProfile {
    @SessionProperty(\.desk) private var desk

    var body: some DynamicProfile {
        switch desk {
        case .tickets:
            Profile { Instructions("You sell train tickets. Answer in one short sentence.") }
                .maximumResponseTokens(24)
                .onActivate { print("hook: tickets is active") }
                .onDeactivate { print("hook: tickets is not active") }
                .modifier(Counted())
        case .lostProperty:
            Profile { Instructions("You look after lost property. Ask what the thing looks like.") }
                .maximumResponseTokens(32)
                .historyTransform { $0.suffix(1) }
                .onActivate { print("hook: lost property is active") }
                .modifier(Counted())
        }
    }
}

/// Counts the answers of whatever profile it is applied to.
struct Counted: LanguageModelSession.DynamicProfileModifier {
    @SessionProperty(\.answerCount) private var answerCount

    func body(content: Content) -> some DynamicProfile {
        content
            .samplingMode(.greedy)
            .onPrompt { print("hook: a prompt comes") }
            .onResponse {
                answerCount += 1
                print("hook: answer", answerCount)
            }
    }
}

@main
struct SwitchingProfiles {
    static func main() async throws {
        guard SystemLanguageModel.default.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        let session = LanguageModelSession(profile: StationDesk())
        let first = try await session.respond(to: "When does the night train to Vienna leave?")
        print("tickets:", first.content)

        session.properties.desk = .lostProperty
        let second = try await session.respond(to: "I left my umbrella on it.")
        print("lost property:", second.content)

        print("answers:", session.properties.answerCount)
        precondition(session.properties.answerCount == 2 && session.transcript.history.count == 4)
    }
}
