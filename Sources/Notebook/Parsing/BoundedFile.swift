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
    static func read(_ url: URL, limit: Int = NodeReader.Limits.source.byteCount) throws(FileProblem) -> [UInt8] {
        do throws(PlatformError) {
            return try FileSystem.read(url.path, limit: limit)
        } catch {
            throw FileProblem(reason: error.isNotFound ? "no such file" : error.reason)
        }
    }
}
