// `playground import`: a file of another program as a playground.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let importing = Verb(
        name: "import", operands: "FILE",
        summary: "Make a playground from a .prompt, .prompty, .prompt.yml or a transcript's .json.",
        flags: [
            Flag(
                "-o", "FILE",
                "the playground; NAME.playground.yaml beside FILE where it is absent, - for standard output")
        ]
    ) { call in
        guard call.arguments.operands.count == 1 else { throw UsageError(message: "'import' needs one FILE") }
        let source = call.arguments.operands[0]
        let given = call.arguments.values("-o").last
        let stem = PlaygroundImport.name(of: source) ?? "imported"
        let folder = FileSystem.folder(of: source)
        let path = given ?? (folder == "." ? "" : "\(folder)/") + "\(stem).playground.yaml"
        let isPrinted = path == "-"
        let name = isPrinted ? stem : PlaygroundPaths(source: path).name
        let imported: PlaygroundImport
        do throws(ImportError) {
            imported = try PlaygroundImport(path: source, name: name)
        } catch {
            call.console.diagnostics(error.description.hasSuffix("\n") ? error.description : error.description + "\n")
            return .usage
        }
        let place = FileSystem.folder(of: path)
        let rowFile = imported.rows.map { place == "." ? $0.name : "\(place)/\($0.name)" }
        if isPrinted, imported.rows != nil {
            throw UsageError(message: "'\(source)' has cases, which need a file of their own; name a file with '-o'")
        }
        for file in [isPrinted ? nil : path, rowFile].compactMap({ $0 }) where FileSystem.exists(file) {
            throw UsageError(message: "'\(file)' is there already; nothing was written")
        }
        if !isPrinted { try Target.refuseRecord(path) }
        for loss in imported.losses { call.console.progress("not carried over: \(loss)") }
        if isPrinted {
            call.console.text(imported.text)
            return .good
        }
        if let rows = imported.rows, let rowFile { try FileSystem.replace(rowFile, with: Array(rows.text.utf8)) }
        try FileSystem.replace(path, with: Array(imported.text.utf8))
        for written in [rowFile, path].compactMap({ $0 }) {
            call.console.result(call.isJSON ? JSONLine.text(["written": .string(written)]) : "\(written)\n")
        }
        let file = PlaygroundFile.load(path: path)
        call.console.diagnostics(file.renderedDiagnostics)
        return file.document == nil ? .failed : .good
    }
}
