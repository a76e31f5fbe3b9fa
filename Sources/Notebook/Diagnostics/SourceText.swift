// One file that was read: its name for people, its lines for reading and for excerpts.

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
}
