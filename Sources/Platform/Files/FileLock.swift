// A lock between processes: an advisory lock on a file that holds the id of its holder. The system lets go of it when the
// holder ends, however it ends, so there is no such thing as a stale lock.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A held lock; letting go of the value lets go of the lock.
package struct FileLock: ~Copyable, Sendable {
    private let file: FileDescriptor

    /// Takes the lock at `path`, whose file is made where it is missing and is never removed.
    ///
    /// - Throws: `.locked` when another process, or this one, holds it; `.system` when the file can't be made.
    package init(_ path: String) throws(PlatformError) {
        let file = try FileDescriptor(regularFile: path, O_RDWR | O_CREAT, operation: "lock the file")
        guard cp_try_lock(file.number) == 0 else {
            if errno == EWOULDBLOCK { throw PlatformError(.locked(holder: Self.holder(path)), path: path) }
            throw PlatformError.last("lock the file", path)
        }
        if ftruncate(file.number, 0) == 0 { try file.write(Array("\(getpid())\n".utf8)) }
        self.file = file
    }

    /// Takes the lock at `path` as soon as its holder lets go, looking every 50 milliseconds.
    ///
    /// - Throws: as `init`, but `.locked` never; `CancellationError` when the task is cancelled while it waits.
    package static func waiting(_ path: String) async throws -> FileLock {
        while true {
            do {
                return try FileLock(path)
            } catch {
                guard case .locked = error.kind else { throw error }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// As `waiting`, for a thread that may be blocked.
    ///
    /// - Parameter whileHeld: called at each look with the id of the holder; what it throws ends the waiting.
    package static func blocking(_ path: String, whileHeld: (_ holder: Int?) throws -> Void) throws -> FileLock {
        while true {
            do {
                return try FileLock(path)
            } catch {
                guard case .locked(let holder) = error.kind else { throw error }
                try whileHeld(holder)
            }
            usleep(50_000)
        }
    }

    private static func holder(_ path: String) -> Int? {
        guard let bytes = try? FileSystem.read(path, limit: 32) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
