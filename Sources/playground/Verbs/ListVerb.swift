// `playground list` and `playground check`: how cells stand to their records. Neither needs a model, and neither writes.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let list = Verb(
        name: "list", operands: "[PATH…]", summary: "Show cells, how they stand to their records, and why.",
        flags: [
            Flag("--stale", nil, "only cells that a run would ask"),
            Flag("--tokens", nil, "what each question takes of its context, where the weights are on this machine"),
            .parameter, .parameterFile, .model,
        ]
    ) { call in
        var status = ExitStatus.good
        for target in try Target.expand(call.arguments.operands) {
            guard let playground = try LoadedPlayground.load(target, call) else {
                status = .usage
                continue
            }
            let plan = try playground.plan(call.models.source(nil))
            for note in plan.notes { call.console.progress(note) }
            let width = PlanLine.width(plan)
            var counts: [String: CellTokens] = [:]
            if call.arguments.has("--tokens") {
                counts = try await CellTokens.counts(of: plan, playground, call.models.source(nil), call.console)
            }
            for var line in PlanLine.lines(of: plan, ids: Set(target.ids)) {
                if call.arguments.has("--stale"), line.state == "fresh" { continue }
                line.counts = counts[line.id]
                call.console.result(call.isJSON ? line.json(target.path) : line.text(width))
            }
        }
        return status
    }

    static let check = Verb(
        name: "check", operands: "[PATH…]",
        summary: "Verify without a model that files are right and records are fresh, whole and as a run wrote them.",
        flags: [.parameter, .parameterFile, .model]
    ) { call in
        var status = ExitStatus.good
        for target in try Target.expand(call.arguments.operands) {
            guard let playground = try LoadedPlayground.load(target, call) else {
                status = status.and(.usage)
                continue
            }
            let plan = try playground.plan(call.models.source(nil))
            for note in plan.notes { call.console.progress(note) }
            let width = PlanLine.width(plan)
            let strays = target.ids.isEmpty ? PlanLine.strays(of: plan, playground) : []
            let lines = (PlanLine.lines(of: plan, ids: Set(target.ids)) + strays).map { $0.checked(playground) }
            let wrong = lines.filter { $0.state != "fresh" }
            let complaint = target.ids.isEmpty ? try playground.recordComplaint() : nil
            if call.isJSON {
                for line in lines { call.console.result(line.json(target.path)) }
                if let complaint {
                    call.console.result(
                        JSONLine.text([
                            "playground": .string(target.path), "record": .string(playground.paths.outputs),
                            "state": .string("stale"), "reasons": .array([.string(complaint)]),
                        ]))
                }
            } else {
                for line in wrong { call.console.result("\(target.path)#\(line.text(width))") }
                if let complaint, wrong.isEmpty {
                    call.console.result("\(playground.paths.outputs)  stale: \(complaint)\n")
                }
                call.console.progress(summary(of: target.path, lines: lines, isRecordRight: complaint == nil))
            }
            if !wrong.isEmpty || complaint != nil { status = status.and(.stale) }
        }
        return status
    }

    /// How a file stands, and what helps.
    private static func summary(of path: String, lines: [PlanLine], isRecordRight: Bool) -> String {
        let orphans = lines.count { $0.state == "orphan" }
        let cells = lines.count - orphans
        let stale = cells - lines.count { $0.state == "fresh" }
        let noun = "cell\(cells == 1 ? "" : "s")"
        guard stale > 0 || orphans > 0 || !isRecordRight else { return "\(path): \(cells) \(noun) fresh" }
        let counts =
            (stale > 0 ? ["\(stale) of \(cells) \(noun) stale"] : [])
            + (orphans > 0 ? ["\(orphans) orphan\(orphans == 1 ? "" : "s")"] : [])
        let what = counts.isEmpty ? "the record is stale" : counts.joined(separator: ", ")
        return "\(path): \(what); run: playground run \(orphans > 0 ? "--prune " : "")\(path)"
    }
}

