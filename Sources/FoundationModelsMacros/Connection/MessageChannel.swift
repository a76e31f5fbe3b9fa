// The pipe to the compiler: messages of a little-endian length in eight bytes and as many bytes of JSON. The only place of the
// plug-in that hands memory to the system.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Standard input and output as a channel of messages.
struct MessageChannel {
    private let input: Int32 = 0
    private let output: Int32

    /// Takes standard output for itself: whatever else writes there goes to standard error, where it can't be taken for a reply.
    init() {
        output = dup(1)
        dup2(2, 1)
    }

    /// Answers each message until the compiler closes its end; ends the process with status 1 on a damaged one.
    func serve(_ server: PluginServer) {
        while let header = read(8) {
            let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let length = Int(exactly: length), length <= 1 << 30, let payload = read(length),
                let message = try? JSON(parsing: payload)
            else { exit(1) }
            let reply = server.answer(message).text
            let size = UInt64(reply.count)
            guard write((0..<8).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + reply) else { exit(1) }
        }
    }

    /// The next `count` bytes, or nil where the input ends before.
    private func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var block = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while bytes.count < count {
            let wanted = min(block.count, count - bytes.count)
            let received = unsafe block.withUnsafeMutableBytes { unsafe Self.read(input, $0.baseAddress, wanted) }
            if received < 0, errno == EINTR { continue }
            if received <= 0 { return nil }
            bytes += block.prefix(received)
        }
        return bytes
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { unsafe Self.write(output, $0.baseAddress, $0.count) }
            if sent < 0, errno == EINTR { continue }
            if sent <= 0 { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    // The system's calls, under names that the methods don't hide.
    #if canImport(Glibc)
        private static let read = unsafe Glibc.read
        private static let write = unsafe Glibc.write
    #elseif canImport(Musl)
        private static let read = unsafe Musl.read
        private static let write = unsafe Musl.write
    #elseif canImport(Darwin)
        private static let read = unsafe Darwin.read
        private static let write = unsafe Darwin.write
    #endif
}
