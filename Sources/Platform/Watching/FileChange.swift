// What is told of files that somebody writes: that there is something to look at, and no more. What it is, the reader finds
// out by reading.

/// A watched file may have other bytes now.
package struct FileChange: Sendable, Hashable {
    /// As it was given to `watch`.
    package var path: String
    /// Whether a writer has closed the file, or it was renamed to its name: whoever made the change is likely to be done.
    package var isWhole: Bool

    package init(_ path: String, isWhole: Bool = false) {
        self.path = path
        self.isWhole = isWhole
    }
}

/// Tells of changes to files, to the function that it was made with. Nothing is told of other files in the same folders.
/// A file need not exist, and neither need its folder. More may be told than has happened, never less.
package protocol FileChangeSource: AnyObject, Sendable {
    /// Watches these files from here on, in place of those before. A change made before the call may go unnoticed.
    func watch(_ paths: Set<String>)
    /// Ends it. Nothing is told after the next call of the function, if there is one.
    func stop()
}

/// How files are watched.
package enum FileWatching: Sendable, Hashable {
    /// The system tells of changes at once.
    case events
    /// The files are looked at every so often.
    case polling(every: Duration)

    /// Where the system is silent.
    package static let usual = FileWatching.polling(every: .milliseconds(250))

    /// What suits a folder: events, if its file system has them.
    package static func suited(to folder: String) -> FileWatching {
        #if os(Linux)
            return FileSystem.lacksEvents(folder) ? usual : .events
        #else
            return usual
        #endif
    }

    /// Starts watching nothing yet.
    ///
    /// - Parameter report: called on a queue of the source's own, one call at a time.
    /// - Throws: `.system` where the system refuses events, as when a user has used up the watches that it grants.
    package func source(_ report: @escaping @Sendable (FileChange) -> Void) throws(PlatformError)
        -> any FileChangeSource
    {
        switch self {
        case .polling(let interval): return PolledFiles(every: interval, report)
        case .events:
            #if os(Linux)
                return try NotifiedFiles(report)
            #else
                return PolledFiles(every: .milliseconds(250), report)
            #endif
        }
    }
}
