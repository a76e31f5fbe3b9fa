// A session's whole configuration as a value with a `body`: which instructions and tools, which model, which options.

extension LanguageModelSession {
    /// A configuration of a session that depends on the state of an app.
    ///
    /// A session evaluates the `body` before each request; it always comes to a single `Profile`. Modifiers set options for
    /// the profile inside them. Of three that set the same option, the argument of the request wins over the modifier
    /// nearest to the `Profile`, and that one over those further out; `nil` sets nothing.
    ///
    /// Switching the profile changes what the model reads first, and so costs everything that it had computed of the
    /// conversation: switch where the work itself turns, not at every request.
    ///
    /// ```swift
    /// struct Assistant: LanguageModelSession.DynamicProfile {
    ///     @SessionProperty(\.mode) private var mode
    ///
    ///     var body: some DynamicProfile {
    ///         switch mode {
    ///         case .draft: Profile { Instructions("Be bold.") }.temperature(0.9)
    ///         case .review: Profile { Instructions("Be strict."); FindRule() }.reasoningLevel(.deep)
    ///         }
    ///     }
    /// }
    /// ```
    public protocol DynamicProfile {
        associatedtype Body: DynamicProfile

        /// The profile that holds now. It is evaluated often and may run on any thread: let it read state and have no effects.
        @DynamicProfileBuilder var body: Body { get }
    }

    /// Instructions and tools, to be configured by modifiers.
    public struct Profile: DynamicProfile, PrimitiveProfile {
        public typealias Body = Never

        private let content: AnyDynamicInstructions

        /// The closure runs once, here; dynamic instructions that it names are evaluated before each request.
        public init(@DynamicInstructionsBuilder _ dynamicInstructions: () -> some DynamicInstructions) {
            content = AnyDynamicInstructions(erasing: dynamicInstructions())
        }

        public var body: Never { primitiveHasNoBody() }

        func resolve(_ resolution: inout ProfileResolution) {
            resolution.finish(with: content)
        }
    }
}

extension LanguageModelSession.DynamicProfile {
    public typealias Profile = LanguageModelSession.Profile
    public typealias DynamicProfile = LanguageModelSession.DynamicProfile
    public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension Never: LanguageModelSession.DynamicProfile {}

/// A profile that the framework reads by itself, not through a body.
protocol PrimitiveProfile: LanguageModelSession.DynamicProfile where Body == Never {
    func resolve(_ resolution: inout ProfileResolution)
}
