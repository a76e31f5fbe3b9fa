// A tool as a playground declares it: what the model sees of it, and where its answers come from.

package import FoundationModels

/// One entry of `tools:`.
package struct ToolDeclaration: Sendable, Equatable {
    package var name: Located<String>
    /// What the model is told and may call: one function, of an `mcp` server those that were listed.
    package var functions: [ToolFunction]
    package var kind: ToolKind
    /// JSON Pointers to values of an output that change from call to call.
    package var volatile: [String]
    /// SHA-256 over the definition and the bytes of the project's files that it names.
    package var surface: String
    /// Of the project's files that it names, those whose bytes count, by the path as written.
    package var files: [ToolFile]

    /// Whether what it says comes from outside: it may start programs or ask the network, and needs the user's trust.
    package var isExternal: Bool {
        switch kind {
        case .builtin, .fixture: false
        case .command, .http, .mcp: true
        }
    }
}

/// A function as a model sees it.
package struct ToolFunction: Sendable, Equatable {
    package var name: String
    package var description: String
    package var parameters: GenerationSchema
}

/// A file of the project that a tool stands on.
package struct ToolFile: Sendable, Equatable {
    /// As written.
    package var path: String
    /// Where it lies, links followed.
    var resolvedPath: String
    package var sha256: String
}

/// Where a tool's answers come from.
package enum ToolKind: Sendable, Equatable {
    case builtin(BuiltinTool)
    case fixture(FixtureTool)
    case command(CommandTool)
    case http(HTTPTool)
    case mcp(CommandTool)
}

/// A tool that this program brings along.
package enum BuiltinTool: Sendable, Equatable {
    /// Arithmetic.
    case calculator
    /// Always the same time.
    case clock(now: String)
    /// The text of the files named, by the path as written.
    case file
}

/// Answers from the file, the first case that fits.
package struct FixtureTool: Sendable, Equatable {
    package struct Case: Sendable, Equatable {
        /// Members that arguments must have; nil: any.
        package var when: JSONValue?
        package var answers: [Answer]
    }

    package struct Answer: Sendable, Equatable {
        /// What the model reads.
        package var text: String

        /// Text as it is, other values as JSON.
        static func value(_ value: JSONValue) -> Answer {
            if case .string(let text) = value { return Answer(text: text) }
            return Answer(text: value.text(.spaced))
        }

        /// What the model reads of a tool that did not do its work.
        static func error(_ message: JSONValue) -> Answer {
            Answer(text: JSONValue.members(["error": message]).text(.spaced))
        }
    }

    /// `otherwise` last, with no `when`.
    package var cases: [Case]
}

/// A program that is started for each call.
package struct CommandTool: Sendable, Equatable {
    /// Program and arguments, as written. Never read by a shell.
    package var argv: [String]
    /// Variables that the program gets beside `PATH`, `HOME`, `LANG` and `TMPDIR`.
    package var environment: [String]
    package var timeout: Duration
    /// Bytes of output that the model is shown at most.
    package var maxOutput: Int
}

/// A request to a fixed host.
package struct HTTPTool: Sendable, Equatable {
    package var method: String
    /// With `{name}` where an argument goes, in the path or the query.
    package var url: String
    /// In the order of the file, with `{{ NAME }}` for a secret.
    package var headers: [Header]
    package var timeout: Duration
    package var maxOutput: Int

    package struct Header: Sendable, Equatable {
        package var name: String
        package var value: String
    }
}

/// A tool that a cell's model may call.
package struct VisibleTool: Sendable, Equatable {
    /// The declaration's name.
    package var declaration: String
    package var function: ToolFunction
    /// Of the declaration.
    package var surface: String
    package var isExternal: Bool

    /// What enters a cell's key.
    var fields: [String] {
        [function.name, function.description, function.parameters.jsonSchemaText, surface]
    }

    package var definition: Transcript.ToolDefinition {
        Transcript.ToolDefinition(
            name: function.name, description: function.description, parameters: function.parameters)
    }
}

extension PlaygroundDocument {
    /// Gives every cell the names of the tools that it sees. Cost: linear, however long conversations are.
    ///
    /// - Precondition: no cell continues itself, directly or through others.
    mutating func inheritTools() {
        let profiles = Dictionary(
            self.profiles.map { ($0.name.value, $0.tools) }, uniquingKeysWith: { first, _ in first })
        func listed(_ cell: CellDeclaration) -> [Located<String>]? {
            cell.tools ?? cell.settings.profile.flatMap { profiles[$0.value] ?? nil }
        }
        guard cells.contains(where: { listed($0) != nil }) else { return }
        let places = Dictionary(cells.enumerated().map { ($1.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        var isKnown = Array(repeating: false, count: cells.count)
        for start in cells.indices {
            // Up to a cell that lists tools, or whose tools are known, or that continues nothing; then down again.
            var path: [Int] = []
            var names: [String] = []
            var next: Int? = start
            while let place = next {
                if isKnown[place] {
                    names = cells[place].toolNames
                    break
                }
                path.append(place)
                if let tools = listed(cells[place]) {
                    names = tools.map(\.value)
                    break
                }
                next = cells[place].continues.flatMap { places[$0.value] }
            }
            for place in path {
                cells[place].toolNames = names
                isKnown[place] = true
            }
        }
    }

    /// The functions that a cell's model may call, in the order of the cell's list.
    package func visibleTools(of cell: CellDeclaration) -> [VisibleTool] {
        cell.toolNames.compactMap { name in tools.first { $0.name.value == name } }.flatMap { tool in
            tool.functions.map {
                VisibleTool(
                    declaration: tool.name.value, function: $0, surface: tool.surface, isExternal: tool.isExternal)
            }
        }
    }

    /// A server among a cell's tools that has not been asked yet what it can do.
    package func unlistedServer(of cell: CellDeclaration) -> String? {
        cell.toolNames.first { name in
            tools.contains { $0.name.value == name && $0.functions.isEmpty }
        }
    }
}
