// Turns in shared pieces are the same turns, in the same order, with the same hash.

import Platform
import Testing

@testable import Notebook

@Suite struct TurnsTests {
    private func turn(_ number: Int) -> Conversation.Turn {
        Conversation.Turn(
            prompt: "p\(number)", content: "c\(number)",
            options: ResolvedOptions(sampling: .greedy, maximumResponseTokens: number))
    }

    @Test(arguments: [0, 1, 63, 64, 65, 128, 200])
    func areWhatWasAdded(count: Int) {
        let all = (0..<count).map(turn)
        let turns = Turns(all)
        #expect(Array(turns) == all)
        #expect(turns.count == count)
        #expect(turns.last == all.last)
        #expect(turns == Turns(all))
        var longer = turns
        longer.append(turn(count))
        #expect(Array(longer) == all + [turn(count)])
        #expect(turns.count == count)
        #expect(turns != longer)
    }

    @Test func theHashIsThatOfAllTextsWithTheirLengths() {
        #expect(Turns([turn(0), turn(1)]).digest == SHA256.hash("2:p02:c02:p12:c1"))
        #expect(Turns().digest == SHA256.hash(""))
    }
}
