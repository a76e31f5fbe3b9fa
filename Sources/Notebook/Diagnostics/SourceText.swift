// One file that was read: its name for people, its bytes for hashing, its lines for excerpts.

internal import Platform
package import YAML

/// A text file as it was read.
package struct SourceText: Sendable, Equatable {
    /// As diagnostics show it.
    package var path: String
    package var lines: SourceLines

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        lines = SourceLines(bytes)
    }

    package var bytes: [UInt8] { lines.bytes }

    /// The SHA-256 of the bytes in 64 hexadecimal digits; computed at each call.
    package var contentHash: String { SHA256.hash(bytes).description }
}
