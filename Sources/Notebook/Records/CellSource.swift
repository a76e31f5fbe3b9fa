// The YAML of a cell to paste, for a question that was tried out.

internal import YAML

/// Cells as source text.
package enum CellSource {
    /// An entry of `cells:` that continues a cell, under an id that is not taken. Braces of the prompt stay braces.
    package static func text(after parent: String, prompt: String, existing: Set<String>) -> String {
        var number = 2
        while existing.contains("\(parent)-\(number)") { number += 1 }
        let literal = prompt.split(separator: "{{", omittingEmptySubsequences: false).joined(separator: "\\{{")
        let cell = YAMLEmitter.text(
            of: .block([
                .init("id", .word("\(parent)-\(number)")), .init("continues", .word(parent)),
                .init("prompt", .text(literal)),
            ]))
        let lines = cell.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.enumerated().map { index, line in
            line.isEmpty ? "\n" : (index == 0 ? "  - " : "    ") + line + "\n"
        }.joined()
    }
}
