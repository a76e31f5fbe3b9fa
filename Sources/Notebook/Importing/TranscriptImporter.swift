// A conversation that an app has recorded: its prompts become cells that continue one another, its tools fixtures that answer as
// they did there. What the model answered stands in comments: answers are for the model of the playground to give.

internal import FoundationModels
internal import YAML

extension ImportedPlayground {
    init(transcript bytes: [UInt8], path: String) throws(ImportError) {
        let transcript: Transcript
        do {
            transcript = try Transcript(json: try ImportError.text(bytes, path: path))
        } catch let error as ImportError {
            throw error
        } catch {
            throw ImportError("\(path): error: this is no transcript: \(error) [import.transcript]")
        }
        var outputs: [String: String] = [:]
        for case .toolOutput(let output) in transcript { outputs[output.id] = output.segments.joinedText }
        for entry in transcript {
            switch entry {
            case .instructions(let instructions): add(instructions)
            case .prompt(let prompt): add(prompt)
            case .toolCalls(let calls): add(calls, outputs)
            case .response(let response): cells.indices.last.map { cells[$0].answer = response.segments.joinedText }
            case .reasoning: lose("what the model thought")
            case .data: lose("an entry of data")
            case .toolOutput: continue
            }
        }
        guard !cells.isEmpty else {
            throw ImportError("\(path): error: the transcript has no prompt [import.transcript]")
        }
        // A conversation has its tools from its beginning.
        if !tools.isEmpty { cells[0].tools = tools.map(\.name) }
    }

    private mutating func add(_ entry: Transcript.Instructions) {
        let text = entry.segments.joinedText
        if instructions == nil, cells.isEmpty {
            if !text.isEmpty { instructions = ForeignTemplate.escaped(text) }
        } else {
            lose("instructions in the midst of the conversation: '\(text.prefix(60))'")
        }
        for definition in entry.toolDefinitions where !tools.contains(where: { $0.name == definition.name }) {
            add(
                tool: Tool(
                    name: definition.name, description: definition.description,
                    parameters: definition.parameters.document))
        }
    }

    private mutating func add(_ entry: Transcript.Prompt) {
        for segment in entry.segments {
            switch segment {
            case .text, .structure: continue
            default: lose("an attachment of prompt \(cells.count + 1)")
            }
        }
        var cell = Cell(
            id: "turn-\(cells.count + 1)", prompt: ForeignTemplate.escaped(entry.segments.joinedText),
            continues: cells.last?.id)
        if let format = entry.responseFormat {
            cell.generating = add(schema: format.schema.document, named: format.name)
            if entry.contextOptions.includeSchemaInPrompt == false { cell.includesSchema = false }
        }
        if let temperature = entry.options.temperature {
            cell.options.append(.init("temperature", .number("\(temperature)")))
        }
        switch entry.options.samplingMode?.kind {
        case .greedy?: cell.options.append(.init("samplingMode", .word("greedy")))
        case .randomTopK(let count, let seed)?:
            cell.options.append(.init("samplingMode", .flow([.init("top", .integer(count))])))
            if let seed { cell.options.append(.init("seed", .number("\(seed)"))) }
        case .randomProbabilityThreshold(let threshold, let seed)?:
            cell.options.append(
                .init("samplingMode", .flow([.init("probabilityThreshold", .number("\(threshold)"))])))
            if let seed { cell.options.append(.init("seed", .number("\(seed)"))) }
        case nil: break
        }
        if let count = entry.options.maximumResponseTokens {
            cell.options.append(.init("maximumResponseTokens", .integer(count)))
        }
        if let mode = entry.options.toolCallingMode, !tools.isEmpty {
            cell.options.append(.init("toolCallingMode", .word(mode.kind.rawValue)))
        }
        cells.append(cell)
    }

    /// Calls are what tools answer, and what is expected.
    private mutating func add(_ calls: Transcript.ToolCalls, _ outputs: [String: String]) {
        guard let last = cells.indices.last else { return lose("calls of tools ahead of the first prompt") }
        for call in calls {
            guard let index = tools.firstIndex(where: { $0.name == call.toolName }) else {
                lose("a call of '\(call.toolName)', a tool that the transcript does not describe")
                continue
            }
            let arguments = call.arguments.json
            cells[last].calls.append((call.toolName, arguments))
            guard let output = outputs[call.id] else { continue }
            guard !tools[index].cases.contains(where: { $0.arguments == arguments }) else {
                if !tools[index].cases.contains(where: { $0.arguments == arguments && $0.output == .string(output) }) {
                    lose("another output of '\(call.toolName)' for the same arguments")
                }
                continue
            }
            tools[index].cases.append((arguments, .string(output)))
        }
    }
}
