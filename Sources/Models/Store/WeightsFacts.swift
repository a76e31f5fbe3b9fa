// What is in a file of weights, as plain values, for people who look at it without running it.

internal import Engine
internal import Platform

/// The headline facts of one file.
package struct WeightsFacts: Sendable, Hashable {
    /// The weights of one storage format.
    package struct Format: Sendable, Hashable {
        package var name: String
        package var tensorCount: Int
        package var parameterCount: Int
        package var byteCount: Int
    }

    package var path: String
    package var sha256: String
    package var byteCount: Int
    /// As the file itself says.
    package var name: String?
    package var architecture: String?
    package var license: String?
    /// In tokens.
    package var contextLength: Int?
    package var parameterCount: Int
    /// By falling share of the bytes.
    package var formats: [Format]

    /// Reads the front of the file, and all of it where its hash is not known yet.
    package init(path: String, store: ModelStore) throws {
        let summary = try GGUFFile(path: path).summary()
        self.path = path
        sha256 = try store.sha256(ofFileAt: path)
        byteCount = summary.fileByteCount
        name = summary.name
        architecture = summary.architecture
        license = summary.license
        contextLength = summary.contextLength
        parameterCount = summary.parameterCount
        formats = summary.formats.map {
            Format(
                name: $0.format.name, tensorCount: $0.tensorCount, parameterCount: $0.parameterCount,
                byteCount: $0.byteCount)
        }
    }

    /// As in `134.5 million`.
    package var parametersText: String {
        guard parameterCount >= 100_000 else { return "\(parameterCount)" }
        let tenths = (parameterCount + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) million"
    }
}
