// Files that a playground includes. Paths resolve from its folder and may not lead out of the project, symbolic links
// followed first: the project's root is the nearest folder above with `.git` or `.playground-root`, else the folder itself.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import YAML

/// Reads included files, each once, and remembers them.
struct IncludeReader {
    /// The playground's folder, and the project's root, without symbolic links.
    let folder: URL
    private let root: URL
    /// The playground's folder as the user gave it, with `/`, or nothing.
    private let shownFolder: String
    /// In the order of the first use.
    private(set) var sources: [SourceText] = []
    /// Files that could not be read.
    private(set) var missing: [String] = []

    /// Bytes that all includes together may bring along, a file counted each time it is included.
    static let byteLimit = 4 * NodeReader.Limits.source.byteCount
    private var byteCount = 0
    /// A file with a zero byte among its first ones is no text.
    private static let binaryProbe = 8_000

    /// - Parameter path: the playground file as the user gave it.
    init(playground path: String) {
        folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent()
        root = Self.projectRoot(above: folder)
        shownFolder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// The text of a file: `\n` at line ends, no byte order mark.
    mutating func text(_ path: Located<String>) throws(Diagnostic) -> (text: String, source: SourceText) {
        let source = try read(path, limit: NodeReader.Limits.source.byteCount)
        byteCount += source.bytes.count
        guard byteCount <= Self.byteLimit else {
            throw Self.problem("all includes together have more than \(Self.byteLimit) bytes", path)
        }
        guard !source.bytes.prefix(Self.binaryProbe).contains(0) else {
            throw Self.problem("'\(path.value)' is a binary file; only text can be included", path)
        }
        return (try checked(source, path), source)
    }

    /// The text of a dataset, as that of other includes, but for its own limit.
    mutating func dataset(_ path: Located<String>) throws(Diagnostic) -> (text: String, source: SourceText) {
        let source = try read(path, limit: Dataset.byteLimit)
        guard !source.bytes.contains(0) else {
            throw Self.problem("'\(path.value)' is no text file: it holds bytes that are 0", path)
        }
        return (try checked(source, path), source)
    }

    private mutating func read(_ path: Located<String>, limit: Int) throws(Diagnostic) -> SourceText {
        let shown = shownFolder + path.value
        guard !path.value.hasPrefix("/") else {
            throw Self.problem("'\(path.value)' is an absolute path; name a file from the playground's folder", path)
        }
        guard let url = resolved(path.value) else {
            throw Self.problem("'\(path.value)' leads out of the project; include files below its root only", path)
        }
        if let known = sources.first(where: { $0.path == shown }) { return known }
        do throws(FileProblem) {
            let source = SourceText(path: shown, bytes: try BoundedFile.read(url, limit: limit))
            sources.append(source)
            return source
        } catch {
            missing.append(shown)
            throw Self.problem("can't read '\(path.value)': \(error.reason)", path)
        }
    }

    private func checked(_ source: SourceText, _ path: Located<String>) throws(Diagnostic) -> String {
        if let forbidden = source.lines.firstForbidden {
            throw Diagnostic(
                .error, "yaml.\(forbidden.code)", forbidden.message,
                at: SourceLocation(file: source.path, range: forbidden.range),
                note: Diagnostic.Note("included here", at: path.location))
        }
        let text = String(decoding: source.bytes.dropFirst(source.lines.byteOrderMarkLength), as: UTF8.self)
        return text.utf8.contains(0x0d) ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
    }

    /// A path from the playground's folder, links followed; nil where it leads out of the project.
    func resolved(_ path: String) -> URL? {
        let url = folder.appending(path: path).standardizedFileURL.resolvingSymlinksInPath()
        let rootParts = root.pathComponents
        return Array(url.pathComponents.prefix(rootParts.count)) == rootParts ? url : nil
    }

    private static func problem(_ message: String, _ path: Located<String>) -> Diagnostic {
        Diagnostic(.error, "notebook.include", message, at: path.location)
    }

    private static func projectRoot(above folder: URL) -> URL {
        var candidate = folder
        while candidate.pathComponents.count > 1 {
            for mark in [".git", ".playground-root"]
            where FileManager.default.fileExists(atPath: candidate.appending(path: mark).path) {
                return candidate
            }
            candidate = candidate.deletingLastPathComponent()
        }
        return folder
    }
}
