// A file mapped into memory for reading. Its job is to hold the only raw pointer to a model file and to check every
// access against the file's length; it knows nothing of what the bytes mean.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A whole file, mapped read-only until the last reference goes.
///
/// Nothing is read until it is touched. Another process that shortens the file meanwhile makes the lost pages unreadable
/// (the system ends this process with a bus error), so files of weights are replaced, never rewritten in place.
// Safe to share among threads: both stored properties are constants set before the initializer returns,
// the mapping is readable only, so that no thread can write through it,
// and it is removed in `deinit`, which runs after the last reference has gone.
@safe package final class MappedFile: @unchecked Sendable {
    /// The length of the file in bytes.
    package let count: Int
    private let base: UnsafeRawPointer?

    /// Maps a regular file. Throws when there is none, or when it may not be read.
    package init(path: String) throws(MappingFailure) {
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw MappingFailure(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw MappingFailure(code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .directory
        default: throw .notRegular
        }
        guard let count = Int(exactly: status.st_size), count > 0 else {
            self.count = 0
            unsafe base = nil
            return
        }
        let mapping = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else { throw MappingFailure(code: errno) }
        self.count = count
        unsafe base = UnsafeRawPointer(mapping)
    }

    deinit {
        if let base = unsafe base { unsafe munmap(UnsafeMutableRawPointer(mutating: base), count) }
    }

    /// True when all of `range` lies within the file.
    package func contains(_ range: Range<Int>) -> Bool { range.lowerBound >= 0 && range.upperBound <= count }

    /// The little-endian number at a byte offset (aligned or not), or nil where the file does not hold all of it.
    @inline(__always)
    package func load<Number: PlainNumber>(_ type: Number.Type, at offset: Int) -> Number? {
        guard let base = unsafe base, offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
        return unsafe base.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// `length` little-endian numbers from a byte offset on, or nil where the file does not hold all of them.
    package func array<Number: PlainNumber>(_ type: Number.Type, at offset: Int, count length: Int) -> [Number]? {
        let (byteCount, overflow) = length.multipliedReportingOverflow(by: MemoryLayout<Number>.size)
        guard let base = unsafe base, !overflow, length >= 0, offset >= 0, offset <= count,
            byteCount <= count - offset
        else { return nil }
        return unsafe [Number](unsafeUninitializedCapacity: length) { buffer, initialized in
            if byteCount > 0, let start = buffer.baseAddress {
                unsafe UnsafeMutableRawPointer(start).copyMemory(from: base + offset, byteCount: byteCount)
            }
            initialized = length
        }
    }

    /// `length` texts, each behind its length as a `UInt64`, from a byte offset on: their bytes in one piece, and where each
    /// starts. `byteCount` is what they take in the file, lengths included. Nil where they do not fit into it, or where
    /// their offsets do not fit into 32 bits.
    package func strings(at offset: Int, count length: Int, byteCount: Int) -> PackedStrings? {
        guard let base = unsafe base, (0...max(0, byteCount / 8)).contains(length) else { return nil }
        let textByteCount = byteCount - 8 * length
        guard UInt32(exactly: textByteCount) != nil, offset >= 0, offset <= count, byteCount <= count - offset else {
            return nil
        }
        var (position, textEnd) = (offset, 0)
        var bytes = [UInt8](repeating: 0, count: textByteCount)
        let offsets = unsafe bytes.withUnsafeMutableBytes { text in
            unsafe [UInt32](unsafeUninitializedCapacity: length + 1) { offsets, initialized in
                unsafe offsets.initializeElement(at: 0, to: 0)
                initialized = 1
                for index in 0..<length {
                    let size = unsafe Int(clamping: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                    guard size <= textByteCount - textEnd else { return }
                    if size > 0, let start = text.baseAddress {
                        unsafe (start + textEnd).copyMemory(from: base + position + 8, byteCount: size)
                    }
                    position += 8 + size
                    textEnd += size
                    unsafe offsets.initializeElement(at: index + 1, to: UInt32(textEnd))
                    initialized = index + 2
                }
            }
        }
        return offsets.count == length + 1 ? PackedStrings(bytes: bytes, offsets: offsets) : nil
    }

    /// Hands out the bytes of `range`, which must lie within the file. The pointer is valid inside `body`, and as long
    /// after it as the caller keeps this object.
    package func withBytes<Result, Failure: Error>(
        in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(contains(range), "bytes \(range) asked for in a file of \(count)")
        guard let base = unsafe base else { return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try unsafe body(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }
}

/// A number type of which every bit pattern is a value, so that it may be read from any bytes. Files and this machine
/// are both little-endian.
package protocol PlainNumber: BitwiseCopyable {}
extension UInt8: PlainNumber {}
extension Int8: PlainNumber {}
extension UInt16: PlainNumber {}
extension Int16: PlainNumber {}
extension UInt32: PlainNumber {}
extension Int32: PlainNumber {}
extension UInt64: PlainNumber {}
extension Int64: PlainNumber {}
extension Float: PlainNumber {}
extension Double: PlainNumber {}

#if _endian(big)
    #error("model files are little-endian, and so must be the machine that maps them")
#endif

/// Why a file could not be mapped.
package enum MappingFailure: Error, Hashable, Sendable {
    case missing
    case denied
    case directory
    /// A pipe, a device or a socket.
    case notRegular
    /// The system's error number.
    case system(code: Int32)

    init(code: Int32) {
        self =
            switch code {
            case ENOENT, ENOTDIR: .missing
            case EACCES, EPERM: .denied
            default: .system(code: code)
            }
    }
}
