// Makes one profile of the statements of a `body`. Several beside each other don't compile: one is active at a time.

extension LanguageModelSession {
    /// Builds a profile from one profile, or from the branches of `if`, `else` and `switch`.
    @resultBuilder
    public struct DynamicProfileBuilder {
        public static func buildBlock<Content: DynamicProfile>(_ content: Content) -> Content {
            content
        }

        @available(
            *, unavailable,
            message:
                "The body of a 'DynamicProfile' must evaluate to a single active profile; use 'if … else' or 'switch'."
        )
        public static func buildBlock<each Content: DynamicProfile>(
            _ contents: repeat each Content
        ) -> AnyDynamicProfile {
            AnyDynamicProfile(Profile {})
        }

        public static func buildEither<TrueContent: DynamicProfile, FalseContent: DynamicProfile>(
            first content: TrueContent
        ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
            ConditionalDynamicProfile(branch: .trueContent(content))
        }

        public static func buildEither<TrueContent: DynamicProfile, FalseContent: DynamicProfile>(
            second content: FalseContent
        ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
            ConditionalDynamicProfile(branch: .falseContent(content))
        }

        @available(*, unavailable, message: "A 'DynamicProfile' always has an active profile; add an 'else' branch.")
        public static func buildOptional(_ content: (any DynamicProfile)?) -> AnyDynamicProfile {
            AnyDynamicProfile(Profile {})
        }

        public static func buildLimitedAvailability(_ content: some DynamicProfile) -> AnyDynamicProfile {
            AnyDynamicProfile(content)
        }
    }
}
