// Golden values in JSON files beside the tests: compared always, rewritten only when asked to.

internal import Foundation
package import Testing

/// Named values of `Tests/<target>/Goldens/FILE`. With `PLAYGROUND_UPDATE_GOLDENS` set, they are written anew.
package enum Goldens {
    private static let lock = NSLock()

    /// Records an issue where `value` is not the golden one, or where there is none.
    package static func check(
        _ value: String, name: String, in file: String, from source: String = #filePath,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        lock.lock()
        defer { lock.unlock() }
        let folder = URL(filePath: source).deletingLastPathComponent().appending(path: "Goldens")
        let url = folder.appending(path: file)
        var goldens = (try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: url))) ?? [:]
        if ProcessInfo.processInfo.environment["PLAYGROUND_UPDATE_GOLDENS"] != nil {
            goldens[name] = value
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (encoder.encode(goldens) + Data("\n".utf8)).write(to: url)
        }
        #expect(goldens[name] == value, "golden '\(name)' in \(file)", sourceLocation: location)
    }
}
