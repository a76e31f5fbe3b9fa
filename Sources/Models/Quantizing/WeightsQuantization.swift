// Writing a file of weights in fewer bits. The new file appears under its name when it is whole, and replaces nothing.

internal import Engine
internal import Foundation
internal import Platform

/// What became of one tensor.
package struct TensorQuantization: Sendable, Hashable {
    package var name: String
    /// Names of the formats before and after; equal where the tensor was copied.
    package var source: String
    package var target: String
    package var weightCount: Int
    package var byteCount: Int
    /// Root mean square of what rounding changed, as a share of that of the weights.
    package var relativeError: Double
    /// The largest change of a weight.
    package var largestError: Double
}

/// The whole file.
package struct QuantizationReport: Sendable, Hashable {
    package var path: String
    package var byteCount: Int
    package var sourceByteCount: Int
    package var tensors: [TensorQuantization]
    /// Over all weights that were rounded.
    package var relativeError: Double
}

/// A format to write weights in.
package struct WeightsQuantization: Sendable {
    private let format: TensorFormat

    /// The formats that are written, as in `Q4_K`.
    package static var formatNames: [String] { QuantizationPlan.formats.map(\.name) }

    /// Nil for a name that is not among `formatNames`, in any case of letters.
    package init?(formatNamed name: String) {
        guard let format = QuantizationPlan.formats.first(where: { $0.name == name.uppercased() }) else { return nil }
        self.format = format
    }

    /// Weights rounded and written at a time.
    private static let piece = 1 << 22

    /// Writes the weights of the file at `source`, which are floats, to `target`. Norms and other vectors are copied; see
    /// `QuantizationPlan` for matrices that get another format than the one asked for. Costs the size of a few rows in memory.
    ///
    /// - Parameter report: called before each tensor, with its number from 0 on and how many there are.
    /// - Throws: `ModelError` `.fileExists`, `EngineError`, `GGUFError`, `PlatformError`. The new file is then not there.
    package func run(
        from source: String, to target: String, threads: Int?,
        report: (_ tensor: String, _ index: Int, _ count: Int) -> Void
    ) throws -> QuantizationReport {
        guard FileStatus(target) == nil else { throw ModelError(.fileExists(path: target)) }
        let file = try GGUFFile(path: source)
        let plan = try QuantizationPlan(of: file, as: format)
        let quantizer = RowQuantizer(file: file, pool: WorkerPool(threads: threads))
        let process = ProcessInfo.processInfo.processIdentifier
        let temporary = "\(FileSystem.folder(of: target))/.\(FileSystem.name(of: target)).\(process)-0.tmp"
        do {
            let result = try write(plan, of: file, with: quantizer, to: temporary, report)
            guard FileStatus(target) == nil else { throw ModelError(.fileExists(path: target)) }
            try FileSystem.move(temporary, to: target)
            return QuantizationReport(
                path: target, byteCount: result.byteCount, sourceByteCount: file.mapping.count,
                tensors: result.tensors, relativeError: result.error.relative)
        } catch {
            if FileStatus(temporary) != nil { try FileSystem.removeFile(temporary) }
            throw error
        }
    }

    private func write(
        _ plan: QuantizationPlan, of file: GGUFFile, with quantizer: RowQuantizer, to path: String,
        _ report: (String, Int, Int) -> Void
    ) throws -> (tensors: [TensorQuantization], error: RoundingError, byteCount: Int) {
        var writer = try FileWriter(path, keeping: 0)
        try writer.write(plan.front)
        var (tensors, total): ([TensorQuantization], RoundingError) = ([], RoundingError())
        for (index, entry) in plan.entries.enumerated() {
            let tensor = entry.tensor
            report(tensor.name, index, plan.entries.count)
            let gap = plan.front.count + entry.place - writer.byteCount
            try writer.write([UInt8](repeating: 0, count: gap))
            var error = RoundingError()
            if entry.isCopied {
                for begin in stride(from: tensor.bytes.lowerBound, to: tensor.bytes.upperBound, by: Self.piece) {
                    let count = min(Self.piece, tensor.bytes.upperBound - begin)
                    try writer.write(file.mapping.array(UInt8.self, at: begin, count: count) ?? [])
                }
            } else {
                let rows = max(1, Self.piece / tensor.columns)
                for begin in stride(from: 0, to: tensor.rows, by: rows) {
                    let part = try quantizer.quantize(begin..<min(begin + rows, tensor.rows), of: entry)
                    try writer.write(part.bytes)
                    error += part.error
                }
            }
            total += error
            tensors.append(
                TensorQuantization(
                    name: tensor.name, source: tensor.format.name, target: entry.format.name,
                    weightCount: tensor.count, byteCount: entry.byteCount, relativeError: error.relative,
                    largestError: error.largest))
        }
        try writer.sync()
        return (tensors, total, writer.byteCount)
    }
}
