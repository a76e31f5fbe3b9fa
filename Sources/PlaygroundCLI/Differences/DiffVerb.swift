// `playground diff`: what changed in the inputs of a notebook beside what changed in its contents, between two commits or since
// one.

internal import Notebook
internal import Platform

extension Verb {
    static let diff = Verb(
        name: "diff", operands: "[REV [REV]] [PATH…]",
        summary: "Show what changed in a notebook's inputs beside what changed in its contents. Asks no model.",
        flags: [
            Flag("--markdown", nil, "for a review: a table of cells, then their differences"),
            .parameter, .parameterFile,
        ]
    ) { call in
        let (revisions, paths) = try call.revisionsAndPaths()
        var status = ExitStatus.good
        for target in paths {
            do {
                status = status.and(try call.diff(target, revisions))
            } catch let error as GitError {
                call.console.progress("\(target.path): \(error)")
                status = status.and(error.kind == .program || error.kind == .failed ? .failed : .usage)
            }
        }
        return status
    }
}

extension Invocation {
    /// The commits to compare, at most two, and the files.
    ///
    /// What ends as a playground does is a file, whether or not it is there any more; what else is there is one unless it is a
    /// revision, too; all behind `--` are files.
    fileprivate func revisionsAndPaths() throws -> (revisions: [String], paths: [Target]) {
        var revisions: [String] = []
        var files: [String] = []
        let repository = try? GitRepository(containing: ".", environment: models.environment)
        for (index, word) in arguments.operands.enumerated() {
            let isFile = index >= arguments.plainOperandCount || !files.isEmpty || Self.isPlayground(word)
            if isFile {
                files.append(word)
            } else if !FileSystem.exists(word) {
                revisions.append(word)
            } else if repository?.isRevision(word) == true {
                throw UsageError(message: "'\(word)' is a revision and a file; write -- before files")
            } else {
                files.append(word)
            }
        }
        // `A..B` is both ends, as it is to git.
        if revisions.count == 1, !revisions[0].contains("...") {
            revisions = revisions[0].split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "HEAD" : String($0) }
        }
        guard revisions.count <= 2 else {
            throw UsageError(
                message:
                    "'diff' compares two revisions at most, found \(revisions.map { "'\($0)'" }.joined(separator: ", "))"
            )
        }
        let targets = try Target.expand(files)
        if let target = targets.first(where: { !$0.ids.isEmpty }) {
            throw UsageError(message: "'diff' takes whole files; name '\(target.path)' without a cell")
        }
        return (revisions, targets)
    }

    /// Whether a word names a playground, or a cell of one, by its ending.
    private static func isPlayground(_ word: String) -> Bool {
        let path = word.split(separator: "#", maxSplits: 1).first ?? ""
        return path.hasSuffix(".playground.yaml") || path.hasSuffix(".playground.yml")
    }

    fileprivate func diff(_ target: Target, _ revisions: [String]) throws -> ExitStatus {
        let folder = FileSystem.folder(of: target.path)
        let name = FileSystem.name(of: target.path)
        let repository = try GitRepository(containing: folder, environment: models.environment)
        let oldName = revisions.first ?? "HEAD"
        let newName = revisions.count > 1 ? revisions[1] : nil
        let old = try committed(name, oldName, repository)
        let new = try newName.map { try committed(name, $0, repository) }
        let isHere = new?.exists ?? FileSystem.exists(target.path)
        guard old.exists || isHere else {
            let places =
                [oldName, newName].compactMap { $0.map { "at \($0)" } } + (newName == nil ? ["in the folder"] : [])
            throw UsageError(message: "there is no '\(target.path)', neither \(places.joined(separator: " nor "))")
        }
        var versions: [PlaygroundVersion?] = []
        for (committed, name) in [(old as CommittedPlayground?, oldName), (new, newName ?? "")] {
            guard committed?.exists ?? isHere else {
                versions.append(nil)
                continue
            }
            guard let version = try version(of: committed, at: name, target) else { return .usage }
            versions.append(version)
        }
        let difference = NotebookDifference(from: versions[0], to: versions[1])
        let title = DiffTitle(path: target.path, old: oldName, new: newName)
        if isJSON {
            for line in DiffLines(title, difference).lines { console.result(line) }
        } else if arguments.has("--markdown") {
            console.result(DiffMarkdown(title, difference).text)
        } else {
            console.page(DiffText(title, difference, paint: console.coloredResult).text)
        }
        return .good
    }

    private func committed(
        _ name: String, _ revision: String, _ repository: GitRepository
    ) throws -> CommittedPlayground {
        try CommittedPlayground(name, at: try repository.commit(revision), of: repository)
    }

    /// A version as its records stand; nil where its file is wrong, which has been told.
    private func version(
        of committed: CommittedPlayground?, at revision: String, _ target: Target
    ) throws -> PlaygroundVersion? {
        guard let committed else {
            return try LoadedPlayground.load(target, self).map { PlaygroundVersion(try $0.planner(models.source(nil))) }
        }
        // Whoever reads a complaint knows the file by its name and the revision.
        let call = Invocation(
            arguments: arguments,
            console: console.replacing("\(committed.root)/", with: "\(revision):"), models: models)
        return try LoadedPlayground.load(Target(path: committed.path), call).map {
            PlaygroundVersion(try $0.planner(models.source(nil)))
        }
    }
}

/// What is compared.
struct DiffTitle {
    let path: String
    let old: String
    /// nil: the files as they lie there.
    let new: String?

    var newWords: String { new ?? "working tree" }
}
