// Options with nothing left open: what is greedy, what is drawn, and where a seed comes from.

import Testing

@testable import Notebook

@Suite struct ResolvedOptionsTests {
    private func fields(_ options: String, id: String = "a") throws -> String {
        let source = "playground: 1\ncells:\n  - {id: \(id), prompt: x, options: {\(options)}}\n"
        let file = PlaygroundFile.parse(Array(source.utf8), path: "x.playground.yaml")
        let cell = try #require(file.document?.cells.first, "\(file.renderedDiagnostics)")
        let resolved = ResolvedOptions(cell.options, cell: id)
        #expect(
            ResolvedOptions(fields: Dictionary(uniqueKeysWithValues: resolved.fields.map { ($0.name, $0.value) }))
                == resolved)
        return resolved.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    @Test(arguments: [
        ("", "sampling=greedy"),
        ("maximumResponseTokens: 5", "sampling=greedy maximumResponseTokens=5"),
        ("temperature: 0", "sampling=greedy"),
        ("samplingMode: greedy, temperature: 2", "sampling=greedy"),
        ("temperature: 0.7, seed: 3", "sampling=random temperature=0.7 seed=3"),
        ("samplingMode: {top: 40}, seed: 3", "sampling=random temperature=1.0 top=40 seed=3"),
        (
            "samplingMode: {probabilityThreshold: 0.9}, temperature: 2, seed: 18446744073709551615",
            "sampling=random temperature=2.0 probabilityThreshold=0.9 seed=18446744073709551615"
        ),
    ])
    func nothingStaysOpen(options: String, expected: String) throws {
        #expect(try fields(options) == expected)
    }

    @Test func anUnsetSeedComesFromTheCell() throws {
        let first = try fields("temperature: 1")
        #expect(first == "sampling=random temperature=1.0 seed=7414261383461728")
        #expect(try fields("temperature: 1", id: "b") != first)
    }
}
