// `playground init` and `schema`: files around playgrounds.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let initialize = Verb(
        name: "init", operands: "[FILE.yaml|FOLDER]",
        summary: "Write a first playground, the schema for editors, and a line for .gitattributes.", flags: []
    ) { call in
        let operand = call.arguments.operands.first ?? "."
        guard call.arguments.operands.count <= 1 else { throw UsageError(message: "'init' takes one file or folder") }
        guard !operand.isEmpty else { throw UsageError(message: "'' names no file and no folder") }
        let isFile = [".yaml", ".yml"].contains { operand.hasSuffix($0) } && !FileSystem.isFolder(operand)
        if isFile { try Target.refuseRecord(operand) }
        let folder = isFile ? FileSystem.folder(of: operand) : operand
        let isHere = folder == "." && !operand.hasPrefix("./")
        let place = isHere ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let path = isFile ? operand : place + "tour.playground.yaml"
        if FileSystem.exists(path) {
            throw UsageError(message: "'\(path)' is there already; nothing was written")
        }
        guard case .registered(let model) = call.models.defaultModel else {
            throw UsageError(message: "'init' needs a registered default model")
        }
        try FileSystem.makeFolder(folder)
        let name = PlaygroundPaths(source: path).name
        let title = name.prefix(1).uppercased() + name.dropFirst()
        try FileSystem.replace(path, with: Array(PlaygroundScaffold.playground(title: title, model: model).utf8))
        var written = [path]
        let schema = place + EditorSchema.fileName
        // A schema that is there already may be one that somebody has adapted.
        if !FileSystem.exists(schema) {
            try FileSystem.replace(schema, with: Array(EditorSchema.text.utf8))
            written.append(schema)
        }
        let attributes = place + ".gitattributes"
        let existing = String(decoding: try FileSystem.readIfPresent(attributes, limit: 1 << 20) ?? [], as: UTF8.self)
        if !existing.contains("*.outputs.yaml") {
            let start = existing.isEmpty || existing.hasSuffix("\n") ? existing : existing + "\n"
            try FileSystem.replace(attributes, with: Array((start + PlaygroundScaffold.gitAttributes).utf8))
            written.append(attributes)
        }
        for path in written {
            call.console.result(call.isJSON ? JSONLine.text(["written": .string(path)]) : "\(path)\n")
        }
        if !call.isJSON { call.console.progress("run it: playground run \(path)") }
        return .good
    }

    static let completions = Verb(
        name: "completions", operands: "bash|zsh|fish",
        summary: "Print a script that completes verbs and flags in a shell.",
        flags: []
    ) { call in
        let operands = call.arguments.operands
        guard operands.count == 1, let shell = CompletionShell(rawValue: operands[0]) else {
            let found = operands.isEmpty ? "" : ", found '\(operands.joined(separator: " "))'"
            throw UsageError(message: "'completions' takes bash, zsh or fish\(found)")
        }
        call.console.result(shell.script)
        return .good
    }

    static let manual = Verb(
        name: "man", operands: "", summary: "Print the manual page: playground man | man -l -", flags: []
    ) { call in
        guard call.arguments.operands.isEmpty else { throw UsageError(message: "'man' takes no operands") }
        call.console.result(ManualPage.text)
        return .good
    }

    static let schema = Verb(
        name: "schema", operands: "", summary: "Print the JSON Schema of playground files, for editors.", flags: []
    ) { call in
        call.console.result(EditorSchema.text)
        return .good
    }
}
