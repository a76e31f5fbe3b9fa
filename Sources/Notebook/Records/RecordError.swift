// What keeps records from being read or written.

package import Platform

/// A failure of the recording side.
package struct RecordError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case newerRecord(version: Int, known: Int)
        /// The record would be larger than what is read back.
        case tooLarge(byteCount: Int, limit: Int)
        case system(PlatformError)
        /// What was to be written holds a secret.
        case secret(name: String)
    }

    package let kind: Kind
    package let path: String

    package init(_ kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }

    init(_ error: PlatformError) { self.init(.system(error), path: error.path) }

    package var description: String {
        switch kind {
        case .newerRecord(let version, let known):
            "\(path): error: the record has version \(version), but this playground knows \(known) at most; "
                + "update playground, or remove the file and run again [record.version]"
        case .tooLarge(let byteCount, let limit):
            "\(path): error: the record would have \(byteCount) bytes, but at most \(limit) are read back; "
                + "shorten the prompts, or divide the playground into several [record.size]"
        case .system(let error): error.description
        case .secret(let name):
            "\(path): error: not written, for it would hold the secret '\(name)'; take it out of the prompts and the "
                + "parameters [record.secret]"
        }
    }
}

/// Calls the system, saying what goes wrong as a `RecordError`.
func recording<Result: ~Copyable>(_ body: () throws(PlatformError) -> Result) throws(RecordError) -> Result {
    do { return try body() } catch { throw RecordError(error) }
}
