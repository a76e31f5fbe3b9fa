// What verbs do first: read a playground, say what is wrong with it, and hold it against its records.

internal import FoundationEssentials
internal import Notebook
internal import Platform

/// A playground that is right, with what a command line sets for it.
struct LoadedPlayground {
    let document: PlaygroundDocument
    let paths: PlaygroundPaths
    let parameters: [String: ParameterValue]
    let model: ModelReference
    /// Whether the command line asks another question than the file does.
    let isOverridden: Bool
    /// Whether a run must not write the records: they are those of the file as it stands.
    var leavesSidecars: Bool { isOverridden && variant == nil }
    /// What tools may use, and may do.
    let tools: ToolEnvironment
    /// Whether the command line names a model, which then answers every cell.
    let isModelOverridden: Bool
    /// The records that the command line names; nil: the playground's own.
    let variant: String?

    /// Loads a target. Diagnostics go to standard error, or, with `--json`, to standard output.
    ///
    /// - Returns: nil where there is any error; it has been told.
    /// - Throws: `UsageError` where a cell is named that the file does not have.
    static func load(_ target: Target, _ call: Invocation) throws -> LoadedPlayground? {
        try accept(PlaygroundFile.load(path: target.path), target, call)
    }

    /// As `load`, of a file that has been read.
    static func accept(_ file: PlaygroundFile, _ target: Target, _ call: Invocation) throws -> LoadedPlayground? {
        var file = file
        if let diagnostic = try unknownModel(file, call) {
            file.diagnostics.append(diagnostic)
            file.document = nil
        }
        if call.isJSON {
            for diagnostic in file.diagnostics {
                call.console.result(try JSONLine.encoding(DiagnosticRecord(diagnostic)))
            }
        } else {
            call.console.diagnostics(file.renderedDiagnostics)
        }
        guard let document = file.document else { return nil }
        let ids = document.cells.map(\.id.value)
        for address in target.ids.map({ RowAddress($0) }) {
            guard let cell = document.cell(address.cell) else {
                throw UsageError(
                    message: "\(target.path) has no cell '\(address.cell)'"
                        + Self.suggestion(for: address.cell, among: ids))
            }
            guard let row = address.row else { continue }
            guard let matrix = cell.matrix else {
                throw UsageError(message: "cell '\(address.cell)' of \(target.path) has no matrix, and so no rows")
            }
            guard matrix.number(of: row) != nil else {
                throw UsageError(
                    message: "cell '\(address.cell)' has no row '\(row)'"
                        + Self.suggestion(for: row, among: Array(matrix.keys.prefix(1000)), of: "rows"))
            }
        }
        guard let given = try givenParameters(call) else { return nil }
        let (values, problems) = document.parameterValues(given: given)
        for problem in problems { call.console.progress("\(target.path): error: \(problem.message) [\(problem.code)]") }
        guard problems.isEmpty else { return nil }
        let other = try otherModel(call)
        let variant = try variant(call)
        return LoadedPlayground(
            document: document, paths: PlaygroundPaths(source: target.path, variant: variant), parameters: values,
            model: other ?? document.model?.value ?? call.models.defaultModel,
            isOverridden: !given.isEmpty || other != nil, tools: try ToolEnvironment(call),
            isModelOverridden: other != nil, variant: variant)
    }

