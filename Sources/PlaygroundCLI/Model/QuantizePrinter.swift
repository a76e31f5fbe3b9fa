// `playground model quantize`: what is being written, and afterwards what each tensor lost.

internal import FoundationModels
internal import Models

/// Runs the quantizer for a command.
struct QuantizePrinter {
    private let call: Invocation

    init(_ call: Invocation) { self.call = call }

    func quantize(from source: String, to target: String) throws -> ExitStatus {
        let wanted = call.arguments.values("--type").last
        guard let wanted, let quantization = WeightsQuantization(formatNamed: wanted) else {
            let names = WeightsQuantization.formatNames.joined(separator: ", ")
            let found = wanted.map { "'\($0)' is no format that is written; " } ?? ""
            throw UsageError(message: "\(found)'model quantize' takes --type with one of \(names)")
        }
        defer { call.console.transient(nil) }
        let report = try quantization.run(from: source, to: target, threads: try call.arguments.threads()) {
            call.console.transient("\($0)  \($1 + 1) of \($2)")
        }
        call.console.transient(nil)
        call.console.result(call.isJSON ? lines(report) : table(report))
        return .good
    }

    private func lines(_ report: QuantizationReport) -> String {
        let tensors = report.tensors.map { tensor in
            JSONLine.text([
                "tensor": .string(tensor.name), "from": .string(tensor.source), "to": .string(tensor.target),
                "weights": .integer(tensor.weightCount), "bytes": .integer(tensor.byteCount),
                "relativeError": number(tensor.relativeError), "largestError": number(tensor.largestError),
            ])
        }
        let whole = JSONLine.text([
            "path": .string(report.path), "bytes": .integer(report.byteCount),
            "sourceBytes": .integer(report.sourceByteCount), "relativeError": number(report.relativeError),
        ])
        return tensors.joined() + whole
    }

    private func number(_ number: Double) -> JSONValue? { JSONNumber(number).map(JSONValue.number) }

    private func table(_ report: QuantizationReport) -> String {
        let rounded = report.tensors.filter { $0.source != $0.target }
        let rows = rounded.map { tensor in
            [
                tensor.name, tensor.source, tensor.target, ByteCount.text(tensor.byteCount),
                percent(tensor.relativeError), significant(tensor.largestError),
            ]
        }
        let head = ["TENSOR", "FROM", "TO", "SIZE", "RMS ERROR", "LARGEST"]
        let copied = report.tensors.count - rounded.count
        return TextTable.text([head] + rows)
            + "\(report.path): \(ByteCount.text(report.byteCount)) of \(ByteCount.text(report.sourceByteCount)), "
            + "\(rounded.count) tensors rounded, \(copied) copied, RMS error \(percent(report.relativeError))\n"
    }

    /// As in `7.15 %`.
    private func percent(_ share: Double) -> String {
        let hundredths = Int((share * 10_000).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }

    /// Three digits, as in `0.0312` and `2.1e-05`.
    private func significant(_ number: Double) -> String {
        guard number > 0 else { return "0" }
        var unit = 1.0
        while number / unit < 100 { unit /= 10 }
        return Float((number / unit).rounded() * unit).description
    }
}
