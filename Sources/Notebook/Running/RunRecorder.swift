// The recording side of a run: holds the lock where it writes sidecars, journals each answer as soon as it is finished, and folds what it has into
// the sidecars. At every moment, what is finished is on the disk in the journal or in the sidecars.

internal import Platform

/// What a run leaves on the disk.
package enum RecordingMode: Sendable, Hashable {
    /// Results are kept and the sidecars written.
    case sidecars
    /// Results are kept; the sidecars stay as they are.
    case resultsOnly
    /// Nothing is written.
    case nothing
}

/// Writes for one run at a time.
final class RunRecorder {
    private(set) var outputs: OutputsFile
    let results: ResultsStore
    let paths: PlaygroundPaths
    /// Of cells with a matrix.
    var rows: [String: RowSidecars] = [:]
    private let mode: RecordingMode
    private let journal: Journal
    private var log: RunLog
    private let lock: FileLock?
    private var changes: [String: OutputEntry] = [:]
    /// Of cells and rows that are expected to fail, by id.
    var failures: [String: OutputsFile.Failure] = [:]
    /// Cells whose entry came out of the journal. Their transcripts are not written yet: the run goes through them, too.
    private(set) var takenUp: Set<String> = []
    private var transcripts: [String: Conversation] = [:]
    /// Everything is searched for secrets before it is written.
    var scrubber = SecretScrubber(names: [], variables: [:])
    private var snapshots: [String: SnapshotsFile] = [:]

