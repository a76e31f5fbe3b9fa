// The name of a service that exists on Apple's systems only. Code that asks for it compiles here and is told the truth: it
// is not there. What an app would see where it is, tests can put in its place.

public import Observation

/// A model behind Apple's service. Here it is never available.
public final class PrivateCloudComputeLanguageModel: Sendable, Observable {
    public init() {}
}
