// Reading a file that someone else wrote: regular files only, up to the size that the reader accepts, so that a device, a
// pipe or a huge file can neither hang nor fill the process.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform
internal import YAML

/// Why a file was not read, in words.
struct FileProblem: Error {
    var reason: String
}

enum BoundedFile {
    static func read(_ url: URL) throws(FileProblem) -> [UInt8] {
        let path = url.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            throw FileProblem(reason: "no such file")
        }
        let type = attributes[.type] as? FileAttributeType
        guard type == .typeRegular else {
            throw FileProblem(reason: type == .typeDirectory ? "it is a folder" : "it is not a regular file")
        }
        let size = (attributes[.size] as? UInt64).map { Int(clamping: $0) } ?? (attributes[.size] as? Int) ?? 0
        guard size <= NodeReader.byteLimit else {
            throw FileProblem(reason: "it has \(size) bytes, and at most \(NodeReader.byteLimit) are read")
        }
        do throws(PlatformError) {
            return try FileSystem.read(path, limit: NodeReader.byteLimit)
        } catch {
            if case .tooLarge(let limit) = error.kind {
                throw FileProblem(reason: "it grew beyond \(limit) bytes while it was read")
            }
            throw FileProblem(reason: error.isNotFound ? "no such file" : "no permission to read it")
        }
    }
}
