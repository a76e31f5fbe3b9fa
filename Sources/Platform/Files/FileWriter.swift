// Files too large to be replaced from memory: written piece by piece under a name of their own, and then moved into place.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that grows at its end.
package struct FileWriter: ~Copyable, Sendable {
    private let file: FileDescriptor
    package private(set) var byteCount: Int

    /// Opens the file at `path`, which is made where it is missing, cut to at most `byteCount` bytes.
    package init(_ path: String, keeping byteCount: Int) throws(PlatformError) {
        let file = try FileDescriptor(regularFile: path, O_WRONLY | O_CREAT | O_APPEND, operation: "write the file")
        let kept = min(byteCount, try file.status().size)
        guard ftruncate(file.number, off_t(kept)) == 0 else { throw PlatformError.last("cut the file", path) }
        self.file = file
        self.byteCount = kept
    }

    package mutating func write(_ bytes: [UInt8]) throws(PlatformError) {
        try file.write(bytes)
        byteCount += bytes.count
    }

    /// Flushes what was written to the device.
    package func sync() throws(PlatformError) { try file.sync() }
}

extension FileSystem {
    /// Hands the bytes of a file to `body`, front to back, at most a mebibyte at a time.
    package static func read(_ path: String, pieces body: ([UInt8]) throws -> Void) throws {
        let file = try FileDescriptor(regularFile: path, O_RDONLY, operation: "read the file")
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe try piece.withUnsafeMutableBytes { buffer in unsafe try file.read(into: buffer) }
            if count == 0 { return }
            try body(count == piece.count ? piece : Array(piece[..<count]))
        }
    }

    /// Gives a file another name in one step, in place of a file that has it already, and flushes the folder to the device.
    package static func move(_ path: String, to target: String) throws(PlatformError) {
        guard unsafe rename(path, target) == 0 else { throw PlatformError.last("move the file into place", target) }
        try syncFolder(folder(of: target))
    }
}
