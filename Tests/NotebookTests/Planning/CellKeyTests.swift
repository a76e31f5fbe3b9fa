// The key of an answer: what changes it and which part is named, what doesn't, and one key that is written down.

import Testing

@testable import Notebook

@Suite struct CellKeyTests {
    private static let options = ResolvedOptions(sampling: .greedy, maximumResponseTokens: nil)
    private static let earlier = Conversation(instructions: "i").adding("p", "c", options)

    private static func key(
        model: String = "m", conversation: Conversation = earlier, prompt: String = "q",
        options: ResolvedOptions = options
    ) -> CellKey {
        CellKey(model: model, conversation: conversation, prompt: prompt, options: options)
    }

    static let changes: [(CellKey, KeyPart)] = [
        (key(model: "n"), .model),
        (key(conversation: Conversation(instructions: "j", turns: earlier.turns)), .instructions),
        (key(conversation: Conversation(instructions: nil, turns: earlier.turns)), .instructions),
        (key(conversation: Conversation(instructions: "i").adding("p", "d", options)), .history),
        (key(conversation: Conversation(instructions: "i").adding("pc", "", options)), .history),
        (key(conversation: Conversation(instructions: "i")), .history),
        (key(prompt: "q "), .prompt),
        (key(options: ResolvedOptions(sampling: .greedy, maximumResponseTokens: 1)), .options),
        (
            key(
                options: ResolvedOptions(
                    sampling: .random(temperature: 1, candidates: .all, seed: 1), maximumResponseTokens: nil)), .options
        ),
    ]

    @Test(arguments: changes)
    func aChangeOfOnePartChangesTheKeyAndIsNamed(key: CellKey, part: KeyPart) {
        #expect(key.text != Self.key().text)
        #expect(key.changes(since: Self.key().parts) == [part])
    }

    @Test func equalQuestionsHaveEqualKeys() {
        #expect(Self.key() == Self.key())
        #expect(Self.key().changes(since: Self.key().parts) == [])
    }

    @Test func optionsOfEarlierTurnsDoNotReachTheModelNorTheKey() {
        let other = ResolvedOptions(sampling: .greedy, maximumResponseTokens: 7)
        #expect(Self.key(conversation: Conversation(instructions: "i").adding("p", "c", other)) == Self.key())
    }

    @Test func theKeyIsTheSameOnEveryMachine() {
        #expect(Self.key().text == "0bd7474e41e5a3ab31348b43728570a4")
    }
}
