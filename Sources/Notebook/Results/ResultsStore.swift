// Finished generations by key, in the untracked folder: what makes undoing an edit instant. Any file here may be removed at
// any time. Failures that would come again lie beside them, by the same keys.

internal import Platform

/// The kept results of the playgrounds of one folder.
package struct ResultsStore: Sendable {
    /// Results kept at most; the oldest go first.
    package static let limit = 4096

    private let paths: PlaygroundPaths

    package init(_ paths: PlaygroundPaths) { self.paths = paths }

    package func holds(_ key: String) -> Bool { FileSystem.exists(path(key)) }

    /// The result for a key; nil where none is kept, or its file can't be read.
    package func result(for key: String) -> CellResult? {
        guard let bytes = try? FileSystem.readIfPresent(path(key), limit: RecordLimit.result) else { return nil }
        guard let result = CellResult(line: bytes), result.entry.key == key else { return nil }
        return result
    }

    /// Results of one cell, the latest first.
    package func results(of cell: String) -> [CellResult] {
        let names = (try? FileSystem.list(paths.results)) ?? []
        let found = names.compactMap { name -> (time: Int64, result: CellResult)? in
            guard name.hasSuffix(".json"), let result = result(for: String(name.dropLast(5))),
                result.cell == cell, result.playground == paths.name
            else { return nil }
            return (FileSystem.modificationTime("\(paths.results)/\(name)") ?? 0, result)
        }
        return found.sorted { ($0.time, $0.result.entry.key) > ($1.time, $1.result.entry.key) }.map(\.result)
    }

    /// Keeps a result, and forgets an earlier failure of the same question.
    func keep(_ result: CellResult) throws(RecordError) {
        let bytes = result.line
        try recording { () throws(PlatformError) in
            try FileSystem.makeFolder(paths.results)
            try FileSystem.replace(path(result.entry.key), with: bytes)
            try FileSystem.removeFile(failurePath(result.entry.key))
        }
    }

    /// What the last attempt to answer a question failed with.
    package func failure(for key: String) -> String? {
        guard let bytes = try? FileSystem.readIfPresent(failurePath(key), limit: RecordLimit.result) else { return nil }
        return CellFailure(line: bytes)?.message
    }

    func keepFailure(_ message: String, of cell: String, key: String) throws(RecordError) {
        let failure = CellFailure(playground: paths.name, cell: cell, message: message)
        try recording { () throws(PlatformError) in
            try FileSystem.makeFolder(paths.failures)
            try FileSystem.replace(failurePath(key), with: failure.line)
        }
    }

    /// Removes the results, failures and the log of this playground alone.
    ///
    /// - Parameter time: nanoseconds since 1970; what was written later stays. Nil: everything goes.
    /// - Returns: how many files.
    package func clear(unusedSince time: Int64? = nil) throws(RecordError) -> Int {
        let isOwn: (String, [UInt8]) -> Bool = { [paths] folder, bytes in
            let owner =
                folder == paths.results ? CellResult(line: bytes)?.playground : CellFailure(line: bytes)?.playground
            return owner.map(paths.owns) ?? false
        }
        return try recording { () throws(PlatformError) in
            var own = FileSystem.exists(paths.runLog) ? [paths.runLog] : []
            for folder in [paths.results, paths.failures] {
                for path in try FileSystem.list(folder).map({ "\(folder)/\($0)" }) {
                    if let bytes = try FileSystem.readIfPresent(path, limit: RecordLimit.result), isOwn(folder, bytes) {
                        own.append(path)
                    }
                }
            }
            own.removeAll { Self.isUsed($0, since: time) }
            for path in own { try FileSystem.removeFile(path) }
            return own.count
        }
    }

    private static func isUsed(_ path: String, since time: Int64?) -> Bool {
        time.map { FileSystem.modificationTime(path) ?? 0 >= $0 } ?? false
    }

    /// Removes the results, failures and logs of all playgrounds of the folder.
    ///
    /// - Parameter time: as for `clear`.
    /// - Returns: how many files.
    package func clearFolder(unusedSince time: Int64? = nil) throws(RecordError) -> Int {
        try recording { () throws(PlatformError) in
            var count = 0
            for folder in [paths.results, paths.failures, FileSystem.folder(of: paths.runLog)] {
                for path in try FileSystem.list(folder).map({ "\(folder)/\($0)" })
                where !Self.isUsed(path, since: time) {
                    try FileSystem.removeFile(path)
                    count += 1
                }
            }
            return count
        }
    }

    /// Removes the oldest results over `limit`. Cost: a look at each, only when there are too many.
    package func prune(limit: Int = Self.limit) throws(RecordError) {
        try recording { () throws(PlatformError) in
            for folder in [paths.results, paths.failures] {
                let names = try FileSystem.list(folder)
                guard names.count > limit else { continue }
                let files = names.map { (time: FileSystem.modificationTime("\(folder)/\($0)") ?? 0, name: $0) }
                for file in files.sorted(by: { $0 < $1 }).prefix(names.count - limit) {
                    try FileSystem.removeFile("\(folder)/\(file.name)")
                }
            }
        }
    }

    private func path(_ key: String) -> String { "\(paths.results)/\(key).json" }
    private func failurePath(_ key: String) -> String { "\(paths.failures)/\(key).json" }
}
