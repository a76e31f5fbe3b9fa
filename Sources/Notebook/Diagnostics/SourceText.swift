// The bytes of one file that was read, and its lines for excerpts.

/// A text file as it was read.
package struct SourceText: Sendable, Equatable {
    /// As diagnostics show it.
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}
