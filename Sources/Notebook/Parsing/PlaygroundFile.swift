// Loading a playground file: bytes, YAML, document. Reads the file and what it includes, and nothing else: no model, no
// network, no weights.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import YAML

/// The result of loading a playground file: the document where there is one, what is wrong with it, and what was read.
package struct PlaygroundFile: Sendable {
    /// Nil where there is any error.
    package var document: PlaygroundDocument?
    /// Errors and warnings in the order of the file.
    package var diagnostics: [Diagnostic]
    /// The playground first, then what it includes, in the order of the first use. There also where an error was found:
    /// these are the files to watch, and their bytes are what the document was made from.
    package var sources: [SourceText]
    /// Files that it includes and that could not be read, as `sources` names them.
    package var missing: [String] = []

    /// The diagnostics as text, with excerpts.
    package var renderedDiagnostics: String {
        DiagnosticRenderer(sources: sources).render(diagnostics)
    }

    /// Loads a file. What is wrong with it, a missing file included, is in `diagnostics`.
    package static func load(path: String) -> PlaygroundFile {
        do throws(FileProblem) {
            return parse(try BoundedFile.read(URL(filePath: path)), path: path)
        } catch {
            let start = SourcePosition(line: 1, column: 1)
            let place = SourceLocation(file: path, range: SourceRange(start: start, end: start))
            let problem = Diagnostic(.error, "notebook.file", "can't read the file: \(error.reason)", at: place)
            return PlaygroundFile(document: nil, diagnostics: [problem], sources: [])
        }
    }

    /// Parses bytes as the file at a path, whether or not it is there; includes are read from beside it.
    package static func parse(_ bytes: [UInt8], path: String) -> PlaygroundFile {
        let source = SourceText(path: path, bytes: bytes)
        let read = NodeReader.read(source.lines)
        var diagnostics = read.problems.map { Diagnostic($0, file: path) }
        // After a problem that ended the reading there is nothing to parse, and "empty" would be wrong.
        guard read.root != nil || read.problems.isEmpty else {
            return PlaygroundFile(document: nil, diagnostics: diagnostics, sources: [source])
        }
        var parser = DocumentParser(source: source, includes: IncludeReader(playground: path))
        let document = parser.parse(read.root)
        // One mistake, one message: what the reader has complained about reads oddly to the parser, too.
        let starts = Set(read.problems.map(\.range.start))
        diagnostics += parser.diagnostics.filter { $0.location.file != path || !starts.contains($0.location.start) }
        let sources = [source] + parser.includes.sources
        diagnostics = inOrder(diagnostics, of: sources)
        let isGood = !diagnostics.contains { $0.severity == .error }
        return PlaygroundFile(
            document: isGood ? document : nil, diagnostics: diagnostics, sources: sources,
            missing: parser.includes.missing)
    }

    private static func inOrder(_ diagnostics: [Diagnostic], of sources: [SourceText]) -> [Diagnostic] {
        let order = Dictionary(sources.enumerated().map { ($1.path, $0) }, uniquingKeysWith: min)
        func rank(_ diagnostic: Diagnostic) -> (Int, SourcePosition) {
            (order[diagnostic.location.file] ?? 0, diagnostic.location.start)
        }
        // `sorted` is not promised to be stable; equal places keep the order in which they were found.
        return diagnostics.enumerated().sorted { left, right in
            let (leftRank, rightRank) = (rank(left.element), rank(right.element))
            return leftRank == rightRank ? left.offset < right.offset : leftRank < rightRank
        }.map(\.element)
    }
}

extension Diagnostic {
    /// A problem of the YAML text as a diagnostic.
    init(_ problem: ReadProblem, file: String) {
        self.init(
            .error, "yaml.\(problem.code)", problem.message, at: SourceLocation(file: file, range: problem.range),
            note: problem.related.map { Note(problem.relatedMessage, at: SourceLocation(file: file, range: $0)) })
    }
}
