// Speed of the matrix kernels: prefill (many columns) as a share of the integer peak, decode (one column) beside a plain
// read, packing and the quantization of activations. Everything is the best of several rounds, and what is compared is
// measured in turns, since neighbours on the machine disturb both alike.
//
//     swift run -c release --package-path Benchmarks kernels [--path avx2|avx512|neon|scalar] [--threads N] [FORMAT...]
import CKernels
import CMachine
import Foundation

@main struct Kernels {
    var path = ck_path_best()
    var threads = max(1, Int(ck_affinity_count()))
    var formats: [Format] = []

    static func main() {
        var kernels = Kernels()
        kernels.readArguments()
        kernels.run()
    }

    private mutating func readArguments() {
        let paths = ["scalar": CK_PATH_SCALAR, "avx2": CK_PATH_AVX2, "avx512": CK_PATH_AVX512, "neon": CK_PATH_NEON]
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--path":
                guard let path = arguments.popFirst().flatMap({ paths[$0] }), ck_path_available(path) else {
                    fail("--path wants one of \(paths.keys.sorted()) that this machine has")
                }
                self.path = path
            case "--threads":
                guard let threads = arguments.popFirst().flatMap(Int.init), threads > 0 else {
                    fail("--threads wants a positive number")
                }
                self.threads = threads
            default:
                guard let format = Format.all.first(where: { $0.name == argument }) else {
                    fail("unknown format '\(argument)'; there are \(Format.all.map(\.name))")
                }
                formats.append(format)
            }
        }
        if formats.isEmpty { formats = Format.all }
    }

    private func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("kernels: error: \(message)\n".utf8))
        exit(2)
    }

    private func run() {
        let peak = peakOfOneCore()
        print(peak > 0 ? "integer peak of one core: \(gops(peak))" : "no integer peak for this path")
        let pools = Set([1, threads]).sorted().map(Pool.init)
        print("\nprefill: Gop/s and share of the peak of as many cores; activations: ns a value, one thread")
        for format in formats {
            for (rows, columns) in prefillShapes(format) {
                for count in [512, 8] { prefill(format, rows, columns, count, pools, peak) }
            }
        }
        print("\ndecode: GB/s of packed weights, and of a plain read of the same bytes")
        for format in formats { decode(format, pools) }
        print("\npacking: GB/s of a file's blocks")
        for format in formats { pack(format, pools) }
    }

    private func peakOfOneCore() -> Double {
        let rounds = 100_000
        let operations = ck_machine_dot_products(path, rounds)
        return operations / best(30) { _ = ck_machine_dot_products(path, rounds) }
    }

    private func prefillShapes(_ format: Format) -> [(Int, Int)] {
        switch format.activationBlock {
        case 256: [(640, 1024)]
        case 32: [(576, 576), (1536, 576)]
        default: [(576, 576)]
        }
    }

    private func prefill(_ format: Format, _ rows: Int, _ columns: Int, _ count: Int, _ pools: [Pool], _ peak: Double) {
        let work = Workload(format, rows: rows, columns: columns, count: count)
        work.pack(0..<work.strips)
        let fill = best(10) { work.fill(path) } / Double(count * columns)
        var line = "\(padded(format.name, 7))\(padded("\(rows)x\(columns)", 10))n=\(padded("\(count)", 4))"
        for pool in pools {
            let perChunk = 4
            let chunks = (work.strips + perChunk - 1) / perChunk
            let time = best(40) {
                pool.run(chunks) { work.multiply(path, $0 * perChunk..<min(work.strips, ($0 + 1) * perChunk)) }
            }
            let speed = work.operations / time
            let share = peak > 0 ? String(format: " %5.1f %%", 100 * speed / peak / Double(pool.threads)) : ""
            line += "  \(pool.threads) thr \(gops(speed))\(share)"
        }
        print(line + String(format: "  fill %.2f ns", fill * 1e9))
    }

    /// A matrix that no cache holds, or most of one.
    private func decode(_ format: Format, _ pools: [Pool]) {
        let columns = 2048
        let rows = (64 << 20) * format.block / format.blockBytes / columns / 16 * 16
        let work = Workload(format, rows: rows, columns: columns, count: 1)
        work.pack(0..<work.strips)
        work.fill(path)
        var line = padded(format.name, 7) + String(format: "%6.1f MB", Double(work.packedBytes) / 1e6)
        for pool in pools {
            // One contiguous part a thread, in a few pieces so that a thread that was held up can be helped.
            let chunks = pool.threads == 1 ? 1 : 8 * pool.threads
            var (multiply, read) = (Double.infinity, Double.infinity)
            for _ in 0..<20 {
                multiply = min(
                    multiply, best(1) { pool.run(chunks) { work.multiply(path, part($0, chunks, work.strips)) } })
                read = min(read, best(1) { pool.run(chunks) { readPart($0, chunks, work) } })
            }
            let (speed, plain) = (Double(work.packedBytes) / multiply / 1e9, Double(work.packedBytes) / read / 1e9)
            line += "  \(pool.threads) thr "
            line += String(format: "%6.1f GB/s, read %6.1f, %5.1f %%", speed, plain, 100 * speed / plain)
        }
        print(line)
    }

    private func pack(_ format: Format, _ pools: [Pool]) {
        let columns = 2048
        let rows = (32 << 20) * format.block / format.blockBytes / columns / 16 * 16
        let work = Workload(format, rows: rows, columns: columns, count: 1)
        var line = padded(format.name, 7)
        for pool in pools {
            let chunks = 8 * pool.threads
            let time = best(5) { pool.run(chunks) { work.pack(part($0, chunks, work.strips)) } }
            line += String(format: "  %d thr %5.1f GB/s", pool.threads, Double(work.packedBytes) / time / 1e9)
        }
        print(line)
    }

    private func readPart(_ chunk: Int, _ chunks: Int, _ work: Workload) {
        let bytes = part(chunk, chunks, work.packedBytes / 512)
        sink(
            ck_machine_read(
                path, work.packed + bytes.lowerBound * 512, bytes.count * 512))
    }

    private func part(_ chunk: Int, _ chunks: Int, _ count: Int) -> Range<Int> {
        count * chunk / chunks..<count * (chunk + 1) / chunks
    }

    private func gops(_ speed: Double) -> String { String(format: "%6.1f Gop/s", speed / 1e9) }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// Keeps a result from being optimized away.
@inline(never) func sink(_ value: UInt64) {}
