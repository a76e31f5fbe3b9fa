// Getting weights onto this machine, as a command asks for it: by registered name, from an address, from a file.

internal import Dispatch
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform
internal import Synchronization

/// What a user has to be asked while weights are fetched, and told.
package struct PullConversation: Sendable {
    /// Shows the terms of a licence and tells whether the user agrees.
    package var accepts: @Sendable (ModelEntry, ModelLicense) -> Bool
    package var report: @Sendable (PullEvent) -> Void

    package init(
        accepts: @escaping @Sendable (ModelEntry, ModelLicense) -> Bool, report: @escaping @Sendable (PullEvent) -> Void
    ) {
        self.accepts = accepts
        self.report = report
    }
}

extension ModelStore {
    /// Fetches the weights of a registered model if they are not there.
    ///
    /// - Returns: the path of the verified weights.
    /// - Throws: `ModelError`, `PlatformError`, and `CancellationError` when the task is cancelled; nothing that was there
    ///   before is gone then, and what has come already is taken up by the next attempt.
    @discardableResult
    package func ensureInstalled(_ name: String, with user: PullConversation) async throws -> String {
        let entry = try registry().entry(named: name)
        if isInstalled(entry), stamps.sha256(ofFileAt: path(of: entry)) == entry.sha256 { return path(of: entry) }
        return try await pull(entry, with: user)
    }

    /// Registers the file behind `url` under `name` and fetches it.
    ///
    /// - Parameters:
    ///   - name: nil: the last part of the address without `.gguf`, in lower case.
    ///   - sha256: of the file, hexadecimal.
    package func pull(url: String, name: String?, sha256: String?, with user: PullConversation) async throws
        -> ModelEntry
    {
        guard url.wholeMatch(of: /(https?|file):\/\/[^\s\/]*\/[^\s]+/) != nil else {
            throw ModelError(.addressForm(url: url))
        }
        guard let sha256 else { throw ModelError(.checksumMissing(url: url)) }
        let location = url.prefix { $0 != "?" && $0 != "#" }
        return try await pull(
            userEntry(name ?? Self.name(ofFile: String(location)), sha256: try Self.checksum(sha256), .url(url)),
            registeringWith: user)
    }

    /// Copies a file into the folder of models: that of a registered model, which it has to equal, or one that is
    /// registered with this.
    package func pull(
        file path: String, name: String?, sha256: String?, with user: PullConversation
    ) async throws -> ModelEntry {
        let path = Self.path(path, relativeTo: FileManager.default.currentDirectoryPath)
        guard FileStatus(path) != nil else { throw ModelError(.noFile(path: path)) }
        let name = name ?? Self.name(ofFile: path)
        if var entry = builtIn.first(where: { $0.name == name }) {
            entry.source = .file(path)
            try await pull(entry, with: user)
            return entry
        }
        let found = try self.sha256(ofFileAt: path)
        let wanted = try sha256.map(Self.checksum) ?? found
        guard found == wanted else { throw ModelError(.checksum(path: path, found: found, wanted: wanted)) }
        return try await pull(userEntry(name, sha256: wanted, .file(path)), registeringWith: user)
    }

    private func pull(_ entry: ModelEntry, registeringWith user: PullConversation) async throws -> ModelEntry {
        // A name that can't be registered is told before anything is fetched.
        guard ModelRegistry.isName(entry.name) else { throw ModelError(.nameForm(name: entry.name)) }
        guard !builtIn.contains(where: { $0.name == entry.name }) else {
            throw ModelError(.nameTaken(name: entry.name))
        }
        var entry = entry
        entry.byteCount = FileStatus(try await pull(entry, with: user))?.byteCount
        let lock = try await FileLock.waiting("\(folder)/.registry.lock")
        var registry = try registry()
        try registry.add(entry, builtIn: builtIn)
        _ = consume lock
        return entry
    }

    @discardableResult
    private func pull(_ entry: ModelEntry, with user: PullConversation) async throws -> String {
        try await onThreadOfItsOwn { isCancelled in
            try ModelPull(entry: entry, store: self, user: user, isCancelled: isCancelled).run()
        }
    }

    private func userEntry(_ name: String, sha256: String, _ source: WeightsSource) -> ModelEntry {
        ModelEntry(
            name: name, displayName: name, fileName: "\(name).gguf", byteCount: nil, sha256: sha256, license: nil,
            languageCodes: [], source: source)
    }

    private static func checksum(_ text: String) throws(ModelError) -> String {
        let lower = text.lowercased()
        guard isSHA256(lower) else { throw ModelError(.checksumForm(text: text)) }
        return lower
    }

    /// `tiny-q8_0` of `…/Tiny-Q8_0.gguf`.
    private static func name(ofFile path: String) -> String {
        let name = FileSystem.name(of: path).lowercased()
        return name.hasSuffix(".gguf") ? String(name.dropLast(5)) : name
    }
}

/// Runs work that blocks its thread, so that no thread of the tasks is blocked.
private func onThreadOfItsOwn<Result: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Result
) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Result, any Error>) in
            DispatchQueue(label: "prompt-notebook.pull").async {
                done.resume(with: Swift.Result { try work { cancellation.flag.load(ordering: .relaxed) } })
            }
        }
    } onCancel: {
        cancellation.flag.store(true, ordering: .relaxed)
    }
}

private final class Cancellation: Sendable {
    let flag = Atomic(false)
}
