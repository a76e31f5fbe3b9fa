// The story of a request: a turn of the model, the tools that it called, and so on until it answers.

extension SessionRequest {
    /// Runs the request to its end.
    func run() async {
        do {
            var rounds = 0
            while true {
                let (turn, setup) = try await generateTurn()
                guard !turn.calls.isEmpty else {
                    if setup.isToolRequired {
                        throw ModelFailure.decodingFailure(
                            "a call of a tool was required, but the model answered without one "
                                + "[session.no-tool-call]")
                    }
                    return finish(turn, structure: try structure(of: turn))
                }
                rounds += 1
                guard rounds <= session.toolRoundLimit else {
                    throw LanguageModelSession.ToolCallLimitError(limit: session.toolRoundLimit)
                }
                try await callTools(of: turn, setup)
            }
        } catch {
            fail(ModelFailure.completing(error))
        }
    }

    /// Lets the model generate one turn.
    private func generateTurn() async throws -> (TurnContent, RequestSetup) {
        try Task.checkCancellation()
        let setup = session.setup(parameters)
        let request = setup.request(try session.state(of: self), parameters)
        try setup.check(request)
        try await setup.model.respond(to: request, streamingInto: makeChannel())
        try Task.checkCancellation()
        return (takeTurn(), setup)
    }

    /// Makes the calls of a turn. The calls are in the transcript while they run, their outputs when all have ended.
    private func callTools(of turn: TurnContent, _ setup: RequestSetup) async throws {
        let calls = try turn.calls.map { try $0.read() }
        settleTurn(try session.extend(self) { $0.append(turn, calls: calls, structure: nil) })
        let outputs = try await ToolRound(calls, tools: setup.tools).outputs()
        let entries = try session.extend(self) { transcript in
            for output in outputs { transcript.append(.toolOutput(output)) }
        }
        settleTurn(entries)
    }

    /// The response of a turn as content, where it was asked for by a schema.
    private func structure(of turn: TurnContent) throws -> Transcript.StructuredSegment? {
        guard let format = parameters.responseFormat else { return nil }
        let content = try StructuredText.content(
            of: turn.responseText, schemaName: format.name, validate: parameters.validate)
        return Transcript.StructuredSegment(id: "0", schemaName: format.name, content: content)
    }
}

extension TurnContent.Call {
    /// The call with its arguments read; no text at all stands for no arguments.
    /// - Throws: where the arguments are no JSON.
    fileprivate func read() throws -> Transcript.ToolCall {
        do {
            let value = arguments.isEmpty ? JSONValue.object([]) : try JSONValue(parsing: arguments)
            var call = Transcript.ToolCall(id: id, toolName: name, arguments: GeneratedContent(json: value))
            call.metadata = metadata
            return call
        } catch {
            throw ModelFailure.decodingFailure(
                "the arguments of the model's call of '\(name)' are no JSON: \(error) [session.tool-arguments]")
        }
    }
}
