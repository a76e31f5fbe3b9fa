// `playground list` and `playground check`: how cells stand to their records. Neither needs a model, and neither writes.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let list = Verb(
        name: "list", operands: "[PATH…]", summary: "Show cells, how they stand to their records, and why.",
        flags: [
            Flag("--stale", nil, "only cells that a run would ask"),
            Flag("--prefix", nil, "tokens that prompts share, and new ones; reads the weights"),
            Flag("--tokens", nil, "what each question takes of its context, where the weights are on this machine"),
            .parameter, .parameterFile, .model, .variant,
        ]
    ) { call in
        var status = ExitStatus.good
        for target in try Target.expand(call.arguments.operands) {
            guard let playground = try LoadedPlayground.load(target, call) else {
                status = .usage
                continue
            }
            var rows: [PlanLine] = []
            var ends = Verdicts.Ends(playground)
            let plan = try playground.plan(call.models.source(nil)) { step in
                ends.add(step)
                let address = RowAddress(step.id)
                if target.ids.contains(where: { $0 == step.id || $0 == address.cell }) { rows.append(PlanLine(step)) }
            }
            for note in plan.notes { call.console.progress(note) }
            let width = PlanLine.width(plan)
            if call.arguments.has("--prefix") {
                try await playground.listPrefixes(plan, of: target, width, call)
                continue
            }
            var counts: [String: CellTokens] = [:]
            if call.arguments.has("--tokens") {
                counts = try await CellTokens.counts(of: plan, playground, call.models.source(nil), call.console)
            }
            ends.add(plan)
            let verdicts = Verdicts(playground, ends)
            for var line in PlanLine.lines(of: plan, ids: Set(target.ids), verdicts) + rows {
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
        flags: [
            .parameter, .parameterFile, .model, .variant,
            Flag("--report", "FORM", "also as junit=FILE, or as annotations: github; may be given twice"),
            Flag("--exit-zero", nil, "end with 0 whatever is found, but for files that are wrong"),
        ] + LiveChecking.flags
    ) { call in
        let reporters = try call.arguments.values("--report").map(CheckReporter.init)
        var report = CheckReport()
        var status = try await LiveChecking(call)?.run() ?? .good
        guard status != .usage, status != .interrupted else { return status }
        for target in try Target.expand(call.arguments.operands) {
            guard let playground = try LoadedPlayground.load(target, call) else {
                status = status.and(.usage)
                continue
            }
            let rowCheck = try RowCheck(playground.document, at: playground.paths)
            var ends = Verdicts.Ends(playground)
            let plan = try playground.plan(call.models.source(nil)) { step in
                rowCheck.visit(step)
                ends.add(step)
            }
            ends.add(plan)
            for note in plan.notes { call.console.progress(note) }
            let width = PlanLine.width(plan)
            let strays = target.ids.isEmpty ? PlanLine.strays(of: plan, playground) : []
            let ids = Set(target.ids.map { RowAddress($0).cell })
            let verdicts = Verdicts(playground, ends, ids: ids)
            let lines = (PlanLine.lines(of: plan, ids: ids, verdicts) + strays).map { $0.checked(playground, rowCheck) }
            let wrong = lines.filter { $0.state != "fresh" && !verdicts.isExpectedFailure($0.id) }
            let wrongIDs = Set(wrong.map(\.id))
            report.cases += lines.map { $0.reported(playground, isWrong: wrongIDs.contains($0.id), verdicts) }
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
                for line in verdicts.lines(call.console.coloredResult) { call.console.page(line + "\n") }
                let held = verdicts.phrase.map { "; \($0)" } ?? ""
                call.console.progress(
                    summary(of: target.path, lines: lines, wrong: wrong, isRecordRight: complaint == nil) + held)
            }
            if !wrong.isEmpty || complaint != nil { status = status.and(.stale) }
            if !verdicts.isGood { status = status.and(.differs) }
        }
        for reporter in reporters { try reporter.write(report, call.console) }
        return call.arguments.has("--exit-zero") && status != .usage ? .good : status
    }

    /// How a file stands, and what helps.
    private static func summary(
        of path: String, lines: [PlanLine], wrong: [PlanLine], isRecordRight: Bool
    ) -> String {
        let orphans = lines.count { $0.state == "orphan" }
        let cells = lines.count - orphans
        let stale = wrong.count - orphans
        let noun = "cell\(cells == 1 ? "" : "s")"
        guard stale > 0 || orphans > 0 || !isRecordRight else { return "\(path): \(cells) \(noun) fresh" }
        let counts =
            (stale > 0 ? ["\(stale) of \(cells) \(noun) stale"] : [])
            + (orphans > 0 ? ["\(orphans) orphan\(orphans == 1 ? "" : "s")"] : [])
        let what = counts.isEmpty ? "the record is stale" : counts.joined(separator: ", ")
        return "\(path): \(what); run: playground run \(orphans > 0 ? "--prune " : "")\(path)"
    }
}

