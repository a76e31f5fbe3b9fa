// What the tests of profiles are made of: tools, texts and a model that are told apart by their names.

import FoundationModels
import Synchronization

/// A tool that says its name.
struct NamedTool: Tool {
    let name: String
    let description = "Says its name."

    var parameters: GenerationSchema { String.generationSchema }

    func call(arguments: String) async throws -> String { name }
}

/// Another type of tool, which may have the same name.
struct OtherTool: Tool {
    let name: String
    let description = "Says its name backwards."

    var parameters: GenerationSchema { String.generationSchema }

    func call(arguments: String) async throws -> String { String(name.reversed()) }
}

/// A model that can't be asked, only named.
struct NamedModel: LanguageModel {
    struct Executor: LanguageModelExecutor {
        init(configuration: String) throws {}

        nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: NamedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {}
    }

    let name: String
    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
    var executorConfiguration: String { name }
}

/// What happened, in order.
final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    /// The lines so far; the log is empty after that.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

enum Mode: String, CaseIterable {
    case draft
    case review
    case idle
}

extension SessionPropertyValues {
    struct __Key_mode: SessionPropertyKey {
        static var defaultValue: Mode { .draft }
    }

    struct __Key_counter: SessionPropertyKey {
        static var defaultValue: Int { 0 }
    }

    var mode: Mode {
        get { self[__Key_mode.self] }
        set { self[__Key_mode.self] = newValue }
    }

    var counter: Int {
        get { self[__Key_counter.self] }
        set { self[__Key_counter.self] = newValue }
    }
}

extension ResolvedProfile {
    /// Instructions a line each, then the names of the tools in brackets.
    var summary: String {
        (instructions.map(\.text) + ["[\(tools.map(\.name).joined(separator: " "))]"]).joined(separator: " | ")
    }

    var modelName: String? { (model as? NamedModel)?.name }
}

/// The profile as it is, with values of its own.
func resolve(_ profile: sending some LanguageModelSession.DynamicProfile) -> ResolvedProfile {
    ProfileEvaluator(profile: profile).resolve(in: SessionPropertyValues())
}

func resolve(instructions: sending some DynamicInstructions) -> ResolvedProfile {
    ProfileEvaluator(dynamicInstructions: instructions).resolve(in: SessionPropertyValues())
}
