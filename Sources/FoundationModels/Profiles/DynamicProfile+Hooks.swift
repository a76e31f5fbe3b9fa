// The modifiers that run code when something happens in a request. Of several for one event the one nearest to the `Profile`
// runs first; those of one session never run at the same time, also where its tools do. They inherit the actor of the code that states them, and may
// read and write session properties, the history included. What they throw ends the request and reaches its caller.

extension LanguageModelSession.DynamicProfile {
    /// Runs `action` before the model answers a prompt.
    public func onPrompt(
        @_inheritActorContext perform action:
            nonisolated(nonsending) sending @escaping (Transcript.Prompt) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook(action)
        return setting { $0.profile.hooks.onPrompt.append(hook) }
    }

    /// Runs `action` before the model answers a prompt.
    public func onPrompt(
        @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook<Transcript.Prompt> { _ in try await action() }
        return setting { $0.profile.hooks.onPrompt.append(hook) }
    }

    /// Runs `action` after the model has answered.
    public func onResponse(
        @_inheritActorContext perform action:
            nonisolated(nonsending) sending @escaping (Transcript.Response) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook(action)
        return setting { $0.profile.hooks.onResponse.append(hook) }
    }

    /// Runs `action` after the model has answered.
    public func onResponse(
        @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook<Transcript.Response> { _ in try await action() }
        return setting { $0.profile.hooks.onResponse.append(hook) }
    }

    /// Runs `action` before a tool is called, once for each call.
    public func onToolCall(
        @_inheritActorContext perform action:
            nonisolated(nonsending) sending @escaping (Transcript.ToolCall) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook(action)
        return setting { $0.profile.hooks.onToolCall.append(hook) }
    }

    /// Runs `action` before a tool is called, once for each call.
    public func onToolCall(
        @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook<Transcript.ToolCall> { _ in try await action() }
        return setting { $0.profile.hooks.onToolCall.append(hook) }
    }

    /// Runs `action` after a tool gave its output, once for each call.
    public func onToolOutput(
        @_inheritActorContext perform action:
            nonisolated(nonsending) sending @escaping (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook<(Transcript.ToolCall, Transcript.ToolOutput)> { try await action($0.0, $0.1) }
        return setting { $0.profile.hooks.onToolOutput.append(hook) }
    }

    /// Runs `action` after a tool gave its output, once for each call.
    public func onToolOutput(
        @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook<(Transcript.ToolCall, Transcript.ToolOutput)> { _ in try await action() }
        return setting { $0.profile.hooks.onToolOutput.append(hook) }
    }

    /// Runs `action` after the model has reasoned.
    public func onReasoning(
        @_inheritActorContext perform action:
            nonisolated(nonsending) sending @escaping (Transcript.Reasoning) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook(action)
        return setting { $0.profile.hooks.onReasoning.append(hook) }
    }

    /// Runs `action` after the model has reasoned.
    public func onReasoning(
        @_inheritActorContext perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = ProfileHook<Transcript.Reasoning> { _ in try await action() }
        return setting { $0.profile.hooks.onReasoning.append(hook) }
    }

    /// Runs `action` when this profile is part of the session's profile for the first time, or again after it was not.
    ///
    /// It runs before the request that the profile is active for. What is active is told by the branches that bodies take:
    /// new values of options and texts make no other profile.
    public func onActivate(
        @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = LifecycleHook(action)
        return setting { $0.profile.hooks.onActivate.append(hook.placed(at: $0.place)) }
    }

    /// Runs `action` when this profile is no longer part of the session's profile, before the one that took its place is
    /// told that it is active.
    ///
    /// It does not run at the end of a session.
    public func onDeactivate(
        @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let hook = LifecycleHook(action)
        return setting { $0.profile.hooks.onDeactivate.append(hook.placed(at: $0.place)) }
    }
}
