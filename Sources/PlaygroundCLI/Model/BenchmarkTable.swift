// A benchmark in words: a row a figure, with its share of what the machine could do at best.

internal import Models

enum BenchmarkTable {
    static func rows(of report: BenchmarkReport) -> [[String]] {
        var rows = [["threads \(report.threads), \(report.path)", "BEST", "MEDIAN", "OF THE LIMIT"]]
        rows += report.figures.map { figure in
            let limit = figure.share.map { "\(Int(($0 * 100).rounded())) % of \(name(of: figure.limit))" }
            return [what(figure), value(figure, figure.bestSeconds), value(figure, figure.medianSeconds), limit ?? ""]
        }
        let one = report.figures.first { $0.kind == .decode && $0.sequences == 1 && $0.depth == 0 }
        if let one, let index = report.figures.firstIndex(where: { $0.sequences > 1 }), one.best > 0 {
            rows[index + 1][3] = "\(decimal(report.figures[index].best / one.best)) times one"
        }
        if report.readRate > 0 {
            rows.append(["plain read of \(ByteCount.text(report.bytesPerToken))", rate(report.readRate, "B"), "", ""])
        }
        if report.integerPeak > 0 { rows.append(["integer peak", rate(report.integerPeak, "op"), "", ""]) }
        return rows
    }

    private static func what(_ figure: BenchmarkFigure) -> String {
        switch figure.kind {
        case .load: "load"
        case .prefill: "prefill of \(figure.tokens) tokens"
        case .decode where figure.sequences > 1: "decode, \(figure.sequences) sequences"
        case .decode: figure.depth == 0 ? "decode" : "decode after \(figure.depth) tokens"
        case .text: "answer of \(figure.tokens) tokens"
        case .guided: "answer by a schema, \(figure.tokens) tokens"
        case .restore: "restore of \(figure.tokens) tokens"
        }
    }

    private static func value(_ figure: BenchmarkFigure, _ seconds: Double) -> String {
        switch figure.kind {
        case .load, .restore: "\(decimal(seconds * 1000)) ms"
        default: "\(Int((Double(figure.tokens * figure.sequences) / max(seconds, 1e-9)).rounded())) tokens/s"
        }
    }

    private static func name(of limit: BenchmarkFigure.Limit?) -> String {
        limit?.kind == .integerPeak ? "the integer peak" : "a plain read"
    }

    private static func rate(_ value: Double, _ unit: String) -> String {
        "\(decimal(value / 1e9)) G\(unit)/s"
    }

    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
