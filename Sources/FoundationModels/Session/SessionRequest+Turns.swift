// The story of a request: a turn of the model, the tools that it called, and so on until it answers.

extension SessionRequest {
    /// Runs the request to its end.
    func run() async {
        do {
            var setup = try await setUp()
            if try await tellOfPrompt(setup) { setup = try await setUp() }
            var rounds = 0
            while true {
                let turn = try await generateTurn(setup)
                guard !turn.calls.isEmpty else {
                    return try await finish(turn, setup)
                }
                rounds += 1
                guard rounds <= session.toolRoundLimit else {
                    throw LanguageModelSession.ToolCallLimitError(limit: session.toolRoundLimit)
                }
                try await callTools(of: turn, setup)
                setup = try await setUp()
                if let mode = parameters.toolCallingModeAfterCalls { setup.options.toolCallingMode = mode }
            }
        } catch {
            fail(ModelFailure.completing(error))
        }
    }

    /// The error of a model: one that refused can be asked for its reasons.
    private func explained(_ error: any Error, by model: SessionModel) -> any Error {
        guard case .refusal(let refusal)? = error as? LanguageModelError, refusal.reasons.explain == nil
        else { return error }
        let transcript = Transcript(entries: refusal.reasons.transcriptEntries)
        var reasons = refusal.reasons
        reasons.explain = {
            LanguageModelSession(model: model, transcript: transcript).streamResponse(to: RefusalReasons.question)
        }
        return ModelFailure(
            LanguageModelError.refusal(
                .init(reasons, debugDescription: refusal.debugDescription, metadata: refusal.metadata)),
            LanguageModelSession.GenerationError.refusal(
                .init(reasons), .init(debugDescription: refusal.debugDescription)))
    }

    /// What the next turn runs with: a profile is evaluated anew, since what happened may have changed it.
    private func setUp() async throws -> RequestSetup {
        try Task.checkCancellation()
        let profile = session.profile?.resolve(in: session.properties)
        if let profile {
            let previous = try session.extend(self) { state in
                defer { state.take(profile) }
                return state.profile
            }
            await profile.activate(after: previous)
        }
        return session.setup(parameters, profile)
    }

    /// Tells the profile's hooks of the prompt.
    /// - Returns: whether there are any, which may have changed what the profile comes to.
    private func tellOfPrompt(_ setup: RequestSetup) async throws -> Bool {
        guard let profile = setup.profile, !profile.hooks.onPrompt.isEmpty else { return false }
        if case .prompt(let prompt) = try session.state(of: self).entries.first {
            try await profile.willAnswer(prompt)
        }
        return true
    }

    /// Lets the model generate one turn.
    private func generateTurn(_ setup: RequestSetup) async throws -> TurnContent {
        let request = setup.request(try session.state(of: self).transcript, parameters)
        try setup.check(request)
        do {
            try await setup.model.respond(to: request, streamingInto: makeChannel())
        } catch {
            throw explained(error, by: setup.model)
        }
        try Task.checkCancellation()
        return takeTurn()
    }

    /// Makes the calls of a turn. The calls are in the transcript while they run, their outputs when all have ended.
    private func callTools(of turn: TurnContent, _ setup: RequestSetup) async throws {
        let calls = try turn.calls.map { try $0.read() }
        let round = try ToolRound(calls, setup, properties: session.properties)
        try await add(turn, calls: calls, structure: nil, setup)
        let outputs = try await round.outputs()
        try session.extend(self) { state in
            for output in outputs { state.transcript.append(.toolOutput(output)) }
            settleTurn(state.entries)
        }
    }

    /// Ends the request with the response of a turn.
    private func finish(_ turn: TurnContent, _ setup: RequestSetup) async throws {
        if setup.isToolRequired {
            throw ModelFailure.decodingFailure(
                "a call of a tool was required, but the model answered without one [session.no-tool-call]")
        }
        let structure = try structure(of: turn)
        let progress = progress
        let entries = try await add(turn, calls: [], structure: structure, setup)
        if let profile = setup.profile {
            for case .response(let response) in entries { try await profile.didRespond(response) }
        }
        finish(progress, turn.origin, structure)
    }

    /// Adds what a turn said to the transcript, and tells the profile's hooks of reasoning in it.
    /// - Returns: the entries of the turn.
    @discardableResult
    private func add(
        _ turn: TurnContent, calls: [Transcript.ToolCall], structure: Transcript.StructuredSegment?,
        _ setup: RequestSetup
    ) async throws -> ArraySlice<Transcript.Entry> {
        let new = try session.extend(self) { state in
            let count = state.transcript.count
            state.transcript.append(turn, calls: calls, structure: structure)
            settleTurn(state.entries)
            return state.transcript.storage[count...]
        }
        if let profile = setup.profile {
            for case .reasoning(let reasoning) in new { try await profile.didReason(reasoning) }
        }
        return new
    }

    /// The response of a turn as content, where it was asked for by a schema.
    private func structure(of turn: TurnContent) throws -> Transcript.StructuredSegment? {
        guard let format = parameters.responseFormat else { return nil }
        let content = try StructuredText.content(
            of: turn.responseText, format, validate: parameters.validate)
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
