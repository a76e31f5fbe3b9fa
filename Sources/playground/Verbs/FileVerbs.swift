// `playground init`, `schema` and `clean`: files around playgrounds.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let initialize = Verb(
        name: "init", operands: "[FOLDER]",
        summary: "Write a first playground, the schema for editors, and a line for .gitattributes.", flags: []
    ) { call in
        let folder = call.arguments.operands.first ?? "."
        guard call.arguments.operands.count <= 1 else { throw UsageError(message: "'init' takes one folder") }
        let place = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let path = place + "tour.playground.yaml"
        if FileSystem.exists(path) {
            throw UsageError(message: "'\(path)' is there already; nothing was written")
        }
        guard case .registered(let model) = call.models.defaultModel else {
            throw UsageError(message: "'init' needs a registered default model")
        }
        try FileSystem.makeFolder(folder)
        let scaffold = PlaygroundScaffold.playground(title: "Tour", model: model)
        try FileSystem.replace(path, with: Array(scaffold.utf8))
        try FileSystem.replace(place + EditorSchema.fileName, with: Array(EditorSchema.text.utf8))
        var written = [path, place + EditorSchema.fileName]
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

    static let schema = Verb(
        name: "schema", operands: "", summary: "Print the JSON Schema of playground files, for editors.", flags: []
    ) { call in
        call.console.result(EditorSchema.text)
        return .good
    }

    static let clean = Verb(
        name: "clean", operands: "[PATH…]",
        summary: "Remove kept results and logs beside playgrounds; sidecars and what waits to be recorded stay.",
        flags: []
    ) { call in
        var cleaned: Set<String> = []
        for target in try Target.expand(call.arguments.operands) {
            let paths = PlaygroundPaths(source: target.path)
            guard cleaned.insert(paths.state).inserted else { continue }
            var count = 0
            for folder in [paths.results, paths.failures, FileSystem.folder(of: paths.runLog)] {
                for name in try FileSystem.list(folder) {
                    try FileSystem.removeFile("\(folder)/\(name)")
                    count += 1
                }
            }
            if call.isJSON {
                call.console.result(JSONLine.text(["folder": .string(paths.state), "removed": .integer(count)]))
            } else {
                call.console.progress("\(paths.state): \(count) files removed")
            }
        }
        return .good
    }
}
