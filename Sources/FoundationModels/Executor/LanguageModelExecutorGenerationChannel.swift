// The way of a turn's events from an executor to the session.

/// Carries the events of one turn.
public struct LanguageModelExecutorGenerationChannel: Sendable {
    public init() {}
}
