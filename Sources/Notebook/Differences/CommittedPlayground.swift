// A playground as a commit has it: the file, its records and what it stands on, written into a folder of its own, where
// everything that reads playgrounds can read it. Removed with the value.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

/// The files of one playground at one commit.
package final class CommittedPlayground {
    /// Stands for the root of the repository. Only this user may look into it.
    package let root: String
    /// The playground's path there.
    package let path: String
    /// Whether the commit has the playground.
    package private(set) var exists = false

    /// Bytes of one file at most: of larger ones nothing reads.
    private static let byteLimit = ToolFiles.byteLimit

    /// - Parameters:
    ///   - name: of the file, in the folder that the repository is seen from.
    ///   - commit: as `GitRepository.commit` gives it.
    /// - Throws: `GitError`, `PlatformError`.
    package init(_ name: String, at commit: String, of repository: GitRepository) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "playground-diff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        root = folder.path
        path = "\(root)/\(repository.prefix)\(name)"
        do {
            try FileSystem.replace("\(root)/.playground-root", with: [])
            try fill(repository.prefix, name, commit, repository)
        } catch {
            try? FileSystem.removeTree(root)
            throw error
        }
    }

    deinit { try? FileSystem.removeTree(root) }

    private func fill(_ prefix: String, _ name: String, _ commit: String, _ repository: GitRepository) throws {
        let files = try repository.files(of: commit).filter { $0.byteCount <= Self.byteLimit && Self.isPlain($0.path) }
        guard let playground = files.first(where: { $0.path == prefix + name }) else { return }
        exists = true
        let text = try repository.content(of: playground)
        try write(text, playground)
        var words = NameSearch(String(decoding: text, as: UTF8.self))
        let sidecars = PlaygroundPaths(source: prefix + name)
        var rest = files.filter { $0.path != playground.path }
        var found = rest
        repeat {
            // What the text may name: includes, files of tools, schemas; a name too many does no harm.
            found = rest.filter { sidecars.holdsRecord($0.path) || words.names(FileSystem.name(of: $0.path)) }
            let paths = Set(found.map(\.path))
            rest.removeAll { paths.contains($0.path) }
            for file in found {
                let bytes = try repository.content(of: file)
                try write(bytes, file)
                if file.isLink { words.add(String(decoding: bytes, as: UTF8.self)) }
            }
        } while found.contains(where: \.isLink)
    }

    private func write(_ bytes: [UInt8], _ file: GitRepository.File) throws {
        let place = "\(root)/\(file.path)"
        try FileSystem.makeFolder(FileSystem.folder(of: place))
        guard file.isLink else {
            try FileSystem.replace(place, with: bytes)
            return
        }
        let target = String(decoding: bytes, as: UTF8.self)
        // A link out of the repository leads nowhere here.
        let depth = file.path.split(separator: "/").count - 1
        let ups = target.split(separator: "/").prefix { $0 == ".." }.count
        guard !target.hasPrefix("/"), ups <= depth, !target.split(separator: "/").dropFirst(ups).contains("..") else {
            return
        }
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
    }

    /// Whether a path of a tree stays below its root, whoever wrote the tree.
    private static func isPlain(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0 != "." && $0 != ".." && $0 != ".git"
        }
    }
}

/// Whether a text names a file.
private struct NameSearch {
    private var texts: [String] = []
    private var words: Set<Substring> = []

    init(_ text: String) { add(text) }

    mutating func add(_ text: String) {
        texts.append(text)
        words.formUnion(text.split(whereSeparator: Self.divides))
    }

    func names(_ name: String) -> Bool {
        if name == ".playground-root" { return true }
        // Most names are one word of the text; only one with a blank or a mark in it needs a search.
        return name.contains(where: Self.divides) ? texts.contains { $0.contains(name) } : words.contains(name[...])
    }

    private static func divides(_ character: Character) -> Bool {
        character.isWhitespace || "/\"',:;#[]{}()|=".contains(character)
    }
}

extension PlaygroundPaths {
    /// Whether a file is a record of this playground, or what its servers were found to offer.
    fileprivate func holdsRecord(_ path: String) -> Bool {
        path == outputs || path.hasPrefix("\(rowRecords)/") || path.hasPrefix("\(base).tools/")
    }
}
