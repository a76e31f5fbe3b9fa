// What a pull tells while it goes on.

package enum PullEvent: Sendable, Hashable {
    /// Another process fetches the same model; its id where it is known.
    case waiting(holder: Int?)
    /// Something is fetched: `byteCount` to come in all, where that is known, `done` of it there from an earlier attempt.
    case started(entry: ModelEntry, byteCount: Int?, done: Int)
    case progress(done: Int, byteCount: Int?)
    case verifying(byteCount: Int)
    /// What an earlier attempt left was of no use; everything is fetched anew.
    case restarted
    /// The weights are verified and in place.
    case installed(path: String, byteCount: Int)
}
