// An open file read front to back into memory that the caller owns.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A regular file, read in pieces. What others do to the file's name meanwhile changes nothing of what is read.
package struct FileReader: ~Copyable {
    private let file: FileDescriptor
    /// When it was opened.
    package let byteCount: Int

    /// - Throws: `.system` where there is none or it may not be read; `.notRegular` for a pipe or a device.
    package init(_ path: String) throws(PlatformError) {
        let file = try FileDescriptor(regularFile: path, O_RDONLY, operation: "read the file")
        byteCount = try file.status().size
        self.file = file
    }

    /// Fills `span` with the next bytes.
    ///
    /// - Returns: whether there were enough.
    package func read(into span: inout MutableRawSpan) throws(PlatformError) -> Bool {
        unsafe try span.withUnsafeMutableBytes { (buffer) throws(PlatformError) in
            var filled = 0
            while filled < buffer.count {
                let count = unsafe try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                if count == 0 { return false }
                filled += count
            }
            return true
        }
    }

    /// The next `count` bytes; nil where there are not so many.
    package func read(_ count: Int) throws(PlatformError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        var raw = unsafe span.mutableBytes
        return try read(into: &raw) ? bytes : nil
    }
}

extension FileSystem {
    /// Makes now the time of a file's last change. That it can't be set is no error: the file looks unused.
    package static func touch(_ path: String) { _ = unsafe cp_touch(path) }
}
