// What a person wants to know of a model file at a glance. Only plain values; how they are shown is the command's business.

/// The headline facts of a model file.
package struct GGUFSummary: Hashable, Sendable {
    /// The weights that are stored in one format.
    package struct FormatShare: Hashable, Sendable {
        package let format: TensorFormat
        package let tensorCount: Int
        package let parameterCount: Int
        package let byteCount: Int
    }

    /// `general.architecture`, as in `llama`.
    package let architecture: String?
    /// `general.name`.
    package let name: String?
    /// `general.license`.
    package let license: String?
    /// `ARCHITECTURE.context_length`, in tokens.
    package let contextLength: Int?
    /// The GGUF version.
    package let version: Int
    package let fileByteCount: Int
    /// Weights of all tensors.
    package let parameterCount: Int
    package let tensorCount: Int
    /// The formats in use, by falling share of the bytes.
    package let formats: [FormatShare]
}

extension GGUFFile {
    /// The headline facts. Throws where a fact is there, but of the wrong type.
    package func summary() throws(GGUFError) -> GGUFSummary {
        let architecture = try metadata.string("general.architecture")
        let shares = Dictionary(grouping: tensors, by: \.format).map { format, tensors in
            GGUFSummary.FormatShare(
                format: format, tensorCount: tensors.count, parameterCount: tensors.reduce(0) { $0 + $1.count },
                byteCount: tensors.reduce(0) { $0 + $1.bytes.count })
        }
        return GGUFSummary(
            architecture: architecture, name: try metadata.string("general.name"),
            license: try metadata.string("general.license"),
            contextLength: try metadata.integer("\(architecture ?? "").context_length"), version: version,
            fileByteCount: mapping.count, parameterCount: shares.reduce(0) { $0 + $1.parameterCount },
            tensorCount: tensors.count,
            formats: shares.sorted { ($1.byteCount, $0.format.rawValue) < ($0.byteCount, $1.format.rawValue) })
    }
}
