// The actions that a profile hangs on the events of a request, as values that a session can take to its task.

/// An action that gets what happened.
package struct ProfileHook<Payload>: @unchecked Sendable {
    // Unchecked: the closure came in as `sending`, so nothing but itself reaches what it captures, and the `HookQueue` of the
    // session that owns the profile lets hooks run one after another.
    private let action: nonisolated(nonsending) (Payload) async throws -> Void

    init(_ action: nonisolated(nonsending) sending @escaping (Payload) async throws -> Void) {
        self.action = action
    }

    nonisolated(nonsending) func run(_ payload: Payload) async throws {
        try await action(payload)
    }
}

/// An action for the moment at which a part of a profile becomes active or stops being so.
package struct LifecycleHook: @unchecked Sendable {
    // Unchecked: as `ProfileHook`.
    private let action: @isolated(any) () async -> Void
    /// The modifier that states the action: while the resolved profile goes through it, its part is active.
    private(set) var place = ProfileIdentity()

    init(_ action: sending @escaping @isolated(any) () async -> Void) {
        self.action = action
    }

    func placed(at place: ProfileIdentity) -> LifecycleHook {
        var hook = self
        hook.place = place
        return hook
    }

    nonisolated(nonsending) func run() async {
        await action()
    }
}

/// The actions of one profile, for each event in the order in which they run.
package struct ProfileHooks: Sendable {
    package var onPrompt: [ProfileHook<Transcript.Prompt>] = []
    package var onReasoning: [ProfileHook<Transcript.Reasoning>] = []
    package var onResponse: [ProfileHook<Transcript.Response>] = []
    package var onToolCall: [ProfileHook<Transcript.ToolCall>] = []
    package var onToolOutput: [ProfileHook<(Transcript.ToolCall, Transcript.ToolOutput)>] = []
    package var onActivate: [LifecycleHook] = []
    package var onDeactivate: [LifecycleHook] = []
}
