// What a user reads before approving the tools of a playground: exactly what would be started and asked.

internal import FoundationModels

extension PlaygroundDocument {
    /// The tools that need trust, for people: programs with their words, files with their hashes, addresses, variables.
    package var trustReview: String {
        tools.filter(\.isExternal).map { tool in
            var lines = ["\(tool.name.value) (\(tool.name.location.place))"]
            switch tool.kind {
            case .command(let program): lines += Self.lines(of: program, "runs for each call", secrets)
            case .mcp(let program):
                lines += Self.lines(of: program, "runs as an mcp server", secrets)
                lines.append(
                    tool.functions.isEmpty
                        ? "  tools    not listed yet"
                        : "  tools    " + tool.functions.map(\.name).joined(separator: ", "))
            case .http(let http):
                lines.append("  asks     \(http.method) \(http.url)")
                lines += http.headers.map { "  header   \($0.name): \($0.value)" }
            case .builtin, .fixture: break
            }
            lines += tool.files.map { "  file     \($0.path)  sha256 \($0.sha256.prefix(16))…" }
            return lines.map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    private static func lines(of program: CommandTool, _ verb: String, _ secrets: [Located<String>]) -> [String] {
        let words = program.argv.map { JSONValue.string($0).text(.compact) }.joined(separator: ", ")
        return ["  \(verb): [\(words)]"]
            + program.environment.map { name in
                "  variable \(name)" + (secrets.contains { $0.value == name } ? " (secret)" : "")
            }
    }
}
