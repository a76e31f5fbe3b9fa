// What can go wrong between the product and the system, said in words of our own, so that a message is the same on every
// system and in every language setting.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A failed call to the system.
package struct PlatformError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The system refused an operation; `code` is its `errno`.
        case system(operation: String, code: Int32)
        /// What is there is a pipe, a device or a socket.
        case notRegular(operation: String)
        /// A folder was wanted where something else has its name.
        case notFolder(operation: String)
        /// A file is larger than the reader allows, in bytes.
        case tooLarge(limit: Int)
        /// Another process holds the lock; its id where the lock file tells.
        case locked(holder: Int?)
        /// Neither `HOME` nor the variable that would name the folder is set.
        case noHome(variable: String)
    }

    package let kind: Kind
    /// The file or folder that was meant.
    package let path: String

    package init(_ kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }

    /// The error that `errno` describes now.
    static func last(_ operation: String, _ path: String) -> PlatformError {
        PlatformError(.system(operation: operation, code: errno), path: path)
    }

    /// Whether the file or folder was not there.
    package var isNotFound: Bool {
        if case .system(_, let code) = kind { return code == ENOENT || code == ENOTDIR }
        return false
    }

    /// What is in the way, without the place.
    package var reason: String {
        switch kind {
        case .system(_, let code): Self.reason(code)
        case .notFolder: "a file of that name is there; move it away"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes, the most that is read"
        case .locked: "another process works on it"
        case .noHome: "there is no home folder"
        }
    }

    package var description: String {
        switch kind {
        case .system(let operation, _): "\(path): error: cannot \(operation): \(reason) [platform.system]"
        case .notFolder(let operation): "\(path): error: cannot \(operation): \(reason) [platform.not-folder]"
        case .notRegular(let operation): "\(path): error: cannot \(operation): \(reason) [platform.not-regular]"
        case .tooLarge(let limit):
            "\(path): error: the file is larger than \(limit) bytes, the most that is read [platform.too-large]"
        case .locked(let holder):
            "\(path): error: another process\(holder.map { " (\($0))" } ?? "") works on this playground; "
                + "wait for it with --wait [platform.locked]"
        case .noHome(let variable):
            "error: no folder for \(path): neither HOME nor \(variable) is set; set \(variable) [platform.no-home]"
        }
    }

    /// A reason with what can be done about it, where something can.
    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "no such file or folder"
        case ENOTDIR: "a part of the path is a file, not a folder"
        case EISDIR: "it is a folder"
        case EEXIST: "it exists already"
        case EACCES, EPERM: "permission denied; check the owner and mode of the file and its folder"
        case EROFS: "the file system is read-only"
        case ENOSPC: "no space left on the device; free some and run again"
        case EDQUOT: "the disk quota is used up; free some space and run again"
        case EFBIG: "the file would be larger than the system allows"
        case ENXIO: "it is not a regular file"
        case EMFILE, ENFILE: "too many open files"
        case ENAMETOOLONG: "the name is too long"
        case ELOOP: "too many symbolic links"
        case EIO: "the device failed"
        case ENOTEMPTY: "the folder is not empty"
        case EPIPE: "the reader is gone"
        default: "system error \(code)"
        }
    }
}