    /// Takes the lock, and reads the record and what an earlier run could not fold in.
    ///
    /// - Parameters:
    ///   - waits: for another process to let go of the lock, instead of failing.
    ///   - cells: those with a matrix.
    init(_ paths: PlaygroundPaths, mode: RecordingMode, waits: Bool, rows cells: [String] = []) async throws {
        self.paths = paths
        self.mode = mode
        results = ResultsStore(paths)
        journal = Journal(paths)
        log = RunLog(paths)
        // Answers by key are written whole, each in its file: beside the sidecars nothing needs one writer at a time.
        if mode == .nothing {
            lock = nil
        } else {
            try recording { () throws(PlatformError) in
                try FileSystem.makeFolder(paths.state)
                try FileSystem.replace(paths.ignoreFile, with: Array("*\n".utf8))
            }
            if mode == .resultsOnly {
                lock = nil
            } else if waits {
                lock = try await FileLock.waiting(paths.lock)
            } else {
                lock = try recording { () throws(PlatformError) in try FileLock(paths.lock) }
            }
        }
        outputs = try Self.readOutputs(paths)
        failures = Dictionary(outputs.failures.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for cell in cells { rows[cell] = try RowSidecars(of: cell, at: paths) }
        if mode == .sidecars { try takeUpJournal() }
    }

    /// The record as it stands on the disk.
    static func readOutputs(_ paths: PlaygroundPaths) throws(RecordError) -> OutputsFile {
        try OutputsFile(at: paths.outputs)
    }

    private func takeUpJournal() throws(RecordError) {
        let folders = [
            paths.folder, paths.transcripts, paths.rowRecords, paths.state, paths.results, paths.failures,
            FileSystem.folder(of: paths.runLog),
        ]
        for folder in folders {
            try recording { () throws(PlatformError) in try FileSystem.removeAbandonedReplacements(in: folder) }
        }
        for result in try journal.results() {
            if results.result(for: result.entry.key) != result { try results.keep(result) }
            // From here on the run finds it by its key. Only a forced answer to the recorded question has to take the old
            // one's place: a record of any other question was put there by somebody since.
            let address = RowAddress(result.cell)
            if let row = address.row {
                guard entry(of: address)?.key == result.entry.key else { continue }
                rows[address.cell]?.record.set(result.entry, for: row)
                takenUp.insert(address.cell)
            } else if outputs[result.cell]?.key == result.entry.key {
                changes[result.cell] = result.entry
                takenUp.insert(result.cell)
            }
        }
        outputs = outputs.updated(with: changes, order: outputs.entries.map(\.id))
    }

    /// Keeps a finished generation: in the journal first, then by its key.
    func keep(_ result: CellResult) throws(RecordError) {
        guard mode != .nothing else { return }
        try scrubber.requireClean(result.line, for: paths.results)
        if mode == .sidecars { try journal.append(result) }
        try results.keep(result)
    }

    /// Notes what an answer cost.
    func logCost(of outcome: CellOutcome) { log.add(outcome) }

    /// Keeps a failure that would come again.
    func keepFailure(_ message: String, of cell: PreparedCell) throws(RecordError) {
        if mode != .nothing { try results.keepFailure(scrubber.scrubbed(message), of: cell.id, key: cell.key.text) }
    }

    /// Notes a failure that its cell is expected to have.
    func record(failure message: String, of cell: PreparedCell) {
        failures[cell.id] = OutputsFile.Failure(
            id: cell.id, key: cell.key.text, message: scrubber.scrubbed(message))
    }

    /// The failures of cells and rows that are expected to fail, in the order of the file.
    private func recordedFailures(_ document: PlaygroundDocument) -> [OutputsFile.Failure] {
        guard !failures.isEmpty else { return [] }
        return document.cells.filter(\.expectsFailure).flatMap { cell in
            let ids = cell.matrix?.keys.map { RowAddress(cell: cell.id.value, row: $0).text } ?? [cell.id.value]
            return ids.compactMap { failures[$0] }
        }
    }

    /// Notes what the sidecars are to say about a cell.
    func record(_ entry: OutputEntry, ending conversation: Conversation, of cell: String) {
        changes[cell] = entry
        transcripts[cell] = conversation
        failures[cell] = nil
    }

    /// Notes the stream of a cell's answer; nil: none is to be recorded.
    func record(_ file: SnapshotsFile?, of cell: String) { snapshots[cell] = file }

    /// The bytes of the record; nil where there is nothing to record and nothing to replace.
    ///
    /// - Throws: `.tooLarge` for a record that could not be read back.
    private func changedRecord() throws(RecordError) -> [UInt8]? {
        guard !outputs.entries.isEmpty || !outputs.failures.isEmpty || FileSystem.exists(paths.outputs) else {
            return nil
        }
        let bytes = Array(outputs.text.utf8)
        guard bytes.count <= RecordLimit.outputs else {
            throw RecordError(.tooLarge(byteCount: bytes.count, limit: RecordLimit.outputs), path: paths.outputs)
        }
        return bytes
    }

    /// Brings the sidecars up to date and ends the journal. Files whose bytes would not change are not touched.
    ///
    /// - Parameter isLast: of this run: only then is room made, for until then a result may be all there is of an answer.
    func fold(
        _ document: PlaygroundDocument, removing orphans: [String] = [], isLast: Bool = true
    ) throws(RecordError) {
        if mode != .nothing {
            log.flush()
            // Room is made once everything is safe. That it can't be made is no reason to fail a run.
            defer { if isLast { try? results.prune() } }
            try writeSidecars(document, removing: orphans)
        }
    }

    private func writeSidecars(_ document: PlaygroundDocument, removing orphans: [String]) throws(RecordError) {
        guard mode == .sidecars else { return }
        outputs = outputs.updated(with: changes, order: document.cells.map(\.id.value))
        outputs.entries.removeAll { orphans.contains($0.id) }
        outputs.failures = recordedFailures(document)
        let record = try changedRecord()
        if let record { try scrubber.requireClean(record, for: paths.outputs) }
        for (cell, conversation) in transcripts {
            try scrubber.requireClean(
                Array(document.transcriptText(of: conversation).utf8), for: paths.transcript(of: cell))
        }
        try recording { () throws(PlatformError) in
            if let record { try FileSystem.replace(paths.outputs, with: record) }
            if !transcripts.isEmpty { try FileSystem.makeFolder(paths.transcripts) }
            for (cell, conversation) in transcripts.sorted(by: { $0.key < $1.key }) {
                let text = document.transcriptText(of: conversation)
                try FileSystem.replace(paths.transcript(of: cell), with: Array(text.utf8))
            }
            try writeSnapshots(removing: orphans)
            for orphan in orphans where RowAddress(orphan).row == nil {
                try FileSystem.removeFile(paths.transcript(of: orphan))
            }
        }
        try foldRows(document, removing: orphans)
        try journal.clear()
        changes = [:]
        transcripts = [:]
        snapshots = [:]
    }

    /// Writes the streams of cells that record them, and removes those of cells that do not any more.
    private func writeSnapshots(removing orphans: [String]) throws(PlatformError) {
        if !snapshots.isEmpty { try FileSystem.makeFolder(paths.snapshots) }
        guard FileSystem.isFolder(paths.snapshots) else { return }
        for (cell, file) in snapshots.sorted(by: { $0.key < $1.key }) {
            try FileSystem.replace(paths.snapshots(of: cell), with: Array(file.json.utf8))
        }
        for cell in Set(transcripts.keys).subtracting(snapshots.keys).union(orphans).sorted() {
            try FileSystem.removeFile(paths.snapshots(of: cell))
        }
    }
}
