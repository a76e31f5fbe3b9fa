// How much is read of what runs leave on the disk. Far more than any run writes; against files that somebody else put there.

internal import Platform
internal import YAML

/// Bytes that are read at most.
package enum RecordLimit {
    /// Of `NAME.outputs.yaml`. No run writes a larger one.
    package static let outputs = NodeReader.Limits.record.byteCount
    /// Of one kept result or failure: a prompt and instructions of the largest size, each byte written as an escape.
    static let result = 64 << 20
    /// Of the results that a run has not folded into the sidecars yet.
    static let journal = 1 << 30
    /// Of the log of costs, of which a run keeps a mebibyte.
    static let log = 64 << 20
}

extension OutputsFile {
    /// The record at `path`, empty where there is none.
    ///
    /// - Throws: `.system` for what can't be read, or is no regular file; `.newerRecord` as the reader of bytes.
    package init(at path: String) throws(RecordError) {
        let bytes = try recording { () throws(PlatformError) in
            try FileSystem.readIfPresent(path, limit: RecordLimit.outputs)
        }
        try self.init(bytes: bytes, path: path)
    }
}
