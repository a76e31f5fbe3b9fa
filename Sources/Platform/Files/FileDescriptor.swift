// An open file that closes itself, with the few calls that the rest of Platform is made of. Interrupted calls are resumed.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// An open file or folder.
struct FileDescriptor: ~Copyable {
    let number: Int32
    let path: String

    /// Opens `path`; `flags` as of open(2), to which close-on-exec is added.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o666, operation: String) throws(PlatformError) {
        var descriptor: Int32
        repeat { descriptor = unsafe open(path, flags | O_CLOEXEC, mode) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw PlatformError.last(operation, path) }
        number = descriptor
        self.path = path
    }

    /// Opens a regular file, and nothing else: a pipe would block, a device would never end. `flags` and `mode` as above.
    init(
        regularFile path: String, _ flags: Int32, mode: mode_t = 0o666, operation: String
    ) throws(PlatformError) {
        // Without `O_NONBLOCK` opening a pipe waits for its other end; for a regular file it changes nothing.
        let file = try FileDescriptor(path, flags | O_NONBLOCK, mode: mode, operation: operation)
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { throw PlatformError.last(operation, path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = file
        case S_IFDIR: throw PlatformError(.system(operation: operation, code: EISDIR), path: path)
        default: throw PlatformError(.notRegular(operation: operation), path: path)
        }
    }

    deinit { close(number) }

    /// Size in bytes and permission bits.
    func status() throws(PlatformError) -> (size: Int, mode: mode_t) {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw PlatformError.last("read the file's status", path) }
        return (Int(status.st_size), status.st_mode & 0o7777)
    }

    /// Reads up to `buffer.count` bytes; 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlatformError) -> Int {
        while true {
            #if canImport(Darwin)
                let count = unsafe Darwin.read(number, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = unsafe Musl.read(number, buffer.baseAddress, buffer.count)
            #else
                let count = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard errno == EINTR else { throw PlatformError.last("read the file", path) }
        }
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(PlatformError) { unsafe try write(bytes.span.bytes) }

    /// Writes all bytes.
    func write(_ bytes: RawSpan) throws(PlatformError) { try Self.write(bytes, to: number, path: path) }

    static func write(_ bytes: [UInt8], to number: Int32, path: String) throws(PlatformError) {
        unsafe try write(bytes.span.bytes, to: number, path: path)
    }

    private static func write(_ bytes: RawSpan, to number: Int32, path: String) throws(PlatformError) {
        var written = 0
        while written < bytes.byteCount {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    unsafe Darwin.write(number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                #elseif canImport(Musl)
                    unsafe Musl.write(number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                #else
                    unsafe Glibc.write(number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                #endif
            }
            if count > 0 {
                written += count
            } else if count < 0, errno != EINTR {
                throw PlatformError.last("write the file", path)
            }
        }
    }

    /// Flushes to the device.
    func sync() throws(PlatformError) {
        guard cp_sync(number) == 0 else { throw PlatformError.last("flush the file to the disk", path) }
    }
}
