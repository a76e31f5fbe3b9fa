// What tests of whole commands do with a scratch folder: text in, text out, and what lies there now.

internal import Foundation

extension ScratchFolder {
    package var path: String { url.path }

    /// The path of `name` in this folder.
    package subscript(name: String) -> String { "\(path)/\(name)" }

    /// Writes a text file, with the folders above it.
    package func write(_ text: String, to name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        _ = try write(Array(text.utf8), to: name)
    }

    /// Makes a named pipe, which blocks whoever opens it plainly.
    package func makePipe(_ name: String) throws {
        guard unsafe mkfifo(self[name], 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    package func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    /// All files and links below this folder, by relative path, sorted.
    package func files() -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { name in
            (try? FileManager.default.attributesOfItem(atPath: self[name])[.type] as? FileAttributeType)
                != .typeDirectory
        }
        .sorted()
    }
}
