// Guided decoding on schemas from elsewhere: whether it judges documents as it should, and how long its steps take. Cases come
// as JSON lines on standard input, results go as JSON lines to standard output.
//
//     guided-bench judge [--masks] MODEL.gguf < cases.jsonl
//     guided-bench time [--each] MODEL.gguf < cases.jsonl
//     guided-bench vocabulary MODEL.gguf
//
// `--masks` holds each mask against the check of each token; `--each` prints all times of each schema on a line instead of
// quantiles at the end. `vocabulary` prints what the other two work with, for others' libraries: the bytes of each token in base 64, "" for those
// that are no text.

internal import ConstrainedDecoding
internal import Foundation

@main struct GuidedBench {
    static func main() {
        do {
            var arguments = Array(CommandLine.arguments.dropFirst())
            guard let mode = arguments.first else { return usage() }
            arguments.removeFirst()
            let option = arguments.first
            let hasOption = (mode, option) == ("judge", "--masks") || (mode, option) == ("time", "--each")
            if hasOption { arguments.removeFirst() }
            guard arguments.count == 1 else { return usage() }
            let vocabulary = try BenchVocabulary(path: arguments[0])
            switch mode {
            case "judge":
                let judge = Judge(vocabulary: vocabulary, checksMasks: hasOption)
                try forEachCase { try write(judge.verdict(on: $0)) }
            case "time":
                var stopwatch = Stopwatch(vocabulary: vocabulary)
                try forEachCase { given in
                    let times = stopwatch.run(given)
                    if hasOption { try write(times) }
                }
                if !hasOption { try write(stopwatch.report) }
            case "vocabulary": try write(vocabulary.dump)
            default: usage()
            }
        } catch {
            FileHandle.standardError.write(Data("guided-bench: error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func usage() {
        FileHandle.standardError.write(
            Data("usage: guided-bench (judge [--masks] | time [--each] | vocabulary) MODEL.gguf < cases.jsonl\n".utf8))
        exit(2)
    }

    private static func forEachCase(_ body: (BenchCase) throws -> Void) throws {
        let decoder = JSONDecoder()
        while let line = readLine(), !line.isEmpty {
            try body(decoder.decode(BenchCase.self, from: Data(line.utf8)))
        }
    }

    private static func write(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(value) + Data("\n".utf8))
    }
}
