// Which name is offered for a mistyped one, and when none is.

import Testing

@testable import Notebook

@Suite("Suggestion")
struct SuggestionTests {
    @Test(
        "counts insertions, deletions, replacements and swaps",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abd", 1), ("abc", "acb", 1), ("kitten", "sitting", 3),
            ("ca", "abc", 3), ("prompt", "promt", 1),
        ])
    func distance(left: String, right: String, distance: Int) {
        #expect(Suggestion.editDistance(left, right) == distance)
        #expect(Suggestion.editDistance(right, left) == distance)
    }

    @Test(
        "names the nearest candidate within a third of the letters",
        arguments: [
            ("citty", "city"), ("Prompt", "prompt"), ("instuctions", "instructions"), ("xy", nil), ("colour", nil),
            ("", nil), ("b", nil),
        ] as [(String, String?)])
    func nearest(name: String, candidate: String?) {
        let candidates = ["city", "prompt", "instructions", "a"]
        #expect(Suggestion.nearest(to: name, among: candidates) == candidate)
    }

    @Test("takes the first of equals, and nothing for a name of absurd length")
    func ties() {
        #expect(Suggestion.nearest(to: "cat", among: ["bat", "rat"]) == "bat")
        let long = String(repeating: "x", count: 101)
        #expect(Suggestion.nearest(to: long, among: [long]) == nil)
    }
}
