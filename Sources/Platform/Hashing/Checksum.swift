// A checksum that costs no more than reading: what tells accidents from bytes that are as they were written.

internal import CPlatform

/// Eight words that follow all bytes of what was summed up. Not made against forgers: that is `SHA256`.
package struct Checksum: Sendable, Hashable {
    package static let byteCount = 64
    /// Little-endian words.
    package let bytes: [UInt8]

    package init(of bytes: [UInt8]) { unsafe self.init(of: bytes.span.bytes) }

    /// Cost: about 20 bytes a nanosecond.
    package init(of span: RawSpan) {
        var lanes: [UInt64] = Array(repeating: 0, count: 8)
        unsafe span.withUnsafeBytes { bytes in
            unsafe cp_checksum(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &lanes)
        }
        bytes = lanes.flatMap { lane in (0..<8).map { UInt8(truncatingIfNeeded: lane >> (8 * UInt64($0))) } }
    }
}
