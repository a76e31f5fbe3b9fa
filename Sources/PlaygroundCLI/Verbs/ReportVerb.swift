// `playground report`: what is on record, as one page.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let report = Verb(
        name: "report", operands: "[PATH…]",
        summary: "Write one HTML file that shows cells, conversations, answers and times. Asks no model.",
        flags: [
            Flag("-o", "FILE", "where the page goes; playground-report.html where it is absent, - for standard output"),
            .parameter, .parameterFile, .model, .variant,
        ]
    ) { call in
        var reports: [PlaygroundReport] = []
        for target in try Target.expand(call.arguments.operands) {
            guard target.ids.isEmpty else {
                throw UsageError(message: "a report is of whole files; name '\(target.path)'")
            }
            guard let playground = try LoadedPlayground.load(target, call) else { return .usage }
            var rows: [Plan.Step] = []
            let plan = try playground.plan(call.models.source(nil)) { rows.append($0) }
            reports.append(PlaygroundReport(plan, rows: rows, paths: playground.paths))
        }
        let page = ReportPage(reports).text
        let path = call.arguments.values("-o").last ?? "playground-report.html"
        if path == "-" {
            call.console.result(page)
            return .good
        }
        try FileSystem.replace(path, with: Array(page.utf8))
        if call.isJSON {
            call.console.result(JSONLine.text(["report": .string(path), "playgrounds": .integer(reports.count)]))
        } else {
            call.console.progress(path)
        }
        return .good
    }
}
