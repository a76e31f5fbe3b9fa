// A folder for one test's files, gone when the test is.

package import Foundation

/// A new, empty folder that is removed with everything in it when the last reference goes.
package final class ScratchFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file into the folder, in place of one of that name, and returns its path.
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = url.appending(path: name)
        // Written by hand: `Data.write` waits for the disk, and some file systems wait when a file is cut and written again.
        unsafe unlink(file.path)
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        return file.path
    }
}
