// Finished generations that have not reached the sidecars yet, one line each, on the disk before anything else happens. A
// killed run loses at most the line that it was writing.

internal import Platform

/// The journal of one playground. Its writer holds the playground's lock.
struct Journal {
    private let path: String

    init(_ paths: PlaygroundPaths) { path = paths.journal }

    /// Adds a result and flushes it to the device.
    func append(_ result: CellResult) throws(RecordError) {
        try recording { () throws(PlatformError) in
            try FileSystem.makeFolder(FileSystem.folder(of: path))
            // The line end in front closes a line that an earlier writer left torn.
            try FileSystem.append([UInt8(ascii: "\n")] + result.line, to: path)
        }
    }

    /// The results of a run that did not come to its end, in order. A torn line is left out.
    func results() throws(RecordError) -> [CellResult] {
        let bytes = try recording { () throws(PlatformError) in
            try FileSystem.readIfPresent(path, limit: RecordLimit.journal)
        }
        return (bytes ?? []).split(separator: UInt8(ascii: "\n")).compactMap { CellResult(line: $0) }
    }

    /// Removes the journal, once the sidecars hold what it holds.
    func clear() throws(RecordError) {
        try recording { () throws(PlatformError) in try FileSystem.removeFile(path) }
    }
}
