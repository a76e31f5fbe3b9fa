// `@SessionPropertyEntry`: properties of sessions with their defaults.

import FoundationModels
import Testing

extension SessionPropertyValues {
    @SessionPropertyEntry var tone: String = "dry"
    @SessionPropertyEntry fileprivate var rounds = [1, 2].count
    @SessionPropertyEntry var note: String?
    @SessionPropertyEntry var `default`: [Int] = [1].map { $0 + 1 }
}

@Suite("Session property entries")
struct SessionPropertyEntryTests {
    @Test("A property has its default until it is set, in each session by itself")
    func defaults() {
        let (one, other) = (SessionPropertyValues(), SessionPropertyValues())
        #expect(one.tone == "dry" && one.rounds == 2 && one.note == nil && one.default == [2])
        one.tone += "!"
        one.rounds += 1
        one.note = "x"
        one.default.append(5)
        #expect(one.tone == "dry!" && one.rounds == 3 && one.note == "x" && one.default == [2, 5])
        #expect(other.tone == "dry" && other.rounds == 2 && other.note == nil && other.default == [2])
    }

    @Test("A property has a key path that can be written to")
    func keyPath() {
        let values = SessionPropertyValues()
        let path: ReferenceWritableKeyPath<SessionPropertyValues, String> = \.tone
        values[keyPath: path] = "warm"
        #expect(values.tone == "warm")
    }
}
