// Where everything that belongs to one playground lies: the tracked sidecars beside it, and the untracked folder.

internal import Platform

/// Paths derived from that of a playground file.
package struct PlaygroundPaths: Sendable, Hashable {
    /// The playground file, as the user gave it.
    package let source: String
    /// The folder of the file; `.` for a bare name.
    package let folder: String
    /// The name without its endings: `desk` of `desk.playground.yaml`; of a variant, `desk@formal`.
    package let name: String
    private let variant: String?

    /// - Parameter variant: whose records they are; nil: the playground's own.
    package init(source: String, variant: String? = nil) {
        self.source = source
        self.variant = variant
        folder = FileSystem.folder(of: source)
        var name = FileSystem.name(of: source)
        for ending in [".playground.yaml", ".playground.yml", ".yaml", ".yml"] where name.hasSuffix(ending) {
            name.removeLast(ending.count)
            break
        }
        self.name = name + (variant.map { "@\($0)" } ?? "")
    }

    /// The paths of a folder, for what belongs to no one playground in it.
    package init(folder: String) {
        source = folder
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        name = ""
        variant = nil
    }

    /// Tracked: the recorded answers.
    package var outputs: String { "\(base).outputs.yaml" }
    /// Tracked: a transcript a cell.
    package var transcripts: String { "\(base).transcripts" }
    package func transcript(of cell: String) -> String { "\(transcripts)/\(cell).json" }

    /// Tracked: the recorded answers of a cell's rows, and their transcripts.
    package func rows(of cell: String) -> String { "\(rowRecords)/\(cell).yaml" }
    package var rowRecords: String { "\(base).outputs" }
    package func rowTranscripts(of cell: String) -> String { "\(transcripts)/\(cell).jsonl" }

    /// What other cells have records or transcripts of rows, by their names.
    package func rowFiles(besides ids: Set<String>) -> [String] {
        func names(_ folder: String, _ ending: String) -> [String] {
            ((try? FileSystem.list(folder)) ?? []).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
                .map { String($0.dropLast(ending.count)) }
        }
        return Set(names(rowRecords, ".yaml") + names(transcripts, ".jsonl")).subtracting(ids).sorted()
    }

    /// What other cells have transcripts, by their names.
    ///
    /// - Parameter ids: of cells that may have one.
    package func transcripts(besides ids: Set<String>) -> [String] {
        ((try? FileSystem.list(transcripts)) ?? []).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }.filter { !ids.contains($0) }
    }

    /// Untracked: everything below can be removed without losing more than time.
    package var state: String { folder == "." ? ".playground" : "\(folder)/.playground" }
    package var ignoreFile: String { "\(state)/.gitignore" }
    package var results: String { "\(state)/results" }
    package var failures: String { "\(state)/failures" }
    package var journal: String { "\(state)/journal/\(name).jsonl" }
    package var runLog: String { "\(state)/runs/\(name).jsonl" }
    /// The page that follows a watch, and the script that it reloads.
    package var livePage: String { "\(state)/runs/\(name).html" }
    package var liveData: String { "\(state)/runs/\(name).js" }
    package var lock: String { "\(state)/\(name).lock" }

    /// Without a `./` in front, so that messages show names as the user knows them.
    var base: String { folder == "." && !source.hasPrefix("./") ? name : "\(folder)/\(name)" }

    /// Whether a kept result is of this playground, or of a variant of it.
    func owns(_ name: String) -> Bool { name == self.name || name.hasPrefix("\(self.name)@") }
}
