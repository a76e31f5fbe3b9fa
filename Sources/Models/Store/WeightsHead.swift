// What the front of a file of weights says that a session must know before the weights are read.

internal import Engine

/// The front of one file, in part.
package struct WeightsHead: Sendable, Hashable {
    /// In tokens.
    package var contextLength: Int
    /// Codes (ISO 639) of the languages that the model speaks, by `general.languages`; empty where the file does not say.
    package var languageCodes: [String]
}

extension ModelStore {
    /// Reads the front of a registered model's file; costs milliseconds, and no hash is computed.
    /// - Throws: `.unknown`, `.notInstalled`, and what is wrong with the file.
    package func head(named name: String) throws -> WeightsHead {
        let entry = try registry().entry(named: name)
        guard isInstalled(entry) else { throw ModelError(.notInstalled(name: name)) }
        let metadata = try GGUFFile(path: path(of: entry)).metadata
        let architecture = try metadata.requiredString("general.architecture")
        let languages = try metadata.strings("general.languages")
        return WeightsHead(
            contextLength: try metadata.requiredInteger("\(architecture).context_length"),
            languageCodes: languages.map { languages in
                (0..<languages.count).map { String(decoding: languages[$0], as: UTF8.self) }
            } ?? [])
    }
}
