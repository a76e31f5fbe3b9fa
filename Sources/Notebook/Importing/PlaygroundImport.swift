// A file of another program as a playground. Reads one file, and is sure that what comes out of it is a playground without errors.

internal import FoundationModels
internal import Platform
internal import YAML

/// A playground made from a file of another program.
package struct PlaygroundImport: Sendable {
    /// Of the playground.
    package let text: String
    /// Rows for a file of their own, beside the playground: its name, and JSON.
    package let rows: (name: String, text: String)?
    /// What could not be carried over, a line each. The playground says so, too.
    package let losses: [String]

    /// Endings of files that can be read, and what they are.
    package static let endings = [".prompt.yml", ".prompt.yaml", ".prompty", ".prompt", ".json"]

    /// The name of a playground made from a file: that of the file, without its ending.
    package static func name(of path: String) -> String? {
        let file = FileSystem.name(of: path)
        return endings.first { file.hasSuffix($0) }.map { ending in
            ImportedPlayground.name(String(file.dropLast(ending.count)), or: "imported")
        }
    }

    /// - Parameter name: of the playground that it becomes, `NAME.playground.yaml`.
    /// - Throws: `ImportError`.
    package init(path: String, name: String) throws(ImportError) {
        let bytes: [UInt8]
        do throws(PlatformError) {
            bytes = try FileSystem.read(path, limit: 4 << 20)
        } catch {
            throw ImportError(
                "\(path): error: can't read the file: \(error.isNotFound ? "no such file" : error.reason) [import.file]"
            )
        }
        let rowFile = "\(name).cases.json"
        let imported: ImportedPlayground
        if path.hasSuffix(".prompt.yml") || path.hasSuffix(".prompt.yaml") {
            imported = try ImportedPlayground(githubPrompt: bytes, path: path, name: name, rowFile: rowFile)
        } else if path.hasSuffix(".prompty") {
            imported = try ImportedPlayground(prompty: bytes, path: path, name: name)
        } else if path.hasSuffix(".prompt") {
            imported = try ImportedPlayground(dotprompt: bytes, path: path, name: name)
        } else if path.hasSuffix(".json") {
            imported = try ImportedPlayground(transcript: bytes, path: path)
        } else {
            let known = Self.endings.map { "'\($0)'" }.joined(separator: ", ")
            throw ImportError("\(path): error: no known kind of file; known are \(known) [import.kind]")
        }
        text = imported.text(from: FileSystem.name(of: path))
        losses = imported.losses
        rows =
            imported.rows.isEmpty
            ? nil : (rowFile, "[\n" + imported.rows.map { "  " + $0.text(.spaced) }.joined(separator: ",\n") + "\n]\n")
    }
}
