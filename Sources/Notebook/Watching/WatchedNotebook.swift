// One notebook that is watched: the last version that was right, the hashes of what was read, and the files that are to be
// looked after.

internal import Platform

/// What a version of a file comes to, once parameters and model are known.
package struct RunnablePlayground: Sendable {
    package var document: PlaygroundDocument
    package var parameters: [String: ParameterValue]
    package var model: ModelReference
    /// Whether the command line asks another question than the file does, so that nothing may be recorded.
    package var isOverridden: Bool
    /// What tools may use, and may do.
    package var tools: ToolEnvironment
    /// Whether `model` answers every cell, whatever profiles and cells name.
    package var isModelOverridden: Bool

    package init(
        document: PlaygroundDocument, parameters: [String: ParameterValue], model: ModelReference, isOverridden: Bool,
        tools: ToolEnvironment = ToolEnvironment(), isModelOverridden: Bool = false
    ) {
        self.tools = tools
        self.isModelOverridden = isModelOverridden
        self.document = document
        self.parameters = parameters
        self.model = model
        self.isOverridden = isOverridden
    }
}

/// The state of one notebook under watch.
struct WatchedNotebook {
    /// How a reading went.
    struct Loaded {
        var reading: Settling.Reading
        var file: PlaygroundFile
        var digests: [String: SHA256Digest]
    }

    let paths: PlaygroundPaths
    /// The last version that was right.
    var current: RunnablePlayground?
    /// Of all files that the last accepted version was made of, right or wrong; nil before the first.
    var digests: [String: SHA256Digest]?
    /// The state of each watched file, the record included.
    var settling: [String: Settling] = [:]
    /// Of the record as it was last seen or written.
    var recordDigest: SHA256Digest?
    /// When the first news came of what has not been read yet.
    var noticed: ContinuousClock.Instant?

    init(path: String) {
        paths = PlaygroundPaths(source: path)
        settling = [paths.source: Settling(), paths.outputs: Settling()]
        recordDigest = Self.digest(ofRecord: paths)
    }

    /// Reads the files, and sees whether they held still.
    func load() -> Loaded {
        let before = settling.keys.map { FileStatus($0) }
        let file = PlaygroundFile.load(path: paths.source)
        let isMoving = zip(settling.keys, before).contains { $0 != paths.outputs && FileStatus($0) != $1 }
        var digests: [String: SHA256Digest] = [:]
        for source in file.sources { digests[source.path] = SHA256.hash(source.bytes) }
        let reading: Settling.Reading =
            isMoving ? .moving : file.document != nil ? .good : file.sources.isEmpty ? .absent : .broken
        return Loaded(reading: reading, file: file, digests: digests)
    }

    /// Looks after the files of a version from here on. Those of a version that is wrong are added to what is watched, for
    /// the next that is right may be made of the files before it.
    ///
    /// - Returns: files that were not watched.
    mutating func watch(_ file: PlaygroundFile) -> Set<String> {
        let wanted = Set(file.sources.map(\.path) + file.missing + [paths.source, paths.outputs])
        if file.document != nil { settling = settling.filter { wanted.contains($0.key) } }
        let added = wanted.subtracting(settling.keys)
        for path in added { settling[path] = Settling() }
        return added
    }

    /// Whether the record is another than it was. From here on it is known.
    mutating func hasOtherRecord() -> Bool {
        let digest = Self.digest(ofRecord: paths)
        defer { recordDigest = digest }
        return digest != recordDigest
    }

    private static func digest(ofRecord paths: PlaygroundPaths) -> SHA256Digest? {
        (try? FileSystem.readIfPresent(paths.outputs, limit: RecordLimit.outputs)).flatMap { $0.map(SHA256.hash) }
    }
}
