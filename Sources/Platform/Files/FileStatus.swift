// What the system knows of a file without reading it, and of the room around it.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Enough to tell that a file is the one that was looked at before, unchanged.
package struct FileStatus: Sendable, Hashable {
    package let byteCount: Int
    package let inode: UInt64
    /// When the bytes were last changed, in nanoseconds since 1970.
    package let modified: Int64
    /// When anything about the file was last changed; no program can set it back.
    package let changed: Int64

    /// The file at `path`, links followed; nil where no regular file is there.
    package init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
        byteCount = Int(status.st_size)
        inode = UInt64(status.st_ino)
        #if canImport(Darwin)
            modified = nanoseconds(status.st_mtimespec)
            changed = nanoseconds(status.st_ctimespec)
        #else
            modified = nanoseconds(status.st_mtim)
            changed = nanoseconds(status.st_ctim)
        #endif
    }
}

extension FileSystem {
    /// Bytes that this user may still write into a folder; nil where the system does not say.
    package static func freeByteCount(in folder: String) -> Int? {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        let (count, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? nil : Int(clamping: count)
    }
}
