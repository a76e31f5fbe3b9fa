// A file that begins with YAML between two lines of dashes.

internal import FoundationModels
internal import YAML

/// The two halves of such a file.
struct FrontMatter {
    /// An object; empty where there is none.
    var fields: JSONValue
    var body: String

    /// - Throws: `ImportError` with every problem of the YAML, at its place in the file.
    init(_ bytes: [UInt8], path: String) throws(ImportError) {
        let text = try ImportError.text(bytes, path: path)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") } ?? 0
        guard lines.indices.contains(first), Self.isRule(lines[first]) else {
            fields = .object([])
            body = text
            return
        }
        guard let end = lines[(first + 1)...].firstIndex(where: Self.isRule) else {
            throw ImportError(
                "\(path):\(first + 1):1: error: the front matter has no end; a line '---' is missing [import.front-matter]"
            )
        }
        body = lines[(end + 1)...].joined(separator: "\n")
        // What stands around it keeps its lines, so that places are those of the file.
        lines[first] = ""
        fields = try ImportError.yaml(Array(lines[..<end].joined(separator: "\n").utf8), path: path)
    }

    private static func isRule(_ line: Substring) -> Bool {
        line.hasPrefix("---") && line.dropFirst(3).allSatisfy(\.isWhitespace)
    }
}

/// Why a file could not be imported: messages with places, a line each.
package struct ImportError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// UTF-8 with line ends as `\n`, without a mark of byte order.
    static func text(_ bytes: [UInt8], path: String) throws(ImportError) -> String {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ImportError("\(path): error: the file is not UTF-8 [import.encoding]")
        }
        return text.replacing("\r\n", with: "\n")
    }

    /// A mapping of YAML; empty where nothing stands there.
    static func yaml(_ bytes: [UInt8], path: String) throws(ImportError) -> JSONValue {
        let source = SourceText(path: path, bytes: bytes)
        let read = NodeReader.read(source.lines)
        guard read.problems.isEmpty else {
            let problems = read.problems.map { Diagnostic($0, file: path) }
            throw ImportError(DiagnosticRenderer(sources: [source]).render(problems))
        }
        guard let root = read.root, !root.isAbsent else { return .object([]) }
        guard case .mapping = root.content else {
            throw ImportError("\(path): error: expected a mapping of keys to values [import.front-matter]")
        }
        return RecordedContent.json(root)
    }
}
