// Wrong uses of the macros, given to the real compiler: each is refused, at its place in the author's file.

import Foundation
import Testing

@Suite("Rejected uses")
struct RejectedTests {
    private struct Report: Hashable, CustomStringConvertible {
        var line: Int
        var column: Int
        var message: String
        var description: String { "\(line):\(column): \(message)" }
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Rejected/Rejected.swift")

    /// What the comments of the file say of the lines below them.
    private func expected() throws -> [Report] {
        let lines = try String(contentsOf: Self.file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            guard let match = line.firstMatch(of: #/^ *//~ (\d+): (.+)$/#), let column = Int(match.1) else {
                return nil
            }
            return Report(line: index + 2, column: column, message: String(match.2))
        }
    }

    /// What the compiler says of the file itself, rather than of the text of an expansion.
    private func found(_ output: String) -> [Report] {
        output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix(Self.file.path),
                let match = line.dropFirst(Self.file.path.count).firstMatch(
                    of: #/^:(\d+):(\d+): (?:error|warning): (.+)$/#),
                let row = Int(match.1), let column = Int(match.2)
            else { return nil }
            // The compiler adds the macro's name.
            let message = String(match.3).components(separatedBy: " (from macro '")[0]
            return Report(line: row, column: column, message: message)
        }
    }

    @Test(
        "The compiler tells each wrong use at its line and column", .enabled(if: Compiler.isThere, "needs the compiler")
    )
    func rejected() throws {
        let outcome = try Compiler.check(Self.file, version: 6)
        let (expected, found) = (try expected(), found(outcome.output))
        #expect(outcome.status != 0)
        #expect(expected.count >= 20)
        #expect(expected.filter { !found.contains($0) } == [], "\(outcome.output)")
        // What else it says is about the same lines.
        let lines = Set(expected.map(\.line))
        #expect(found.filter { !lines.contains($0.line) } == [])
    }
}
