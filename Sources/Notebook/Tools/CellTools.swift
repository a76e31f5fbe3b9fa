// The tools of one cell while it is being answered: numbers the calls as the model makes them, and finds each its answer.

package import FoundationModels
internal import Synchronization

/// What tools may use, and may do.
package struct ToolEnvironment: Sendable {
    package enum Mode: String, Sendable, CaseIterable {
        /// What is on record; what is not, is asked.
        case recorded
        /// What is on record, and nothing else.
        case replay
        /// Everything is asked anew.
        case live
    }

    package var mode = Mode.recorded
    /// The variables of the process: programs get some of them, and the values of secrets.
    package var variables: [String: String] = [:]
    /// The surfaces that may start programs and ask the network, by `PlaygroundDocument.trustSurface`.
    package var isTrusted: @Sendable (_ surface: String, _ playground: String) -> Bool = { _, _ in false }

    package init() {}
}

/// The tools that one cell's model may call.
final class CellTools: Sendable {
    /// Turns with calls that a cell may have.
    static let turnLimit = 16

    private struct Counts {
        /// Calls of a case of a fixture so far, by tool and number of the case.
        var cases: [String: Int] = [:]
        /// Identical calls so far.
        var calls: [String: Int] = [:]
    }

    let document: PlaygroundDocument
    let environment: ToolEnvironment
    let scrubber: SecretScrubber
    private let visible: [VisibleTool]
    /// Calls on record that may be replayed: those of the cell itself first.
    private let recordings: [[RecordedCall]]
    private let counts = Mutex(Counts())
    private let answered = Mutex<[RecordedCall]>([])

    /// The calls that have an answer, in the order in which they got it.
    var answeredCalls: [RecordedCall] { answered.withLock { $0 } }

    init(
        of cell: PreparedCell, in document: PlaygroundDocument, records: OutputsFile, _ environment: ToolEnvironment
    ) {
        self.document = document
        self.environment = environment
        visible = cell.conversation.tools
        scrubber = SecretScrubber(names: document.secrets.map(\.value), variables: environment.variables)
        let isReplaying = environment.mode != .live && visible.contains(where: \.isExternal)
        let others = records.entries.filter { $0.id != cell.id }.map(\.entry.calls)
        recordings = isReplaying ? [records[cell.id]?.calls ?? []] + others : []
    }

    /// For a session, in the order of the cell.
    var sessionTools: [any Tool] { visible.map { NotebookTool(function: $0.function, tools: self) } }

    /// The surfaces of tools whose answers come from outside, by the names that models call.
    var surfaces: [String: String] {
        Dictionary(
            visible.filter(\.isExternal).map { ($0.function.name, String($0.surface.prefix(16))) },
            uniquingKeysWith: { first, _ in first })
    }

    /// A call with all that tells it from others like it.
    struct Call: Sendable {
        var function: String
        var arguments: JSONValue
        /// Among identical calls of the cell, from 0.
        var number: Int
        /// Of a fixture: the case that fits, and its calls so far.
        var fixture: (index: Int, number: Int)?
        var text: String { "\(function)(\(arguments.text(.spaced)))" }
    }

    /// Takes note of a call. To be called in the order of the model's calls.
    func number(_ function: String, _ arguments: JSONValue) -> Call {
        let key = function + "\u{0}" + arguments.text(.spaced)
        var fixture: FixtureTool?
        if case .fixture(let found)? = declaration(of: function)?.kind { fixture = found }
        let index = fixture?.index(for: arguments)
        return counts.withLock { counts in
            defer { counts.calls[key, default: 0] += 1 }
            let number = counts.calls[key] ?? 0
            guard let index else { return Call(function: function, arguments: arguments, number: number) }
            let caseKey = "\(function)\u{0}\(index)"
            defer { counts.cases[caseKey, default: 0] += 1 }
            return Call(
                function: function, arguments: arguments, number: number,
                fixture: (index, counts.cases[caseKey] ?? 0))
        }
    }

    /// What the model reads of a call.
    ///
    /// - Throws: `ToolFailure`, `CancellationError`.
    func answer(_ call: Call) async throws -> String {
        let output = try await output(of: call)
        answered.withLock {
            $0.append(
                RecordedCall(tool: call.function, arguments: call.arguments.text(.spaced), output: output))
        }
        return output
    }

    private func output(of call: Call) async throws -> String {
        guard let tool = declaration(of: call.function) else { throw ToolFailure.unknown(call.function) }
        switch tool.kind {
        case .builtin(let builtin): return try builtin.answer(call, tool)
        case .fixture(let fixture): return try fixture.answer(call)
        case .command, .http, .mcp: break
        }
        if let recorded = recording(of: call) { return recorded }
        guard environment.mode != .replay else { throw ToolFailure.noRecording(call.text) }
        guard let surface = document.trustSurface, environment.isTrusted(surface, document.path) else {
            throw ToolFailure.needsTrust(tool: tool.name.value, playground: document.path)
        }
        return try await ExternalCall(
            tool: tool, call: call, environment: environment, document: document, scrubber: scrubber
        ).run()
    }

    private func declaration(of function: String) -> ToolDeclaration? {
        guard let visible = visible.first(where: { $0.function.name == function }) else { return nil }
        return document.tools.first { $0.name.value == visible.declaration }
    }

    /// The recorded answer of the n-th identical call.
    private func recording(of call: Call) -> String? {
        let arguments = call.arguments.text(.spaced)
        let surface = surfaces[call.function]
        for calls in recordings {
            let same = calls.filter {
                $0.tool == call.function && $0.arguments == arguments && $0.surface == surface
            }
            if same.count > call.number { return same[call.number].output }
        }
        return nil
    }
}

extension PlaygroundDocument {
    /// The tools of a question that is not recorded, asked as a cell would ask it.
    package func sessionTools(
        for cell: PreparedCell, records: OutputsFile, _ environment: ToolEnvironment
    ) -> [any Tool] {
        CellTools(of: cell, in: self, records: records, environment).sessionTools
    }
}

/// A function of a playground as a tool of a session.
private struct NotebookTool: OrderedTool {
    var function: ToolFunction
    var tools: CellTools

    var name: String { function.name }
    var description: String { function.description }
    var parameters: GenerationSchema { function.parameters }

    func tool(for call: Transcript.ToolCall) -> any Tool {
        NumberedTool(tool: self, number: tools.number(name, call.arguments.json))
    }

    @concurrent func call(arguments: GeneratedContent) async throws -> String {
        try await tools.answer(tools.number(name, arguments.json))
    }
}

/// One call of a function.
private struct NumberedTool: Tool {
    var tool: NotebookTool
    var number: CellTools.Call

    var name: String { tool.name }
    var description: String { tool.description }
    var parameters: GenerationSchema { tool.parameters }

    @concurrent func call(arguments: GeneratedContent) async throws -> String {
        try await tool.tools.answer(number)
    }
}
