// Differences: laws over random texts, small pictures, and structures by place.

import FoundationModels
import TestSupport
import Testing

@testable import Notebook

@Suite struct DifferenceTests {
    private func marked(_ found: String, _ wanted: String) -> String {
        guard case .words(let changes) = Difference.words(found, wanted) else { return "" }
        return changes.map { change in
            switch change.kind {
            case .same: change.text
            case .deleted: "[-\(change.text)-]"
            case .inserted: "{+\(change.text)+}"
            }
        }.joined()
    }

    @Test(
        "Words are compared, not letters",
        arguments: [
            ("the cat sat", "the dog sat", "the [-cat-]{+dog+} sat"),
            ("", "", ""),
            ("a b", "a b", "a b"),
            ("", "new", "{+new+}"),
            ("old", "", "[-old-]"),
            ("one, two", "one two", "one[-,-] two"),
            ("a\nb", "a\n\nb", "a\n{+\n+}b"),
            ("x y z", "z y x", "[-x-]{+z+} y [-z-]{+x+}"),
        ])
    func words(found: String, wanted: String, picture: String) {
        #expect(marked(found, wanted) == picture)
    }

    @Test func bothTextsCanBeReadOffADifference() {
        var random = SeededRandom(state: 7)
        let vocabulary = ["a", "b", "c d", " ", "\n", "é", ",", "日本"]
        for _ in 0..<2_000 {
            func text() -> String {
                (0..<Int.random(in: 0..<12, using: &random)).map { _ in vocabulary.randomElement(using: &random) ?? "" }
                    .joined()
            }
            let (found, wanted) = (text(), text())
            guard case .words(let changes) = Difference.words(found, wanted) else { return }
            #expect(changes.filter { $0.kind != .inserted }.map(\.text).joined() == found)
            #expect(changes.filter { $0.kind != .deleted }.map(\.text).joined() == wanted)
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.kind != $1.kind })
        }
    }

    @Test func longTextsCostNoTable() {
        let (found, wanted) = (String(repeating: "a ", count: 60_000), String(repeating: "b ", count: 60_000))
        guard case .words(let changes) = Difference.words("same " + found, "same " + wanted) else { return }
        #expect(changes.map(\.kind) == [.same, .deleted, .inserted, .same])
    }

    @Test func structuresDifferByPlace() throws {
        let found = try JSONValue(parsing: #"{"a": 1, "b": [1, {"c/d": "x"}, 3], "e": null, "n": 1.0}"#)
        let wanted = try JSONValue(parsing: #"{"n": 1, "b": [1, {"c/d": "y"}], "f": true, "a": "1"}"#)
        #expect(
            Difference.places(found, wanted)
                == .places([
                    .init(place: "/b/1/c~1d", found: "\"x\"", wanted: "\"y\""),
                    .init(place: "/b/2", found: "3", wanted: nil),
                    .init(place: "/f", found: nil, wanted: "true"),
                    .init(place: "/a", found: "1", wanted: "\"1\""),
                    .init(place: "/e", found: "null", wanted: nil),
                ]))
    }

    @Test(
        "Numbers are equal by value",
        arguments: [
            ("1", "1.0", true), ("1e2", "100", true), ("0.1", "0.10", true), ("1", "2", false),
            ("12345678901234567890", "12345678901234567891", false), ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true),
            ("{\"a\":1}", "{\"a\":1,\"b\":2}", false), ("[1,2]", "[2,1]", false), ("null", "false", false),
        ])
    func equality(one: String, two: String, isEqual: Bool) throws {
        #expect(try JSONValue(parsing: one).isEqual(to: JSONValue(parsing: two)) == isEqual)
        #expect(try JSONValue(parsing: two).isEqual(to: JSONValue(parsing: one)) == isEqual)
    }
}

/// SplitMix64.
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
