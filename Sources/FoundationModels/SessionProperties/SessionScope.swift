// Whose session the code under way belongs to. A task-local value, so that a profile, a hook and a tool find the values of
// the session that runs them, whatever other sessions run at the same time. Child tasks and `Task { }` inherit it; a
// detached task doesn't.

/// The session on whose behalf code runs.
package struct SessionScope: Sendable {
    /// Why the code runs.
    package enum Phase: Sendable {
        /// A `body` of dynamic instructions or of a profile is evaluated.
        case evaluation
        /// An action of `onPrompt` and its like runs.
        case hook
        /// A tool is called.
        case tool
    }

    package var values: SessionPropertyValues
    package var phase: Phase

    @TaskLocal package static var current: SessionScope?
}

extension SessionPropertyValues {
    /// Runs `operation` so that `@SessionProperty` reads and writes these values in it.
    package func withScope<Result>(_ phase: SessionScope.Phase, _ operation: () throws -> Result) rethrows -> Result {
        try SessionScope.$current.withValue(SessionScope(values: self, phase: phase), operation: operation)
    }

    /// Runs `operation` so that `@SessionProperty` reads and writes these values in it, and in the tasks that it makes.
    package nonisolated(nonsending) func withScope<Result>(
        _ phase: SessionScope.Phase, _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await SessionScope.$current.withValue(SessionScope(values: self, phase: phase)) {
            try await operation()
        }
    }
}
