// Which models have a name: the built-in ones, and those that the user has added, which stand in a file of the user's.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

/// All registered models. A value: a registry that was read before an entry was added does not have it.
package struct ModelRegistry: Sendable {
    /// The built-in ones first, then the user's in the order they were added.
    package private(set) var entries: [ModelEntry]
    private let path: String

    /// The file of the user's entries; a registry of a few models is a few kilobytes.
    private static let byteLimit = 1 << 20

    /// Reads the user's entries from the file at `path`, which need not be there.
    ///
    /// - Parameter builtIn: what is registered without the user's doing.
    init(path: String, builtIn: [ModelEntry]) throws {
        self.path = path
        entries = builtIn
        guard let bytes = try FileSystem.readIfPresent(path, limit: Self.byteLimit) else { return }
        guard let file = try? JSONDecoder().decode(UserModelsFile.self, from: Data(bytes)) else {
            throw ModelError(.registryFile(path: path))
        }
        for model in file.models where !entries.contains(where: { $0.name == model.name }) {
            guard let entry = model.entry else { throw ModelError(.registryFile(path: path)) }
            entries.append(entry)
        }
    }

    /// - Throws: `.unknown` where no model has this name.
    package func entry(named name: String) throws(ModelError) -> ModelEntry {
        guard let entry = entries.first(where: { $0.name == name }) else {
            throw ModelError(.unknown(name: name, registered: entries.map(\.name)))
        }
        return entry
    }

    /// Adds an entry of the user's, in place of an earlier one of the user's with this name, and writes the user's file.
    ///
    /// - Throws: `.nameTaken` for the name of a built-in model, `.nameForm` for a name that can't be one.
    mutating func add(_ entry: ModelEntry, builtIn: [ModelEntry]) throws {
        guard !builtIn.contains(where: { $0.name == entry.name }) else {
            throw ModelError(.nameTaken(name: entry.name))
        }
        guard Self.isName(entry.name) else { throw ModelError(.nameForm(name: entry.name)) }
        entries.removeAll { $0.name == entry.name }
        entries.append(entry)
        let models = entries.dropFirst(builtIn.count).map(UserModelsFile.Model.init)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(UserModelsFile(models: models))
        try FileSystem.replace(path, with: Array(data) + [UInt8(ascii: "\n")])
    }

    static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /[a-z0-9][a-z0-9._-]{0,99}/) != nil && !name.hasSuffix(".gguf")
    }
}

/// The user's entries as they stand in their file.
private struct UserModelsFile: Codable {
    struct Model: Codable {
        var name: String
        var fileName: String
        var byteCount: Int?
        var sha256: String
        /// An address or an absolute path.
        var source: String

        init(_ entry: ModelEntry) {
            name = entry.name
            fileName = entry.fileName
            byteCount = entry.byteCount
            sha256 = entry.sha256
            source = entry.source.summary
        }

        /// Nil where a field has a value that would lead out of the folder of models or can't be right.
        var entry: ModelEntry? {
            guard ModelRegistry.isName(name), isSHA256(sha256), !fileName.isEmpty, !fileName.contains("/"),
                !fileName.hasPrefix("."), byteCount ?? 1 > 0
            else { return nil }
            return ModelEntry(
                name: name, displayName: name, fileName: fileName, byteCount: byteCount, sha256: sha256, license: nil,
                languageCodes: [], source: source.hasPrefix("/") ? .file(source) : .url(source))
        }
    }

    var models: [Model]
}

/// Whether a text is a SHA-256 as it is written here.
func isSHA256(_ text: String) -> Bool { text.wholeMatch(of: /[0-9a-f]{64}/) != nil }
