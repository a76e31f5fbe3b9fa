// What an mcp server said that it can do when it was approved: a tracked file beside the playground, so that a plan needs no
// server, and a server that says other things later is found out.

internal import FoundationModels
internal import Platform
internal import YAML

struct PinnedTools: Equatable {
    /// Bytes of the file at most.
    private static let byteLimit = 4 << 20

    let functions: [MCPFunction]

    init(_ functions: [MCPFunction]) { self.functions = functions }

    /// - Throws: where there is no file, or it is none of ours.
    init(at path: String) throws {
        let bytes = try FileSystem.read(path, limit: Self.byteLimit)
        guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
            case .array(let tools)? = json["tools"]
        else { throw FileProblem(reason: "it is no list of tools") }
        functions = tools.compactMap(MCPFunction.init)
        guard functions.count == tools.count else { throw FileProblem(reason: "it is no list of tools") }
    }

    var text: String {
        JSONValue.members(["tools": .array(functions.map(\.json))]).text(.indented) + "\n"
    }
}

extension PlaygroundPaths {
    /// Tracked: what an mcp server was found to offer.
    package func pinnedTools(_ tool: String) -> String { "\(base).tools/\(tool).json" }
}

extension DocumentParser {
    /// The functions of a server, as they are pinned; none where the server has not been asked yet.
    mutating func pinnedFunctions(_ name: Located<String>) -> [ToolFunction] {
        let playground = source.path
        let path = PlaygroundPaths(source: playground).pinnedTools(name.value)
        guard FileSystem.exists(path) else { return [] }
        let pinned: PinnedTools
        do {
            pinned = try PinnedTools(at: path)
        } catch {
            let reason = (error as? FileProblem)?.reason ?? (error as? PlatformError)?.reason ?? "\(error)"
            self.error(
                "pinned-tools",
                "can't read '\(path)': \(reason); remove it and run: playground trust \(playground)", at: name.location)
            return []
        }
        var found: [ToolFunction] = []
        for function in pinned.functions {
            do throws(GenerationSchema.StrictError) {
                let parameters = try GenerationSchema(strict: function.inputSchema)
                found.append(
                    ToolFunction(name: function.name, description: function.description, parameters: parameters))
            } catch {
                let problem = error.problems.first.map { "\($0.pointer): \($0.message)" } ?? "it can't be read"
                self.error(
                    "pinned-tools",
                    "the schema of the server's tool '\(function.name)' can't be enforced: \(problem)",
                    at: name.location)
            }
        }
        return found
    }
}
