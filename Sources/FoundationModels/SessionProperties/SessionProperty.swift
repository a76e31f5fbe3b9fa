// The property wrapper by which profiles, dynamic instructions and tools reach the values of the session that runs them.

extension LanguageModelSession {
    /// A property of the session that runs this code.
    ///
    /// ```swift
    /// struct SwitchMode: Tool {
    ///     @SessionProperty(\.mode) private var mode
    ///
    ///     func call(arguments: Arguments) async throws -> String {
    ///         mode = arguments.mode
    ///         return "Switched."
    ///     }
    /// }
    /// ```
    ///
    /// It works in the `body` of dynamic instructions and profiles, in their hooks, and in `Tool.call`, and there in the
    /// tasks made by `Task { }`, `async let` and task groups; the same tool in two sessions sees the values of each.
    /// Elsewhere, also in a detached task, there is no session: reading gives the default value, and what is set
    /// is dropped. Code outside of a session asks `session.properties`.
    ///
    /// Getting and setting are two steps: of two tools that add to one property at the same time, one may be lost.
    @propertyWrapper
    public struct SessionProperty<Value>: @unchecked Sendable {
        // Unchecked: key paths are never mutated. This one is rooted in a class that is `Sendable`; `Value` isn't stored.
        private let keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>

        public init(_ keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>) {
            self.keyPath = keyPath
        }

        public var wrappedValue: Value {
            get { values[keyPath: keyPath] }
            nonmutating set { values[keyPath: keyPath] = newValue }
        }

        private var values: SessionPropertyValues { SessionScope.current?.values ?? SessionPropertyValues() }
    }
}

extension Tool {
    public typealias SessionProperty = LanguageModelSession.SessionProperty
}
