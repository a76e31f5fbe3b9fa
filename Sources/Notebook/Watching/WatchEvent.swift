// What a watch tells, and what it can be told to do.

package import Platform

/// One thing that happened while files are watched. `playground` is the path as the user gave it.
package enum WatchEvent: Sendable {
    /// The set of watched files is another.
    case watching(folders: [String], FileWatching)
    /// The file is right. How it stands, and which cells ask something else than before.
    case loaded(playground: String, Standing, edited: Set<String>)
    /// The record was changed by somebody else; nothing is asked for that.
    case rejudged(playground: String, Standing)
    /// The user has approved the tools.
    case trusted(playground: String, Standing)
    /// The file is wrong, in words with places, or can't be run. The last good results stay.
    case broken(playground: String, complaints: String)
    case runStarted(playground: String)
    case run(playground: String, RunEvent)
    /// The run is over, and this is how things stand now.
    case runEnded(playground: String, RunSummary, Standing?, WatchTiming)
    /// A run could not be, in words with a code.
    case runFailed(playground: String, message: String)
    /// A wish that can't be granted, in words.
    case refused(String)
    case note(String)
    case paused(Bool)
}

/// The way from a save to a token. All from the same moment, the first news of the save.
package struct WatchTiming: Sendable, Equatable {
    /// Until the files were read and right.
    package var settled: Duration?
    /// Until the model was asked.
    package var asked: Duration?
    /// Until the first piece of an answer.
    package var first: Duration?

    package init() {}
}

/// What a person at the keyboard wants.
package enum WatchCommand: Sendable, Hashable {
    case runStale
    case runAll
    /// What failed, and what did not come out as expected.
    case runFailing
    /// Writes the answers that are kept into the sidecars.
    case accept
    /// Ends the run under way.
    case cancel
    /// Approves tools as they were shown.
    case trust(TrustRequest)
    /// Keeps changes until it is said again.
    case pause
    case quit
}
