// Times: compiling, the first masks of a grammar, masks once it is warm, checks of single tokens.

internal import ConstrainedDecoding

struct Stopwatch {
    /// What is printed: times in microseconds.
    struct Report: Encodable {
        var tokenCount: Int
        var schemas = 0
        var refusals = 0
        var documents = 0
        var compile = Distribution()
        /// Masks along documents, each grammar new.
        var firstMask = Distribution()
        /// The same masks once more.
        var warmMask = Distribution()
        /// Checks of the documents' tokens, each grammar new.
        var tokenCheck = Distribution()
        /// The largest memory of a grammar after all its documents, in bytes.
        var byteCount = Distribution()
    }

    let vocabulary: BenchVocabulary
    private var compile: [Double] = []
    private var firstMask: [Double] = []
    private var warmMask: [Double] = []
    private var tokenCheck: [Double] = []
    private var byteCount: [Double] = []
    private var counts: Report

    init(vocabulary: BenchVocabulary) {
        self.vocabulary = vocabulary
        counts = Report(tokenCount: vocabulary.trie.count)
        if let grammar = Self.grammar("{}", vocabulary) { _ = (grammar.grammar, grammar.compiled) }  // what is made once
    }

    var report: Report {
        var report = counts
        report.compile = Distribution(compile)
        report.firstMask = Distribution(firstMask)
        report.warmMask = Distribution(warmMask)
        report.tokenCheck = Distribution(tokenCheck)
        report.byteCount = Distribution(byteCount)
        return report
    }

    private static func grammar(
        _ schema: String, _ vocabulary: BenchVocabulary
    ) -> (grammar: Grammar, compiled: CompiledGrammar)? {
        guard let schema = try? SchemaCompiler.compile(schema, options: .lenient),
            let compiled = try? CompiledGrammar(schema.grammar, vocabulary.trie)
        else { return nil }
        return (schema.grammar, compiled)
    }

    mutating func run(_ given: BenchCase) {
        let clock = ContinuousClock()
        counts.schemas += 1
        let start = clock.now
        guard let (grammar, compiled) = Self.grammar(given.schema, vocabulary) else {
            counts.refusals += 1
            return
        }
        compile.append((clock.now - start).milliseconds * 1e3)
        let splits = given.tests.filter { $0.label == true }.compactMap { test -> [Int]? in
            guard let document = try? JSONDocument(test.data) else { return nil }
            return DocumentSpelling.spell(document, as: grammar).map(vocabulary.split)
        }
        counts.documents += splits.count
        for split in splits { walk(split, compiled, into: \.firstMask) { decoder, _ in _ = decoder.mask() } }
        for split in splits { walk(split, compiled, into: \.warmMask) { decoder, _ in _ = decoder.mask() } }
        byteCount.append(Double(compiled.byteCount))
        // The tables of masks stay out of the checks, which come without them.
        guard let unused = Self.grammar(given.schema, vocabulary)?.compiled else { return }
        for split in splits {
            walk(split, unused, into: \.tokenCheck) { decoder, token in _ = decoder.isAllowed(token) }
        }
    }

    private mutating func walk(
        _ split: [Int], _ grammar: CompiledGrammar, into times: WritableKeyPath<Stopwatch, [Double]>,
        _ body: (ConstrainedDecoder, Int) -> Void
    ) {
        let clock = ContinuousClock()
        guard var decoder = try? ConstrainedDecoder(grammar, budget: nil) else { return }
        var found: [Double] = []
        for token in split {
            let start = clock.now
            body(decoder, token)
            found.append((clock.now - start).milliseconds * 1e3)
            guard decoder.accept(token) else { break }
        }
        self[keyPath: times] += found
    }
}

/// Quantiles of a sample.
struct Distribution: Encodable {
    var count = 0
    var mean = 0.0
    var p50 = 0.0
    var p90 = 0.0
    var p99 = 0.0
    var p999 = 0.0
    var maximum = 0.0

    init() {}

    init(_ values: [Double]) {
        guard !values.isEmpty else { return }
        let sorted = values.sorted()
        func quantile(_ share: Double) -> Double { sorted[Int((Double(sorted.count - 1) * share).rounded())] }
        count = sorted.count
        mean = sorted.reduce(0, +) / Double(sorted.count)
        (p50, p90, p99, p999) = (quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999))
        maximum = quantile(1)
    }
}
