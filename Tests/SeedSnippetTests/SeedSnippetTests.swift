// Code as people publish it for Apple's framework compiles against this one: unchanged, or with the change that the table
// states. The documents lie outside the repository; where they are absent the tests are skipped.

import Testing

@Suite(
    "Published snippets", .enabled(if: SeedDocuments.arePresent, "the seed documents are not beside this repository"))
struct SeedSnippetTests {
    @Test("Each compiles as the table says", arguments: [5, 6])
    func compile(languageMode: Int) throws {
        let compiler = try SnippetCompiler()
        let wanted = seedSnippets.filter { snippet in
            guard case .compiles = snippet.outcome else { return false }
            return languageMode == 5 || snippet.languageMode == 6
        }
        #expect(wanted.count > 50)
        let found = try compiler.diagnostics(wanted, languageMode: languageMode)
        #expect(found == [:], "\(found)")
    }

    @Test("What must be refused is refused, at its type")
    func refusals() throws {
        let compiler = try SnippetCompiler()
        for snippet in seedSnippets {
            guard case .isRefused(let text) = snippet.outcome else { continue }
            let found = try compiler.diagnostics([snippet], languageMode: 6)
            #expect(found[snippet.number]?.contains(text) == true, "\(found)")
        }
    }
}
