// The events of a request as a session tells them to its profile. They may be told at the same time, by tools that run side by
// side: hooks wait for each other. What a hook throws ends the request.

extension ResolvedProfile {
    /// Tells parts of profiles that they became active or stopped being so. To be called for each request, before
    /// `willAnswer`, also where the profile is the same as before.
    /// - Parameter previous: the profile of the last request; nil at the first.
    package nonisolated(nonsending) func activate(after previous: ResolvedProfile?) async {
        let left = previous.map { Self.leaving($0.hooks.onDeactivate, for: hooks.onDeactivate) } ?? []
        let entered = Self.leaving(hooks.onActivate, for: previous?.hooks.onActivate ?? [])
        guard !left.isEmpty || !entered.isEmpty else { return }
        await values.hookQueue.withTurn {
            await values.withScope(.hook) {
                for hook in left + entered { await hook.run() }
            }
        }
    }

    /// The hooks at places that `others` don't have.
    private static func leaving(_ hooks: [LifecycleHook], for others: [LifecycleHook]) -> [LifecycleHook] {
        let places = Set(others.map(\.place))
        return hooks.filter { !places.contains($0.place) }
    }

    /// Tells of a prompt, before the model is asked.
    package nonisolated(nonsending) func willAnswer(_ prompt: Transcript.Prompt) async throws {
        try await run(hooks.onPrompt, prompt)
    }

    /// Tells of reasoning, when its entry is complete.
    package nonisolated(nonsending) func didReason(_ reasoning: Transcript.Reasoning) async throws {
        try await run(hooks.onReasoning, reasoning)
    }

    /// Tells of a response, when it is complete.
    package nonisolated(nonsending) func didRespond(_ response: Transcript.Response) async throws {
        try await run(hooks.onResponse, response)
    }

    /// Tells of a call, before the tool is called.
    package nonisolated(nonsending) func willCall(_ call: Transcript.ToolCall) async throws {
        try await run(hooks.onToolCall, call)
    }

    /// Tells of what a tool gave back.
    package nonisolated(nonsending) func didCall(
        _ call: Transcript.ToolCall, output: Transcript.ToolOutput
    ) async throws {
        try await run(hooks.onToolOutput, (call, output))
    }

    private nonisolated(nonsending) func run<Payload>(_ hooks: [ProfileHook<Payload>], _ payload: Payload) async throws
    {
        guard !hooks.isEmpty else { return }
        try await values.hookQueue.withTurn {
            try await values.withScope(.hook) {
                for hook in hooks { try await hook.run(payload) }
            }
        }
    }
}
