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
        // Some file systems wait for the disk when a file is cut and written again, but not when it is new.
        try? FileManager.default.removeItem(at: file)
        try Data(bytes).write(to: file)
        return file.path
    }
}
