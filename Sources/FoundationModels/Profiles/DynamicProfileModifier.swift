// Modifiers that authors write: profiles made of other profiles.

extension LanguageModelSession {
    /// Something to apply to profiles, made of other modifiers.
    ///
    /// ```swift
    /// struct Careful: LanguageModelSession.DynamicProfileModifier {
    ///     func body(content: Content) -> some LanguageModelSession.DynamicProfile {
    ///         content.temperature(0).reasoningLevel(.deep)
    ///     }
    /// }
    /// ```
    public protocol DynamicProfileModifier {
        associatedtype Body: DynamicProfile
        typealias Content = DynamicProfileModifierContent<Self>

        /// The profile modified. It is evaluated as often as a profile's body.
        @DynamicProfileBuilder func body(content: Content) -> Body
    }

    /// The profile that a modifier is applied to.
    public struct DynamicProfileModifierContent<Modifier: DynamicProfileModifier>: DynamicProfile, PrimitiveProfile {
        public typealias Body = Never

        let content: any DynamicProfile

        public var body: Never { primitiveHasNoBody() }

        func resolve(_ resolution: inout ProfileResolution) {
            resolution.add(content)
        }
    }
}

extension LanguageModelSession.DynamicProfileModifier {
    public typealias Profile = LanguageModelSession.Profile
    public typealias DynamicProfile = LanguageModelSession.DynamicProfile
    public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension LanguageModelSession.DynamicProfile {
    /// This profile with a modifier applied.
    public func modifier<Modifier: LanguageModelSession.DynamicProfileModifier>(
        _ modifier: Modifier
    ) -> LanguageModelSession.ModifiedDynamicProfile<Self, Modifier> {
        LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
    }
}

/// The modifiers of the framework: each changes what has been resolved of the profile inside it.
struct ProfileSetting: LanguageModelSession.DynamicProfileModifier {
    let apply: (inout ProfileResolution) -> Void

    func body(content: Content) -> some LanguageModelSession.DynamicProfile {
        content
    }
}

extension LanguageModelSession.DynamicProfile {
    /// Sets something where the profile inside has not.
    func setting(
        _ apply: @escaping (inout ProfileResolution) -> Void
    ) -> LanguageModelSession.ModifiedDynamicProfile<Self, ProfileSetting> {
        modifier(ProfileSetting(apply: apply))
    }
}
