// Tools for tests: one that answers, one that throws, one that waits for others, one that keeps count.

import FoundationModels
import Synchronization

/// Arguments with one text, `port`.
struct PortArguments: Generable, Equatable {
    var port: String

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            document: .members([
                "type": .string("object"), "title": .string("Arguments"),
                "properties": .members(["port": .members(["type": .string("string")])]),
                "required": .array([.string("port")]), "additionalProperties": .bool(false),
                "x-order": .array([.string("port")]),
            ]))
    }

    init(port: String) {
        self.port = port
    }

    init(_ content: GeneratedContent) throws {
        guard case .structure(let properties, _) = content.kind, case .string(let port) = properties["port"]?.kind
        else { throw MissingPort() }
        self.port = port
    }

    var generatedContent: GeneratedContent {
        GeneratedContent(kind: .structure(properties: ["port": GeneratedContent(port)], orderedKeys: ["port"]))
    }

    struct MissingPort: Error, Equatable {}
}

/// Tells tides.
struct TideTool: Tool {
    let name = "tide"
    let description = "High tide time for a port"
    var includesSchemaInInstructions = true

    func call(arguments: PortArguments) async throws -> String {
        "\(arguments.port) 05:12"
    }
}

/// Always throws.
struct BrokenTool: Tool {
    struct Broken: Error, Equatable {}

    let name = "broken"
    let description = "Breaks"

    func call(arguments: PortArguments) async throws -> String {
        throw Broken()
    }
}

/// Returns once as many calls as were planned run at the same time, the later ones first.
final class MeetingTool: Tool {
    private struct State: Sendable {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arguments: [String] = []
    }

    let name = "meet"
    let description = "Waits for the others"
    private let expected: Int
    private let state = Mutex(State())

    init(_ expected: Int) {
        self.expected = expected
    }

    func call(arguments: PortArguments) async throws -> String {
        await withCheckedContinuation { continuation in
            let all = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.waiting.append(continuation)
                state.arguments.append(arguments.port)
                return state.waiting.count == expected ? state.waiting.reversed() : []
            }
            for continuation in all { continuation.resume() }
        }
        return "met \(arguments.port)"
    }
}

/// Counts its calls, as an app's tool with a state does.
final class CountingTool: Tool {
    let name = "count"
    let description = "Counts"
    private let limit: Int
    private let calls = Mutex(0)

    struct LimitReached: Error, Equatable {}

    init(limit: Int = .max) {
        self.limit = limit
    }

    var callCount: Int { calls.withLock { $0 } }

    func call(arguments: GeneratedContent) async throws -> String {
        let count = calls.withLock { count in
            count += 1
            return count
        }
        guard count <= limit else { throw LimitReached() }
        return "\(count)"
    }

    var parameters: GenerationSchema { GenerationSchema(document: .members(["type": .string("object")])) }
}
