// `playground export`: a playground as a program, as messages, or as a page.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let export = Verb(
        name: "export", operands: "PATH[#ID]",
        summary:
            "Write a playground as Swift, its conversations as OpenAI-style messages, or the notebook as Markdown.",
        flags: [
            Flag("--to", "swift|openai|markdown", "what to write"),
            Flag("-o", "FILE", "where it goes; standard output where it is absent"),
            .parameter, .parameterFile,
        ]
    ) { call in
        guard let word = call.arguments.values("--to").last, let form = ExportForm(rawValue: word) else {
            let found = call.arguments.values("--to").last.map { ", found '\($0)'" } ?? ""
            throw UsageError(message: "'export' needs '--to swift', '--to openai' or '--to markdown'\(found)")
        }
        let targets = try Target.expand(call.arguments.operands)
        guard targets.count == 1, let target = targets.first else {
            throw UsageError(message: "'export' needs one PATH")
        }
        guard form == .openai || target.ids.isEmpty else {
            throw UsageError(message: "'--to \(word)' writes whole files; name '\(target.path)'")
        }
        guard let playground = try LoadedPlayground.load(target, call) else { return .usage }
        let (text, status) = try form.text(of: playground, target, call)
        guard let path = call.arguments.values("-o").last, path != "-" else {
            call.console.result(text)
            return status
        }
        try refuseOwnFiles(path, playground)
        try FileSystem.replace(path, with: Array(text.utf8))
        if call.isJSON {
            call.console.result(JSONLine.text(["written": .string(path)]))
        } else {
            call.console.progress(path)
        }
        return status
    }

    /// - Throws: where an export would take the place of the playground or of its record.
    private static func refuseOwnFiles(_ path: String, _ playground: LoadedPlayground) throws {
        let own = [playground.paths.source, playground.paths.outputs].compactMap { FileStatus($0)?.inode }
        let isOwn = FileStatus(path).map { own.contains($0.inode) } ?? false
        guard !isOwn else { throw UsageError(message: "'\(path)' is the playground or its record; name another file") }
    }
}

/// What a playground can be exported as.
private enum ExportForm: String {
    case swift
    case openai
    case markdown

    func text(
        of playground: LoadedPlayground, _ target: Target, _ call: Invocation
    ) throws -> (text: String, status: ExitStatus) {
        switch self {
        case .swift:
            let export = SwiftExport(playground.document, name: playground.paths.name)
            for loss in export.losses { call.console.progress("not carried over: \(loss)") }
            return (export.text, .good)
        case .markdown:
            var rows: [Plan.Step] = []
            let plan = try playground.plan(call.models.source(nil)) { rows.append($0) }
            let page = MarkdownExport(playground.document, plan, rows: rows, name: playground.paths.name)
            return (page.text, .good)
        case .openai: return try messages(of: playground, target, call)
        }
    }

    /// A conversation a line: of the cells named, else of all, rows included.
    private func messages(
        of playground: LoadedPlayground, _ target: Target, _ call: Invocation
    ) throws -> (text: String, status: ExitStatus) {
        var steps: [Plan.Step] = []
        let plan = try playground.plan(call.models.source(nil)) { steps.append($0) }
        steps = plan.steps.filter { $0.cell.matrix == nil } + steps.filter { RowAddress($0.id).row != nil }
        if !target.ids.isEmpty {
            steps = steps.filter { step in
                target.ids.contains(step.id) || target.ids.contains(RowAddress(step.id).cell)
            }
        }
        let order = playground.document.cells.map(\.id.value)
        var text = ""
        var status = ExitStatus.good
        for id in order {
            for step in steps where RowAddress(step.id).cell == id {
                guard step.state == .fresh, let entry = step.recorded, let cell = step.prepared else {
                    call.console.progress("\(step.standing); run it first")
                    status = .stale
                    continue
                }
                let request = cell.answered(with: entry).openAI(model: entry.model.name, options: cell.options)
                text += request.text(.spaced) + "\n"
            }
        }
        return (text, status)
    }
}
