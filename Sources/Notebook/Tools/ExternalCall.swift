// One call of a tool whose answer comes from outside: the files are looked at once more, the program runs on a thread of its
// own until its end or its deadline, and what it said becomes text for the model.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Dispatch
internal import FoundationModels
internal import Platform
internal import Synchronization

struct ExternalCall: Sendable {
    let tool: ToolDeclaration
    let call: CellTools.Call
    let environment: ToolEnvironment
    let document: PlaygroundDocument
    let scrubber: SecretScrubber

    private var toolName: String { tool.name.value }

    /// What the tool says, without secrets, its changing values replaced.
    ///
    /// - Throws: `ToolFailure`, `CancellationError`.
    func run() async throws -> String {
        for file in tool.files { _ = try ToolFiles.bytes(of: file, tool: tool) }
        let output: String = try await onThread { isCancelled throws -> String in
            switch tool.kind {
            case .command(let command): return try self.output(of: command, isCancelled: isCancelled)
            case .http(let http): return try self.output(of: http, isCancelled: isCancelled)
            case .mcp(let server): return try self.serverOutput(server, isCancelled: isCancelled)
            case .builtin, .fixture: throw ToolFailure.unknown(toolName)
            }
        }
        // Also here, since what was cut or put into an object above may spell a secret in another way.
        return VolatileValues(pointers: tool.volatile).replaced(in: scrubber.scrubbed(output))
    }

    private func output(of command: CommandTool, isCancelled: () -> Bool) throws -> String {
        let program = try started(command)
        program.write(Array((call.arguments.text(.spaced) + "\n").utf8), closing: true)
        var finished = FinishedProgram(maxOutput: command.maxOutput)
        try finished.take(all: program, until: .now + command.timeout, isCancelled: isCancelled) {
            ToolFailure.deadline(tool: toolName, limit: command.timeout)
        }
        return finished.text
    }

    /// A program with the variables and the folder of a tool.
    func started(_ command: CommandTool) throws(ToolFailure) -> SupervisedProcess {
        let folder = ToolFolder(playground: document.path)
        let path: String
        if command.argv[0].contains("/") {
            // Of a file of the project the bytes were approved; it is started where it lies.
            path = tool.files.first { $0.path == command.argv[0] }?.resolvedPath ?? folder.path(command.argv[0])
        } else if let found = ProgramSearch(environment.variables).path(of: command.argv[0]) {
            path = found
        } else {
            throw .noProgram(tool: toolName, program: command.argv[0])
        }
        let variables = try variables(named: command.environment)
        do throws(PlatformError) {
            return try SupervisedProcess(path, command.argv, environment: variables, folder: folder.path)
        } catch {
            throw .notStarted(tool: toolName, reason: error.reason)
        }
    }

    /// What every program gets, and what it is to get by name.
    func variables(named names: [String]) throws(ToolFailure) -> [String: String] {
        var variables: [String: String] = [:]
        for name in ["PATH", "HOME", "LANG", "TMPDIR"] { variables[name] = environment.variables[name] }
        for name in names {
            variables[name] =
                document.secrets.contains { $0.value == name } ? try secret(name) : environment.variables[name]
        }
        return variables
    }

    func secret(_ name: String) throws(ToolFailure) -> String {
        guard let value = environment.variables[name], !value.isEmpty else { throw .noSecret(name) }
        guard value.utf8.count >= SecretScrubber.shortest else { throw .shortSecret(name) }
        return value
    }
}

/// A program that has run to its end.
struct FinishedProgram {
    private var output: CollectedOutput
    private var errors: CollectedOutput
    private(set) var end = SupervisedProcess.End.killed

    init(maxOutput: Int) {
        output = CollectedOutput(OutputShape(maxOutput: maxOutput))
        errors = CollectedOutput(OutputShape(maxOutput: min(maxOutput, 4096)))
    }

    /// Reads everything until the end.
    ///
    /// - Throws: `overtime()` at the deadline, `CancellationError`; nothing is left of the program then.
    mutating func take(
        all program: SupervisedProcess, until deadline: ContinuousClock.Instant, isCancelled: () -> Bool,
        overtime: () -> ToolFailure
    ) throws {
        while true {
            switch program.next(before: deadline, isCancelled: isCancelled) {
            case .output(let piece): output.append(piece[...])
            case .errors(let piece): errors.append(piece[...])
            case .inputClosed: break
            case .ended(let end):
                self.end = end
                program.kill()
                return
            case .timedOut:
                program.kill()
                if isCancelled() { throw CancellationError() }
                throw overtime()
            }
        }
    }

    /// Output and, where the program failed, how and with which complaint.
    var text: String {
        let failure: String? =
            switch end {
            case .exit(0): nil
            case .exit(let status): "exit status \(status)"
            case .signal(let number): "ended by signal \(number)"
            case .killed: "killed"
            }
        guard let failure else { return output.text }
        var text = output.byteCount > 0 ? output.text : ""
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        if errors.byteCount > 0 {
            text += errors.text
            if !text.hasSuffix("\n") { text += "\n" }
        }
        return text + "[\(failure)]"
    }

    /// What it said, whatever its end.
    var outputText: String { output.text }
    var complaint: String { errors.byteCount > 0 ? errors.text : "" }
}

/// Where a playground's tools work: its own folder, links followed.
struct ToolFolder {
    let path: String

    init(playground: String) {
        path = URL(filePath: playground).resolvingSymlinksInPath().deletingLastPathComponent().path
    }

    func path(_ word: String) -> String { word.hasPrefix("/") ? word : "\(path)/\(word)" }
}

/// Programs by name, along `PATH`.
struct ProgramSearch {
    private let folders: [String]

    init(_ variables: [String: String]) {
        // Relative parts would find programs of the folder that this process happens to work in.
        folders = (variables["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    func path(of name: String) -> String? {
        folders.lazy.map { "\($0)/\(name)" }.first { path in
            !FileSystem.isFolder(path) && FileManager.default.isExecutableFile(atPath: path)
        }
    }
}

/// Runs blocking work on a thread of its own; `isCancelled` tells it that its task was ended.
func onThread<Result: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Result
) async throws -> Result {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "prompt-notebook.tool").async {
                continuation.resume(with: Swift.Result { try work { flag.isSet } })
            }
        }
    } onCancel: {
        flag.set()
    }
}

private final class CancellationFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