extension LoadedPlayground {
    fileprivate func listPrefixes(_ plan: Plan, of target: Target, _ width: Int, _ call: Invocation) async throws {
        let opened = try await call.models.source(nil).open(model, for: paths)
        let states = Dictionary(plan.steps.map { ($0.id, $0.state) }, uniquingKeysWith: { first, _ in first })
        for line in try PrefixListing(plan, of: document, by: opened).lines
        where target.ids.isEmpty || target.ids.contains(line.cell) {
            if call.arguments.has("--stale"), states[line.cell] == .fresh { continue }
            if call.isJSON {
                call.console.result(
                    JSONLine.text([
                        "playground": .string(target.path), "cell": .string(line.cell),
                        "inputTokens": line.tokens.map { .integer($0.count) },
                        "sharedTokens": line.tokens.map { .integer($0.shared) },
                        "warnings": .array(line.warnings.map(JSONValue.string)),
                    ]))
                continue
            }
            let name = line.cell + String(repeating: " ", count: max(0, width - line.cell.count))
            let words =
                line.tokens.map { "\($0.count) tokens: \($0.shared) shared, \($0.count - $0.shared) new" }
                ?? "waits for another cell"
            call.console.result("\(name)  \(words)\n")
            line.warnings.forEach(call.console.progress)
        }
    }
}

/// One cell of a listing.
struct PlanLine {
    var id: String
    var state: String
    var reasons: [String]
    var step: Plan.Step?
    var verdicts: Verdicts?
    /// What the question takes of its context.
    var counts: CellTokens?

    init(_ step: Plan.Step) {
        let kept =
            step.rows.map { "\($0.keptCount) result\($0.keptCount == 1 ? " is" : "s are") kept" } ?? "a result is kept"
        self.init(
            id: step.id, state: step.state.rawValue, reasons: step.reasons + (step.isKept ? [kept] : []), step: step)
    }

    init(id: String, state: String, reasons: [String], step: Plan.Step?) {
        self.id = id
        self.state = state
        self.reasons = reasons
        self.step = step
    }

    private static func words(_ rows: RowTally) -> String {
        "\(rows.count) rows, \(rows.inputTokenCount) + \(rows.outputTokenCount) tokens"
            + (rows.cutCount > 0 ? ", \(rows.cutCount) cut" : "")
    }

    static func lines(of plan: Plan, ids: Set<String>, _ verdicts: Verdicts) -> [PlanLine] {
        let cells = plan.steps.map { step in
            var line = PlanLine(step)
            line.verdicts = verdicts
            return line
        }
        let orphans = plan.orphans.map { PlanLine(id: $0, state: "orphan", reasons: ["no such cell"], step: nil) }
        return (cells + orphans).filter { ids.isEmpty || ids.contains($0.id) }
    }

    /// Records of rows that are no more, and transcripts that belong to nothing on record.
    static func strays(of plan: Plan, _ playground: LoadedPlayground) -> [PlanLine] {
        plan.orphans(at: playground.paths).dropFirst(plan.orphans.count).map { id in
            let reason = RowAddress(id).row.map { $0 == "*" ? "rows of a cell that has none" : "no such row" }
            return PlanLine(id: id, state: "orphan", reasons: [reason ?? "a transcript of no cell"], step: nil)
        }
    }

    /// A fresh cell whose transcript is not what its record says is not whole.
    func checked(_ playground: LoadedPlayground, _ rows: RowCheck) -> PlanLine {
        if step?.rows != nil {
            let complaints = rows.complaints(of: id)
            var line = self
            if !complaints.isEmpty, state == "fresh" { line.state = "stale" }
            line.reasons += complaints
            return line
        }
        guard let step, step.state == .fresh, let cell = step.prepared, let entry = step.recorded else { return self }
        let conversation = cell.answered(with: entry)
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
        let held = verdicts?.phrase(of: id).map { ", \($0)" } ?? ""
        let rest =
            reasons.isEmpty
            ? step?.rows.map { Self.words($0) + held } ?? (tokens.isEmpty ? "" : tokens + held)
            : reasons.joined(separator: ", ")
        return "\(name)  \(state)\(rest.isEmpty ? "" : ": \(rest)")\n" + (counts.map { "    \($0.text)\n" } ?? "")
    }

    func json(_ path: String) -> String {
        JSONLine.text([
            "playground": .string(path), "cell": .string(RowAddress(id).cell),
            "row": RowAddress(id).row.map(JSONValue.string), "state": .string(state),
            "reasons": .array(reasons.map(JSONValue.string)),
            "rows": step?.rows.map { rows in
                .object(
                    [JSONMember(key: "count", value: .integer(rows.count))]
                        + [Plan.State.fresh, .stale, .edited, .missing, .failed].compactMap { state in
                            rows.states[state].map { JSONMember(key: state.rawValue, value: .integer($0)) }
                        })
            },
            "generating": step?.cell.generating.map { .string($0.value) },
            "key": step?.prepared.map { .string($0.key.text) },
            "inputTokens": step?.recorded.map { .integer($0.inputTokenCount) },
            "outputTokens": step?.recorded.map { .integer($0.outputTokenCount) },
            "finish": step?.recorded.map { .string($0.finish) }, "expectations": verdicts?.json(of: id),
            "promptTokens": counts.map { .integer($0.prompt) },
            "contextSize": counts?.contextSize.map { .integer($0) },
            "schemaTokens": counts?.schema.map { .integer($0) },
            "toolTokens": counts.flatMap { counts in
                counts.tools.isEmpty
                    ? nil : .object(counts.tools.map { JSONMember(key: $0.name, value: .integer($0.count)) })
            },
        ])
    }
}
