// `--params FILE`: values of parameters as a flat mapping in YAML, of which JSON is a part.

internal import Platform
internal import YAML

/// A file of parameter values.
package enum ParameterFile {
    /// Names and texts in the order of the file.
    ///
    /// - Throws: `ParameterProblem` with a place where the file is no flat mapping; `PlatformError` where it can't be read.
    package static func read(_ path: String) throws -> [(name: String, text: String)] {
        let read = NodeReader.read(SourceLines(try FileSystem.read(path, limit: NodeReader.byteLimit)))
        func problem(_ range: SourceRange, _ message: String) -> ParameterProblem {
            let place = "\(path):\(range.start.line):\(range.start.column)"
            return ParameterProblem(code: "notebook.parameter-file", message: "\(place): \(message)")
        }
        if let first = read.problems.first { throw problem(first.range, first.message) }
        guard let root = read.root else { return [] }
        guard case .mapping(let entries) = root.content else {
            throw problem(root.range, "expected 'name: value' lines")
        }
        return try entries.map { entry in
            guard case .scalar(let scalar) = entry.value.content else {
                throw problem(
                    entry.value.range, "the value of '\(entry.key.text)' must be text, a number, true or false")
            }
            return (entry.key.text, scalar.text)
        }
    }
}
