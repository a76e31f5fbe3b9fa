// The `git` program, asked for nothing but objects: no index, no work tree, no network, no program that a repository's
// configuration names.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

/// Why something can't be had from Git, in words.
package struct GitError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable {
        case program
        case noRepository = "no-repository"
        case revision
        case absent
        case failed
    }

    package let kind: Kind
    package let description: String

    init(_ kind: Kind, _ words: String) {
        self.kind = kind
        description = "error: \(words) [git.\(kind.rawValue)]"
    }
}

/// One repository, seen from one of its folders.
package struct GitRepository: Sendable {
    /// The folder in it, from its root with `/` at the end; empty at the root.
    let prefix: String
    private let program: GitProgram

    /// - Parameters:
    ///   - folder: that lies in it.
    ///   - environment: of the process; `PATH` says where `git` is.
    /// - Throws: `.program` without `git`, `.noRepository`.
    package init(containing folder: String, environment: [String: String]) throws(GitError) {
        guard let path = ProgramSearch(environment).path(of: "git") else {
            throw GitError(.program, "there is no program 'git' along PATH; install it to compare revisions")
        }
        // A folder that is not there any more may have been there at a revision.
        var folder = folder
        var gone = ""
        while !FileSystem.isFolder(folder), FileSystem.folder(of: folder) != folder {
            gone = "\(FileSystem.name(of: folder))/\(gone)"
            folder = FileSystem.folder(of: folder)
        }
        program = GitProgram(path: path, folder: folder, environment: environment)
        let (status, bytes, complaint) = try program.run(["rev-parse", "--show-prefix"])
        guard status == 0 else {
            let isOutside = complaint.contains("not a git repository")
            throw isOutside
                ? GitError(.noRepository, "'\(folder)' is in no Git repository; 'diff' compares what was committed")
                : GitError(.failed, Self.words(complaint))
        }
        // A name may end with a line end of its own: only git's is dropped.
        prefix = String(decoding: bytes.dropLast(bytes.last == UInt8(ascii: "\n") ? 1 : 0), as: UTF8.self) + gone
    }

    /// The commit of a name: of a branch, a tag, `HEAD~2`, or, of `A...B`, the last that both have.
    ///
    /// - Throws: `.revision` for what names none.
    package func commit(_ name: String) throws(GitError) -> String {
        let ends = name.split(separator: "...", maxSplits: 1, omittingEmptySubsequences: false)
        if ends.count == 2 {
            let ends = try ends.map { (end) throws(GitError) in try commit(end.isEmpty ? "HEAD" : String(end)) }
            guard let base = try line(["merge-base"] + ends) else {
                throw GitError(.revision, "'\(name)': the two have no commit in common")
            }
            return base
        }
        // Names are words here, never options, nor paths.
        guard !name.isEmpty,
            let commit = try line(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])
        else { throw GitError(.revision, "there is no revision '\(name)' in this repository") }
        return commit
    }

    /// Whether a word names a commit.
    package func isRevision(_ name: String) -> Bool { (try? commit(name)) != nil }

    /// One file of a commit.
    struct File: Sendable {
        /// From the root of the repository.
        var path: String
        var isLink: Bool
        var object: String
        /// Of its content.
        var byteCount: Int
    }

    /// The files of a commit. Cost: grows with their number, not with their sizes.
    func files(of commit: String) throws(GitError) -> [File] {
        let bytes = try output(["ls-tree", "-r", "-z", "-l", "--full-tree", commit])
        return bytes.split(separator: 0).compactMap { entry -> File? in
            // `100644 blob OBJECT    SIZE<tab>PATH`
            guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
            let facts = entry[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard facts.count == 4, facts[1] == "blob", let size = Int(facts[3]),
                let path = String(validating: entry[entry.index(after: tab)...], as: UTF8.self)
            else { return nil }
            return File(path: path, isLink: facts[0] == "120000", object: facts[2], byteCount: size)
        }
    }

    /// The bytes of a file as they were committed.
    func content(of file: File) throws(GitError) -> [UInt8] { try output(["cat-file", "blob", file.object]) }

    private func output(_ words: [String]) throws(GitError) -> [UInt8] {
        let (status, bytes, complaint) = try program.run(words)
        guard status == 0 else { throw GitError(.failed, Self.words(complaint)) }
        return bytes
    }

    /// The line that git answers with; nil where it answers no.
    private func line(_ words: [String]) throws(GitError) -> String? {
        let (status, bytes, _) = try program.run(words)
        let text = String(decoding: bytes, as: UTF8.self)
        return status == 0 ? text.split(separator: "\n").first.map(String.init) : nil
    }

    /// Git's own words, on one line.
    private static func words(_ complaint: String) -> String {
        let line = complaint.split(separator: "\n").first.map(String.init) ?? "it said nothing"
        return "git: " + line.replacing("fatal: ", with: "")
    }
}

/// Starts `git`.
private struct GitProgram: Sendable {
    let path: String
    let folder: String
    let environment: [String: String]

    /// Of one answer, at most.
    private static let byteLimit = 1 << 30

    func run(_ words: [String]) throws(GitError) -> (status: Int32, output: [UInt8], complaint: String) {
        var variables = environment.filter { ["PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME"].contains($0.key) }
        for (name, value) in environment where name.hasPrefix("GIT_") { variables[name] = value }
        variables["LC_ALL"] = "C"
        variables["GIT_OPTIONAL_LOCKS"] = "0"
        variables["GIT_TERMINAL_PROMPT"] = "0"
        // Of a partial clone, missing objects would be fetched.
        variables["GIT_NO_LAZY_FETCH"] = "1"
        let settings = [
            "-C", folder, "--no-pager", "--literal-pathspecs", "-c", "protocol.allow=never", "-c",
            "core.fsmonitor=false",
        ]
        var output: [UInt8] = []
        do {
            let end = try ChildProcess.run(
                path, settings + words, environment: variables, isCancelled: { Task.isCancelled }, tick: {}
            ) { piece in
                guard output.count + piece.count <= Self.byteLimit else {
                    throw GitError(.failed, "git: '\(words[0])' answered with more than \(Self.byteLimit) bytes")
                }
                output += piece
            }
            return (end.status, output, end.complaint)
        } catch let error as GitError {
            throw error
        } catch {
            throw GitError(.failed, "\(error)")
        }
    }
}
