// What is known of files that were hashed before, so that a hundred megabytes are not hashed at every start. A stamp tells
// the hash and what the system said of the file then; a file of which it says anything else is hashed again.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

/// Hashes of files by path, each in a small file of its own. Losing them costs time and nothing else.
struct VerificationStamps: Sendable {
    let folder: String

    /// The hash of a file that is as it was when it was hashed; nil for any other.
    func sha256(ofFileAt path: String) -> String? {
        guard let status = FileStatus(path), let bytes = try? FileSystem.readIfPresent(stamp(of: path), limit: 4096)
        else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        guard parts.count == 2, String(parts[1]) == facts(path, status), isSHA256(String(parts[0])) else { return nil }
        return String(parts[0])
    }

    /// Notes the hash of a file that `status` describes. A stamp that can't be written is none.
    func record(_ sha256: String, ofFileAt path: String, _ status: FileStatus) {
        guard (try? FileSystem.makeFolder(folder)) != nil else { return }
        _ = try? FileSystem.replace(stamp(of: path), with: Array("\(sha256)\n\(facts(path, status))".utf8))
    }

    private func stamp(of path: String) -> String { "\(folder)/\(SHA256.hash(absolute(path)).prefix(32))" }

    private func facts(_ path: String, _ status: FileStatus) -> String {
        "\(status.byteCount) bytes, inode \(status.inode), modified \(status.modified), changed \(status.changed)\n"
            + "\(absolute(path))\n"
    }

    private func absolute(_ path: String) -> String {
        ModelStore.path(path, relativeTo: FileManager.default.currentDirectoryPath)
    }
}
