// The values that one session shares with its profile, its instructions, its hooks and its tools. The history is not kept
// here where a session owns it: `SessionHistory` is the border to the session.

public import Observation
internal import Synchronization

/// Values that belong to a session, each under its key.
///
/// A session keeps one such object for as long as it lives. It may be read and written from everywhere; observers are told
/// of changes, of each property by itself. A value that isn't `Sendable` must not be reached in another way while the
/// session runs a request.
public final class SessionPropertyValues: Sendable, Observable {
    private struct State {
        var values: [ObjectIdentifier: StoredValue] = [:]
        var detachedHistory = Transcript.HistoryView()
        weak var owner: (any SessionHistory)?
        var instructions = CollectedInstructions()
    }

    /// Unchecked: the lock lets one reader or writer in at a time. That nobody changes a value beside it is asked of whoever
    /// stores values that aren't `Sendable`; Apple's `SessionPropertyKey` allows them.
    private struct StoredValue: @unchecked Sendable {
        let value: Any
    }

    private let state = Mutex(State())
    private let registrar = ObservationRegistrar()
    /// In which hooks of the session wait for each other.
    let hookQueue = HookQueue()

    package init() {}

    /// The value of a key; its default until it is first set.
    public subscript<Key: SessionPropertyKey>(key: Key.Type) -> Key.Value {
        get {
            let id = ObjectIdentifier(key)
            registrar.access(self, keyPath: \.[tracked: id])
            let stored = state.withLock { $0.values[id] }
            guard let value = stored?.value as? Key.Value else { return Key.defaultValue }
            return value
        }
        set {
            let id = ObjectIdentifier(key)
            let stored = StoredValue(value: newValue)
            registrar.withMutation(of: self, keyPath: \.[tracked: id]) {
                state.withLock { $0.values[id] = stored }
            }
        }
    }

    /// What was said in the session, without its instructions. To set it changes the transcript for good, for all
    /// profiles of the session; `historyTransform` changes what one profile's model sees.
    ///
    /// May be set in hooks and, while no request runs, from outside. In a `body` and in a tool it is for reading.
    public var history: Transcript.HistoryView {
        get {
            if let owner = state.withLock({ $0.owner }) { return owner.history }
            registrar.access(self, keyPath: \.history)
            return state.withLock { $0.detachedHistory }
        }
        set {
            if let owner = state.withLock({ $0.owner }) {
                owner.setHistory(newValue, during: SessionScope.current.flatMap { $0.values === self ? $0.phase : nil })
            } else {
                registrar.withMutation(of: self, keyPath: \.history) {
                    state.withLock { $0.detachedHistory = newValue }
                }
            }
        }
    }

    /// The instructions and tools that the last request began with, to hand them on to another session.
    public var rootDynamicInstructions: any DynamicInstructions {
        registrar.access(self, keyPath: \.rootDynamicInstructions)
        return state.withLock { $0.instructions }
    }

    /// Stands for the value of one key before observers.
    private subscript(tracked key: ObjectIdentifier) -> Bool { true }
}

extension SessionPropertyValues {
    /// Lets a session own the history from here on.
    package func attach(_ owner: any SessionHistory) {
        state.withLock { $0.owner = owner }
    }

    /// Notes what a request begins with.
    func note(_ instructions: CollectedInstructions) {
        registrar.withMutation(of: self, keyPath: \.rootDynamicInstructions) {
            state.withLock { $0.instructions = instructions }
        }
    }
}

/// What owns a history: the session. It is held weakly, and asked without a lock.
package protocol SessionHistory: AnyObject, Sendable {
    /// The entries after the instructions; observed through the owner.
    var history: Transcript.HistoryView { get }

    /// Replaces the entries after the instructions.
    /// - Parameter phase: what code of this session asked for it; nil: code from outside. Only hooks may change the
    ///   history of a running request; others make it fail as `Error.transcriptMutationWhileResponding`.
    func setHistory(_ history: Transcript.HistoryView, during phase: SessionScope.Phase?)
}