    /// The variant that the command line names. It becomes part of the names of files.
    private static func variant(_ call: Invocation) throws(UsageError) -> String? {
        guard let name = call.arguments.values(Flag.variant.name).last else { return nil }
        guard name.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9_-]{0,63}/#) != nil else {
            throw UsageError(
                message:
                    "'\(name)' can't name a variant; a name is a letter or digit, then at most 63 letters, digits, "
                    + "'-' and '_'")
        }
        return name
    }

    /// The model that the command line sets.
    private static func otherModel(_ call: Invocation) throws(UsageError) -> ModelReference? {
        guard let name = call.arguments.values(Flag.model.name).last else { return nil }
        if name.hasSuffix(".gguf") { return .weightsFile(path: absolute(name)) }
        if let registered = call.models.registered(), !registered.contains(name) {
            throw UsageError(message: unknownModel(name, among: registered))
        }
        return .registered(name)
    }

    /// The complaint about a model of the file that nobody knows: neither the registry nor the record, which may come from a
    /// machine where it is registered.
    private static func unknownModel(_ file: PlaygroundFile, _ call: Invocation) throws -> Diagnostic? {
        guard let document = file.document, !call.arguments.has(Flag.model), let registered = call.models.registered()
        else { return nil }
        for model in document.namedModels {
            guard case .registered(let name) = model.value, !registered.contains(name) else { continue }
            let record = try OutputsFile(at: PlaygroundPaths(source: document.path).outputs)
            guard !record.entries.contains(where: { $0.entry.model.name == name }) else { continue }
            return Diagnostic(
                .error, "notebook.unknown-model", unknownModel(name, among: registered), at: model.location)
        }
        return nil
    }

    private static func unknownModel(_ name: String, among registered: [String]) -> String {
        let near = Suggestion.phrase(for: name, among: registered)
        return "no model named '\(name)' is registered"
            + (near.isEmpty ? "; registered are \(registered.map { "'\($0)'" }.joined(separator: ", "))" : near)
    }

    /// The nearest id, or else what ids there are.
    private static func suggestion(for id: String, among ids: [String], of what: String = "cells") -> String {
        let near = Suggestion.phrase(for: id, among: ids)
        if !near.isEmpty { return near }
        return "; its \(what) are \(ids.prefix(12).joined(separator: ", "))" + (ids.count > 12 ? ", …" : "")
    }

    /// What a run would change in the record although every cell is fresh; nil: nothing.
    func recordComplaint() throws -> String? {
        guard let bytes = try FileSystem.readIfPresent(paths.outputs, limit: RecordLimit.outputs) else { return nil }
        return try OutputsFile(bytes: bytes, path: paths.outputs).complaint(
            about: bytes, order: document.cells.map(\.id.value))
    }

    /// The plan as the records stand. Writes nothing.
    ///
    /// - Parameter visit: is shown the step of each row.
    func plan(_ models: any CellModelSource, visit: ((Plan.Step) -> Void)? = nil) throws -> Plan {
        try planner(models).plan(visit: visit)
    }

    /// What makes the plan.
    func planner(_ models: any CellModelSource) throws -> Planner {
        let outputs = try OutputsFile(at: paths.outputs)
        let modelSHA256 = models.sha256(of: model, for: paths)
        // Hashing large weights ends when the user wants that; without their hash every cell would look stale.
        try Task.checkCancellation()
        return try Planner(
            document: document, parameters: parameters, model: model, modelSHA256: modelSHA256, outputs: outputs,
            rows: RowRecord.all(of: document, at: paths), results: ResultsStore(paths), tools: tools,
            isModelOverridden: isModelOverridden, hashes: document.hashes(from: models, for: paths))
    }

    /// The step of one cell without rows, or of one row.
    ///
    /// - Throws: `UsageError` for a cell with rows.
    func step(_ id: String, _ models: any CellModelSource) throws -> Plan.Step? {
        let address = RowAddress(id)
        if address.row == nil, let matrix = document.cell(id)?.matrix {
            let row = RowAddress(cell: id, row: matrix.keys.first)
            throw UsageError(message: "cell '\(id)' has rows; name one, such as '\(paths.source)#\(row.text)'")
        }
        var found: Plan.Step?
        let plan = try plan(models) { if $0.id == id { found = $0 } }
        return found ?? plan.step(id)
    }

    /// Values of files and of the command line, which come later and so win; nil where a file is wrong, which has been told.
    private static func givenParameters(_ call: Invocation) throws -> [(name: String, text: String)]? {
        let arguments = call.arguments
        var given: [(name: String, text: String)] = []
        for path in arguments.values(Flag.parameterFile.name) {
            let file = ParameterFile.load(path: path)
            call.console.diagnostics(DiagnosticRenderer(sources: file.sources).render(file.diagnostics))
            guard file.diagnostics.isEmpty else { return nil }
            given += file.given
        }
        for text in arguments.values(Flag.parameter.name) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError(message: "'-p' needs NAME=VALUE, found '\(text)'")
            }
            given.append((parts[0], parts[1]))
        }
        return given
    }

    /// A path of the command line is relative to the working folder, one in a file to that file's.
    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }
}
