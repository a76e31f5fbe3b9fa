// Files of the project that tools stand on: within the project, links followed, and the same when they are used as when they
// were read.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

enum ToolFiles {
    /// Bytes of one file at most.
    static let byteLimit = 64 << 20

    /// The bytes that a tool's surface was made from.
    ///
    /// - Throws: `ToolFailure.changed` where they are others now.
    static func bytes(of file: ToolFile, tool: ToolDeclaration) throws(ToolFailure) -> [UInt8] {
        let bytes = try? FileSystem.read(file.resolvedPath, limit: byteLimit)
        guard let bytes, SHA256.hash(bytes).prefix(64) == file.sha256 else {
            throw .changed(tool: tool.name.value, file: file.path, playground: tool.name.location.file)
        }
        return bytes
    }
}

extension IncludeReader {
    /// A file that a tool names.
    ///
    /// - Parameter isRequired: whether there must be a file; else the word may be any, and only a path that leads out of the
    ///   project is refused.
    /// - Returns: nil where there is no such file.
    func toolFile(_ path: Located<String>, isRequired: Bool) throws(Diagnostic) -> ToolFile? {
        func problem(_ message: String) -> Diagnostic {
            Diagnostic(.error, "notebook.tool-file", message, at: path.location)
        }
        guard !path.value.isEmpty, !path.value.hasPrefix("/") else {
            if isRequired {
                throw problem("'\(path.value)' names no file of the project; name it from the playground's folder")
            }
            return nil
        }
        guard !path.value.hasPrefix("-"), !path.value.contains("\n"), path.value.utf8.count < 1024 else {
            if isRequired { throw problem("'\(path.value)' names no file") }
            return nil
        }
        // Behind a link, the system and a reader of paths disagree about where '..' leads.
        let parts = path.value.split(separator: "/").drop { $0 == ".." || $0 == "." }
        guard !parts.contains("..") else {
            throw problem("'\(path.value)' has '..' behind a name; write the path without it")
        }
        let plain = folder.appending(path: path.value)
        guard FileSystem.exists(plain.path) else {
            if isRequired { throw problem("can't read '\(path.value)': no such file") }
            return nil
        }
        guard let url = resolved(path.value) else {
            throw problem("'\(path.value)' leads out of the project; name files below its root only")
        }
        if FileSystem.isFolder(url.path) {
            if isRequired { throw problem("'\(path.value)' is a folder; name its files") }
            return nil
        }
        do throws(PlatformError) {
            let bytes = try FileSystem.read(url.path, limit: ToolFiles.byteLimit)
            return ToolFile(path: path.value, resolvedPath: url.path, sha256: SHA256.hash(bytes).prefix(64))
        } catch {
            throw problem("can't read '\(path.value)': \(error.reason)")
        }
    }
}