/// One cell of a listing.
private struct PlanLine {
    var id: String
    var state: String
    var reasons: [String]
    var step: Plan.Step?
    /// What the question takes of its context.
    var counts: CellTokens?

    static func lines(of plan: Plan, ids: Set<String>) -> [PlanLine] {
        let cells = plan.steps.map { step in
            PlanLine(
                id: step.id, state: step.state.rawValue,
                reasons: step.reasons + (step.isKept ? ["a result is kept"] : []), step: step)
        }
        let orphans = plan.orphans.map { PlanLine(id: $0, state: "orphan", reasons: ["no such cell"], step: nil) }
        return (cells + orphans).filter { ids.isEmpty || ids.contains($0.id) }
    }

    /// Transcripts that belong to nothing on record.
    static func strays(of plan: Plan, _ playground: LoadedPlayground) -> [PlanLine] {
        playground.paths.transcripts(besides: Set(plan.steps.map(\.id) + plan.orphans)).map {
            PlanLine(id: $0, state: "orphan", reasons: ["a transcript of no cell"], step: nil)
        }
    }

    /// A fresh cell whose transcript is not what its record says is not whole.
    func checked(_ playground: LoadedPlayground) -> PlanLine {
        guard let step, step.state == .fresh, let cell = step.prepared, let entry = step.recorded else { return self }
        let conversation = cell.answered(by: entry)
        let expected = Array(playground.document.transcriptText(of: conversation).utf8)
        let path = playground.paths.transcript(of: id)
        var line = self
        do throws(PlatformError) {
            let found = try FileSystem.readIfPresent(path, limit: expected.count)
            let isStreamWanting =
                cell.recordsSnapshots && playground.paths.snapshotsFile(of: id, key: entry.key) == nil
            if found == expected, !isStreamWanting { return self }
            if found == expected {
                line.state = "missing"
                line.reasons = ["no stream of the answer"]
                return line
            }
            line.state = found == nil ? "missing" : "stale"
            line.reasons = [found == nil ? "no transcript" : "the transcript is not that of the record"]
        } catch {
            line.state = "stale"
            if case .tooLarge = error.kind {
                line.reasons = ["the transcript is not that of the record"]
            } else {
                line.reasons = ["the transcript can't be read: \(error.reason)"]
            }
        }
        return line
    }

    /// Columns of the ids of a whole listing.
    static func width(_ plan: Plan) -> Int {
        min(32, (plan.steps.map(\.id.count) + plan.orphans.map(\.count)).max() ?? 0)
    }

    func text(_ width: Int) -> String {
        let name = id + String(repeating: " ", count: max(0, width - id.count))
        let tokens =
            step?.recorded.map {
                "\($0.inputTokenCount) + \($0.outputTokenCount) tokens" + ($0.cut.map { ", \($0)" } ?? "")
            } ?? ""
        let rest = reasons.isEmpty ? tokens : reasons.joined(separator: ", ")
        return "\(name)  \(state)\(rest.isEmpty ? "" : ": \(rest)")\n" + (counts.map { "    \($0.text)\n" } ?? "")
    }

    func json(_ path: String) -> String {
        JSONLine.text([
            "playground": .string(path), "cell": .string(id), "state": .string(state),
            "reasons": .array(reasons.map(JSONValue.string)),
            "generating": step?.cell.generating.map { .string($0.value) },
            "key": step?.prepared.map { .string($0.key.text) },
            "inputTokens": step?.recorded.map { .integer($0.inputTokenCount) },
            "outputTokens": step?.recorded.map { .integer($0.outputTokenCount) },
            "finish": step?.recorded.map { .string($0.finish) },
            "promptTokens": counts.map { .integer($0.prompt) },
            "contextSize": counts?.contextSize.map { .integer($0) },
            "schemaTokens": counts?.schema.map { .integer($0) },
        ])
    }
}
