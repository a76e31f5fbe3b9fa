// Which tools the user has approved: surfaces of playgrounds, in the user's state folder. An approval is of one surface in one
// file: a copy elsewhere, and any change of the tools, is approved anew.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

/// The user's approvals.
package struct TrustStore: Sendable {
    /// Bytes of the file at most.
    private static let byteLimit = 4 << 20

    /// Of this machine; nil where the user has no state folder.
    private let path: String?
    /// Surfaces that the caller has approved for this process, wherever they are.
    private let given: Set<String>

    /// - Parameters:
    ///   - environment: of the process, which names the state folder.
    ///   - given: surfaces that are trusted without an entry.
    package init(environment: [String: String], given: Set<String> = []) {
        path = (try? UserFolders(environment: environment).state()).map { "\($0)/trusted-tools" }
        self.given = given
    }

    /// Surfaces in a file of approvals: one a line, with anything behind it; `#` starts a comment.
    ///
    /// - Throws: `PlatformError`; `UnreadableTrust` for a line that is no surface.
    package static func surfaces(at path: String) throws -> Set<String> {
        let text = String(decoding: try FileSystem.read(path, limit: byteLimit), as: UTF8.self)
        var found: Set<String> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let word = line.split(separator: " ").first, !word.hasPrefix("#") else { continue }
            guard isSurface(String(word)) else { throw UnreadableTrust(path: path, line: index + 1) }
            found.insert(String(word))
        }
        return found
    }

    /// Whether a text is a SHA-256 as `playground trust` prints it.
    package static func isSurface(_ text: String) -> Bool { text.wholeMatch(of: #/[0-9a-f]{64}/#) != nil }

    /// Whether the surface of a playground is approved.
    package func contains(_ surface: String, of playground: String) -> Bool {
        given.contains(surface) || lines().contains(Self.line(surface, playground))
    }

    /// Approves a surface, in the place of any other of the same file.
    package func add(_ surface: String, of playground: String) throws {
        try replace(playground, with: [Self.line(surface, playground)])
    }

    /// Takes back what is approved of a playground.
    ///
    /// - Returns: whether there was anything.
    package func remove(_ playground: String) throws -> Bool {
        let before = lines()
        try replace(playground, with: [])
        return lines() != before
    }

    private func replace(_ playground: String, with new: [String]) throws {
        guard let path else { throw PlatformError(.noHome(variable: "XDG_STATE_HOME"), path: "the user's decisions") }
        try FileSystem.makeFolder(FileSystem.folder(of: path))
        let lock = try FileLock(path + ".lock")
        defer { withExtendedLifetime(lock) {} }
        let suffix = " " + Self.place(playground)
        let kept = lines().filter { !$0.hasSuffix(suffix) || $0.utf8.count != 64 + suffix.utf8.count }
        try FileSystem.replace(path, with: Array((kept + new).map { $0 + "\n" }.joined().utf8))
    }

    /// An unreadable file approves nothing.
    private func lines() -> [String] {
        guard let path, let bytes = try? FileSystem.readIfPresent(path, limit: Self.byteLimit) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func line(_ surface: String, _ playground: String) -> String { "\(surface) \(place(playground))" }

    /// A path on one line, links followed.
    private static func place(_ playground: String) -> String {
        URL(filePath: playground).resolvingSymlinksInPath().path.replacing("\n", with: "\\n")
    }
}

/// A file of approvals with something else in it.
package struct UnreadableTrust: Error, CustomStringConvertible {
    var path: String
    var line: Int

    package var description: String {
        "\(path):\(line):1: error: a line begins with the 64 digits that 'playground trust --print' shows [trust.file]"
    }
}
