// Which folder is behind a path, and where a path leads.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Tells a folder from another that has taken its path.
struct FolderIdentity: Equatable {
    private let device: UInt64
    private let inode: UInt64

    /// The folder at `path`, links followed; nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension FileSystem {
    /// The path without links, from the root; nil where nothing is there.
    package static func destination(of path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
