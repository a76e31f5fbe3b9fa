// The walk through a dynamic profile from its root to the one `Profile` that is active.

/// What is known of a profile while it is evaluated. A modifier is applied after what is inside it, so that the inner one
/// is first: it has set its option already, and its actions stand before those of the outer one.
struct ProfileResolution {
    var profile: ResolvedProfile
    private(set) var place = ProfileIdentity()

    init(values: SessionPropertyValues) {
        profile = ResolvedProfile(values: values)
    }

    /// Evaluates a profile.
    mutating func add<Content: LanguageModelSession.DynamicProfile>(_ content: Content) {
        if let primitive = content as? any PrimitiveProfile {
            primitive.resolve(&self)
        } else {
            enter(.body(ObjectIdentifier(Content.self))) { $0.add(content.body) }
        }
    }

    /// Evaluates what lies one step further.
    mutating func enter(_ step: ProfileIdentity.Step, _ evaluate: (inout ProfileResolution) -> Void) {
        place.steps.append(step)
        evaluate(&self)
        place.steps.removeLast()
    }

    /// Takes in the content of the profile that is active.
    mutating func finish(with content: some DynamicInstructions) {
        profile.identity = place
        profile.content.add(content)
    }
}
