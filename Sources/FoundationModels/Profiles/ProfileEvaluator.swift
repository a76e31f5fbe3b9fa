// What a session keeps of its dynamic profile: evaluates it before each request, one evaluation at a time.

internal import Synchronization

/// A dynamic profile that can be evaluated from any task.
package final class ProfileEvaluator: Sendable {
    /// Unchecked: the value came in as `sending`, so nothing but this evaluator reaches it, and the lock lets one evaluation in
    /// at a time. What leaves it is `Sendable`.
    private struct Root: @unchecked Sendable {
        let profile: any LanguageModelSession.DynamicProfile
    }

    private let root: Mutex<Root>

    package init(profile: sending some LanguageModelSession.DynamicProfile) {
        root = Mutex(Root(profile: profile))
    }

    /// A profile of instructions alone.
    package init(dynamicInstructions: sending some DynamicInstructions) {
        root = Mutex(Root(profile: LanguageModelSession.Profile { dynamicInstructions }))
    }

    /// The profile as it is now. Every `body` in it runs once, within the session that `values` belong to.
    package func resolve(in values: SessionPropertyValues) -> ResolvedProfile {
        let resolved = values.withScope(.evaluation) {
            root.withLock { root in
                var resolution = ProfileResolution(values: values)
                resolution.add(root.profile)
                return resolution.profile
            }
        }
        values.note(resolved.content)
        return resolved
    }
}
