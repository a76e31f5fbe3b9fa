// Reading, listing, creating and removing files by path. Replacing one is FileReplacement's.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The file system, by path. Relative paths are relative to the working folder.
package enum FileSystem {
    /// All bytes of a regular file. What is no regular file is refused unread, and never more than `limit` bytes are held,
    /// whatever the size of the file is said to be.
    ///
    /// - Throws: `.system`; `.notRegular` for a pipe or a device; `.tooLarge` when the file has more than `limit` bytes.
    package static func read(_ path: String, limit: Int = .max) throws(PlatformError) -> [UInt8] {
        let file = try FileDescriptor(regularFile: path, O_RDONLY, operation: "read the file")
        let expected = try file.status().size
        guard expected <= limit else { throw PlatformError(.tooLarge(limit: limit), path: path) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(max(expected + 1, 4096), 1 << 20), alignment: 64)
        defer { unsafe buffer.deallocate() }
        while true {
            let count = unsafe try file.read(into: buffer)
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw PlatformError(.tooLarge(limit: limit), path: path) }
            unsafe bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// All bytes of a file, or nil where there is no such file.
    package static func readIfPresent(_ path: String, limit: Int) throws(PlatformError) -> [UInt8]? {
        do {
            return try read(path, limit: limit)
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
    }

    /// Hands the bytes of a file to `body`, front to back, at most a mebibyte at a time. The piece is valid during the call.
    static func readPieces(
        of path: String, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(PlatformError) {
        let file = try FileDescriptor(regularFile: path, O_RDONLY, operation: "read the file")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { unsafe buffer.deallocate() }
        while true {
            let count = unsafe try file.read(into: buffer)
            if count == 0 { return }
            unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Whether a file or folder is there, links followed.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether a folder is there, links followed.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// When a file was last changed, in nanoseconds since 1970; nil where there is none.
    package static func modificationTime(_ path: String) -> Int64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Makes a folder and those above it that are missing.
    package static func makeFolder(_ path: String) throws(PlatformError) {
        if isFolder(path) { return }
        let parent = folder(of: path)
        if parent != path, parent != "." { try makeFolder(parent) }
        guard unsafe mkdir(path, 0o777) != 0 else { return }
        guard errno == EEXIST else { throw PlatformError.last("make the folder", path) }
        // Another process may have made it in between.
        if !isFolder(path) { throw PlatformError(.notFolder(operation: "make the folder"), path: path) }
    }

    /// The names in a folder, sorted by their bytes; empty where there is no such folder.
    package static func list(_ path: String) throws(PlatformError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            if errno == ENOENT { return [] }
            throw PlatformError.last("list the folder", path)
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes a file; its absence is no error.
    package static func removeFile(_ path: String) throws(PlatformError) {
        if unsafe unlink(path) != 0, errno != ENOENT { throw PlatformError.last("remove the file", path) }
    }

    /// Removes a file, or a folder with all that is in it; links are removed, not followed. Absence is no error.
    package static func removeTree(_ path: String) throws(PlatformError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw PlatformError.last("remove the file", path)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try removeFile(path) }
        for name in try list(path) { try removeTree("\(path)/\(name)") }
        guard unsafe rmdir(path) == 0 || errno == ENOENT else { throw PlatformError.last("remove the folder", path) }
    }

    /// Appends bytes to a file, which is made where it is missing, and flushes them to the device.
    package static func append(_ bytes: [UInt8], to path: String) throws(PlatformError) {
        let isNew = !exists(path)
        let file = try FileDescriptor(
            regularFile: path, O_WRONLY | O_CREAT | O_APPEND, operation: "append to the file")
        try file.write(bytes)
        try file.sync()
        if isNew { try syncFolder(folder(of: path)) }
    }

    /// Flushes the names in a folder to the device.
    static func syncFolder(_ path: String) throws(PlatformError) {
        try FileDescriptor(path, O_RDONLY | O_DIRECTORY, operation: "open the folder").sync()
    }

    /// The folder part of a path: `a/b` of `a/b/c`, `.` of `c`, `/` of `/c`.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    package static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
