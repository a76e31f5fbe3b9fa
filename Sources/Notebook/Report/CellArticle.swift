// One cell on a page: its state, what was asked and answered, what that took, and where it comes from. The same for reports and
// for the page that follows a run.

/// Draws a cell.
struct CellArticle {
    let cell: PlaygroundReport.Cell
    /// What ids of the section start with.
    let anchor: String
    /// The level of the heading.
    let level: Int

    /// The cell further up that has the same instructions.
    var sameInstructions: String?

    private var standing: String { cell.progress?.phase.rawValue ?? cell.state.rawValue }
    private var isUnderWay: Bool { cell.progress?.isUnderWay ?? false }

    var html: HTML {
        HTML { html in
            html.element("article", ["id": "\(anchor)-\(cell.id)", "class": "cell \(standing)", "tabindex": "-1"]) {
                article in
                header(&article)
                if let title = cell.title { article.element("p", ["class": "title", "dir": "auto"], text: title) }
                for reason in cell.reasons where cell.progress == nil {
                    article.element("p", ["class": "reason", "dir": "auto"], text: reason)
                }
                article.newline()
                article.element("dl", ["class": "turns"]) { turns(&$0) }
                if !cell.rows.isEmpty {
                    article.add(
                        RowTable(
                            axes: cell.axes, rows: cell.rows, count: cell.rowCount, isStructured: cell.schema != nil
                        ).html)
                }
                if !isUnderWay {
                    article.verdicts(cell.results)
                    change(&article)
                    if let answer = cell.answer { provenance(answer, &article) }
                }
            }
        }
    }

    private func header(_ article: inout HTML) {
        article.element("header") { header in
            header.element("h\(level)") { $0.element("a", ["href": "#\(anchor)-\(cell.id)"], text: cell.id) }
            header.element("span", ["class": "state \(standing)"], text: standing)
            let figures =
                cell.progress.map(\.words) ?? cell.answer?.figures() ?? rowFigures
            if !figures.isEmpty {
                header.element("span", ["class": "figures", "dir": "auto"], text: figures)
            }
        }
    }

    /// `12 rows, 340 + 120 tokens`; empty where there are none.
    private var rowFigures: String {
        guard cell.rowCount > 0 else { return "" }
        let answers = cell.rows.compactMap(\.answer)
        let (input, output) = answers.reduce((0, 0)) { ($0.0 + $1.inputTokenCount, $0.1 + $1.outputTokenCount) }
        return "\(cell.rowCount) row\(cell.rowCount == 1 ? "" : "s"), \(input) + \(output) tokens"
    }

    private func turns(_ list: inout HTML) {
        if let parent = cell.continues {
            turn("Continues", "origin", &list) { html in
                html.element("a", ["href": "#\(anchor)-\(parent)"], text: parent)
            }
        }
        if let instructions = cell.instructions {
            turn("Instructions", "instructions", &list) { html in
                if let same = sameInstructions {
                    html.element("a", ["href": "#\(anchor)-\(same)"], text: "as for \(same)")
                } else {
                    html.content(instructions, isStructured: false)
                }
            }
        }
        if let prompt = cell.prompt {
            turn("Prompt", "prompt", &list) { $0.content(prompt, isStructured: false) }
        }
        let isLive = isUnderWay || cell.progress?.phase == .cancelled
        for call in (isLive ? cell.progress?.calls : cell.answer?.calls) ?? [] { self.call(call, &list) }
        let name = cell.schema ?? cell.answer?.schema?.name
        if isLive, let progress = cell.progress, cell.axes.isEmpty {
            turn("Response", "response", schema: name, &list) { html in
                html.content(progress.text, isStructured: name != nil, isGrowing: isUnderWay)
            }
        } else if let answer = cell.answer {
            turn("Response", "response", schema: answer.schema?.name, &list) { html in
                html.content(answer.content, isStructured: answer.schema != nil)
            }
        }
    }

    private func call(_ call: RecordedCall, _ list: inout HTML) {
        if let said = call.said, !said.isEmpty {
            turn("Response", "response", &list) { $0.content(said, isStructured: false) }
        }
        turn("Call", "call", &list) { html in
            html.element("code", ["dir": "auto"], text: "\(call.tool) \(call.arguments)")
        }
        turn("Output", "output", &list) { html in
            html.element("pre", ["dir": "auto"], text: call.output)
        }
    }

    private func turn(
        _ name: String, _ kind: String, schema: String? = nil, _ list: inout HTML, _ body: (inout HTML) -> Void
    ) {
        list.newline()
        list.element("div", ["class": "turn \(kind)"]) { turn in
            turn.element("dt") { term in
                term.add(name)
                if let schema {
                    term.add(" ")
                    term.element("small", text: schema)
                }
            }
            turn.element("dd", [:], body)
        }
    }

    /// What the new answer changes of the one that stood on record.
    private func change(_ html: inout HTML) {
        guard let before = cell.progress?.before, let answer = cell.answer, cell.progress?.phase == .ran else { return }
        guard let difference = Difference(from: before, to: answer) else {
            html.element("p", ["class": "note"], text: "The same as the record.")
            return
        }
        html.element("details", ["open": ""]) { details in
            details.element("summary", text: "Against the record")
            details.difference(difference)
        }
    }

    private func provenance(_ answer: OutputEntry, _ html: inout HTML) {
        html.element("details") { details in
            details.element("summary", text: "Provenance")
            details.element("dl", ["class": "fields provenance"]) { list in
                let facts =
                    [
                        ("model", answer.model.name), ("weights", answer.model.sha256),
                        ("engine", "\(answer.engine.version), numerics \(answer.engine.numerics)"),
                        ("key", answer.key), ("finish", answer.finish),
                    ] + answer.options.fields.map { ($0.name, $0.value) }
                for (name, value) in facts {
                    list.element("div") { pair in
                        pair.element("dt", text: name)
                        pair.element("dd") { $0.element("code", ["dir": "auto"], text: value) }
                    }
                }
            }
        }
    }
}
