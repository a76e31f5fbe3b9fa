// The weights on this machine: where they lie, whether they are there, and opening them. Nothing here touches a network;
// fetching is `Pull/`.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Engine
package import Inference
package import Platform

/// The folder of models of one user. Writes only below the user's cache folder, and what the user agreed to in the state
/// folder.
package struct ModelStore: Sendable {
    /// The variables of the process: they name the folders and the programs.
    let environment: [String: String]
    let builtIn: [ModelEntry]
    /// Weights by file name, and what is on the way.
    package let folder: String
    let stamps: VerificationStamps
    /// The user's cache folder.
    private let cache: String

    /// - Parameter environment: the variables of the process.
    /// - Throws: where they name no folder for cached files.
    package init(environment: [String: String]) throws(PlatformError) {
        try self.init(environment: environment, builtIn: ModelRegistry.builtIn)
    }

    /// - Parameter builtIn: the models of the registry, but for the user's own.
    package init(environment: [String: String], builtIn: [ModelEntry]) throws(PlatformError) {
        self.environment = environment
        self.builtIn = builtIn
        let cache = try UserFolders(environment: environment).cache()
        self.cache = cache
        folder = "\(cache)/models"
        stamps = VerificationStamps(folder: "\(cache)/verified")
    }

    /// The registered models as of now.
    package func registry() throws -> ModelRegistry { try ModelRegistry(path: registryPath, builtIn: builtIn) }

    var registryPath: String { "\(folder)/registry.json" }

    /// Where the weights of a model lie or would lie.
    package func path(of entry: ModelEntry) -> String { "\(folder)/\(entry.fileName)" }

    /// Whether the weights are there, as far as their size tells. Costs one look at the folder.
    package func isInstalled(_ entry: ModelEntry) -> Bool {
        guard let status = FileStatus(path(of: entry)) else { return false }
        return entry.byteCount.map { $0 == status.byteCount } ?? true
    }

    /// The SHA-256 of the file at `path`, whatever it holds. The first time it is read; later, as long as the file stays as it
    /// was, that is known.
    ///
    /// - Throws: `CancellationError` soon after the task is cancelled.
    package func sha256(ofFileAt path: String) throws -> String {
        if let known = stamps.sha256(ofFileAt: path) { return known }
        guard let before = FileStatus(path) else { throw ModelError(.noFile(path: path)) }
        var hash = SHA256()
        try FileSystem.read(path) { piece in
            try Task.checkCancellation()
            hash.update(piece)
        }
        let sha256 = hash.finish().description
        if FileStatus(path) == before { stamps.record(sha256, ofFileAt: path, before) }
        return sha256
    }

    /// The SHA-256 of a file of weights. What is none is told by its first bytes, before all of it is read.
    package func sha256(ofWeightsAt path: String) throws -> String {
        guard FileSystem.exists(path) else { throw ModelError(.noFile(path: path)) }
        _ = try GGUFFile(path: path)
        return try sha256(ofFileAt: path)
    }

    /// Opens a registered model.
    ///
    /// - Parameters:
    ///   - threads: that compute; nil: as many as the process may use CPUs.
    ///   - reading: is told how far a prompt of some length has been read.
    /// - Throws: `.unknown`, `.notInstalled`, `.changed` where the file is another than the registered one, and what
    ///   `LocalModel` throws.
    package func open(
        named name: String, threads: Int? = nil, reading: (@Sendable (_ done: Int, _ count: Int) -> Void)? = nil
    ) throws -> LocalModel {
        let entry = try registry().entry(named: name)
        guard isInstalled(entry) else { throw ModelError(.notInstalled(name: name)) }
        let path = path(of: entry)
        let found = try sha256(ofFileAt: path)
        guard found == entry.sha256 else {
            throw ModelError(.changed(path: path, name: name, found: found, wanted: entry.sha256))
        }
        return try LocalModel(path: path, sha256: found, options: try options(threads: threads, reading))
    }

    /// Opens the weights in a file.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to `base`.
    ///   - base: such as the folder of the playground that names the file.
    ///   - threads: that compute; nil: as many as the process may use CPUs.
    ///   - reading: is told how far a prompt of some length has been read.
    package func open(
        fileAt path: String, relativeTo base: String, threads: Int? = nil,
        reading: (@Sendable (_ done: Int, _ count: Int) -> Void)? = nil
    ) throws -> LocalModel {
        let path = Self.path(path, relativeTo: base)
        return try LocalModel(
            path: path, sha256: try sha256(ofWeightsAt: path), options: try options(threads: threads, reading))
    }

    /// How models are opened here: `PLAYGROUND_CPU` forces an instruction set, and the limits of the prefix cache are those
    /// of the environment. All give the same bits.
    private func options(
        threads: Int?, _ reading: (@Sendable (_ done: Int, _ count: Int) -> Void)?
    ) throws -> LocalModel.Options {
        var options = LocalModel.Options(
            threads: threads, path: try cpuPath(), cacheByteLimit: try memoryLimit())
        options.reading = reading
        let prefixes = try prefixes()
        if prefixes.byteLimit > 0 { options.prefixStore = { prefixes.store(of: $0, $1) } }
        return options
    }

    /// Where keys and values outlive the process: at most `PLAYGROUND_CACHE_DISK` bytes, 2 GiB where it is absent.
    /// `PLAYGROUND_CACHE_VERIFY=1` has everything that is read computed again and compared.
    package func prefixes() throws(ModelError) -> PrefixFolder {
        PrefixFolder(
            "\(cache)/kv", byteLimit: try byteLimit("PLAYGROUND_CACHE_DISK") ?? 2 << 30,
            isVerifying: environment["PLAYGROUND_CACHE_VERIFY"].map { !["", "0"].contains($0) } ?? false)
    }

    /// Bytes of keys and values kept in the process: `PLAYGROUND_CACHE_MEMORY`, 512 MiB where it is absent.
    private func memoryLimit() throws(ModelError) -> Int { try byteLimit("PLAYGROUND_CACHE_MEMORY") ?? 512 << 20 }

    /// A number of bytes as `512M` or `2G`, or `0`.
    private func byteLimit(_ variable: String) throws(ModelError) -> Int? {
        guard let text = environment[variable], !text.isEmpty else { return nil }
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0,
            case let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1), !overflow
        else { throw ModelError(.byteLimit(variable: variable, found: text)) }
        return bytes
    }

    /// The instruction set to compute on.
    func cpuPath() throws -> CPUPath {
        guard let wanted = environment["PLAYGROUND_CPU"], !wanted.isEmpty else { return .best }
        guard let path = CPUPath(rawValue: wanted), path.isAvailable else {
            throw ModelError(.cpuPath(found: wanted, available: CPUPath.available.map(\.rawValue)))
        }
        return path
    }

    /// A path as it is seen from a folder.
    package static func path(_ path: String, relativeTo base: String) -> String {
        path.hasPrefix("/") ? path : "\(base)/\(path)"
    }
}
