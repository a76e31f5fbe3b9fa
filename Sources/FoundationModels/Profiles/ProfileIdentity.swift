// Which profile is active, told by the way to it through bodies, branches and modifiers, so that a profile that is built
// anew for each request is known again.

/// The way from the root of a dynamic profile to a place in it. Two evaluations that take the same branches have the same
/// ways, whatever the values of options and texts on them.
package struct ProfileIdentity: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// Into the body of a type.
        case body(ObjectIdentifier)
        /// To what `AnyDynamicProfile` hides, of this type.
        case erased(ObjectIdentifier)
        /// Through a modifier of this type.
        case modifier(ObjectIdentifier)
        case firstBranch
        case secondBranch
    }

    var steps: [Step] = []
}
