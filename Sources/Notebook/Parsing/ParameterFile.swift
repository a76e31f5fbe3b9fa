// `--params FILE`: values of parameters as a YAML mapping of names to scalars (JSON is YAML, too). What the texts mean is
// for the declarations to say; here they are only read.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import YAML

/// The values that a parameter file gives.
package struct ParameterFile: Sendable {
    /// Names and texts in the order of the file, for `PlaygroundDocument.parameterValues(given:)`.
    package var given: [(name: String, text: String)]
    package var diagnostics: [Diagnostic]
    /// The file, where it could be read.
    package var sources: [SourceText]

    /// Loads a file; what is wrong with it is in `diagnostics`.
    package static func load(path: String) -> ParameterFile {
        do throws(FileProblem) {
            return parse(try BoundedFile.read(URL(filePath: path)), path: path)
        } catch {
            let start = SourcePosition(line: 1, column: 1)
            let place = SourceLocation(file: path, range: SourceRange(start: start, end: start))
            let problem = Diagnostic(.error, "notebook.file", "can't read the file: \(error.reason)", at: place)
            return ParameterFile(given: [], diagnostics: [problem], sources: [])
        }
    }

    /// Parses bytes as the file at a path.
    package static func parse(_ bytes: [UInt8], path: String) -> ParameterFile {
        let source = SourceText(path: path, bytes: bytes)
        let read = NodeReader.read(source.lines)
        var file = ParameterFile(
            given: [], diagnostics: read.problems.map { Diagnostic($0, file: path) }, sources: [source])
        guard let root = read.root else { return file }
        func refuse(_ message: String, _ range: SourceRange) {
            let place = SourceLocation(file: path, range: range)
            file.diagnostics.append(Diagnostic(.error, "notebook.type", message, at: place))
        }
        guard case .mapping(let entries) = root.content else {
            refuse("a parameter file must be a mapping of names, found \(DocumentParser.kind(of: root))", root.range)
            return file
        }
        for entry in entries {
            guard case .scalar(let scalar) = entry.value.content, !entry.value.isAbsent else {
                let found = DocumentParser.kind(of: entry.value)
                refuse("the value of '\(entry.key.text)' must be text, found \(found)", entry.key.range)
                continue
            }
            file.given.append((name: entry.key.text, text: scalar.text))
        }
        return file
    }
}
