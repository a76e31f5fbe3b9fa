// The types that builders and modifiers make of profiles.

extension LanguageModelSession {
    /// One of two profiles.
    public struct ConditionalDynamicProfile<TrueContent: DynamicProfile, FalseContent: DynamicProfile>:
        DynamicProfile, PrimitiveProfile
    {
        public typealias Body = Never

        enum Branch {
            case trueContent(TrueContent)
            case falseContent(FalseContent)
        }

        let branch: Branch

        public var body: Never { primitiveHasNoBody() }

        func resolve(_ resolution: inout ProfileResolution) {
            switch branch {
            case .trueContent(let content): resolution.enter(.firstBranch) { $0.add(content) }
            case .falseContent(let content): resolution.enter(.secondBranch) { $0.add(content) }
            }
        }
    }

    /// A profile of a type that isn't known.
    public struct AnyDynamicProfile: DynamicProfile, PrimitiveProfile {
        public typealias Body = Never

        private let content: any DynamicProfile

        public init(_ dynamicProfile: any DynamicProfile) {
            content = dynamicProfile
        }

        public var body: Never { primitiveHasNoBody() }

        func resolve(_ resolution: inout ProfileResolution) {
            resolution.enter(.erased(ObjectIdentifier(type(of: content)))) { $0.add(content) }
        }
    }

    /// A profile with a modifier applied to it.
    public struct ModifiedDynamicProfile<Content: DynamicProfile, Modifier: DynamicProfileModifier>:
        DynamicProfile, PrimitiveProfile
    {
        public typealias Body = Never

        let content: Content
        let modifier: Modifier

        public var body: Never { primitiveHasNoBody() }

        func resolve(_ resolution: inout ProfileResolution) {
            resolution.enter(.modifier(ObjectIdentifier(Modifier.self))) { resolution in
                if let setting = modifier as? ProfileSetting {
                    resolution.add(content)
                    setting.apply(&resolution)
                } else {
                    resolution.add(modifier.body(content: DynamicProfileModifierContent(content: content)))
                }
            }
        }
    }
}
