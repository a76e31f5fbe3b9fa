// Times: compiling, the first masks of a grammar, masks once it is warm, checks of single tokens.

internal import ConstrainedDecoding

/// Times in microseconds, of one schema or of many.
struct Times: Encodable {
    var schemas = 0
    var refusals = 0
    var documents = 0
    var compile: [Double] = []
    /// Masks along documents, each grammar new.
    var firstMask: [Double] = []
    /// The same masks once more.
    var warmMask: [Double] = []
    /// Checks of the documents' tokens, each grammar new.
    var tokenCheck: [Double] = []
    /// The same, where the answer must be split as the tokenizer splits it.
    var canonicalCheck: [Double] = []
    /// Memory of each grammar after its documents.
    var byteCount: [Double] = []

    mutating func add(_ other: Times) {
        schemas += other.schemas
        refusals += other.refusals
        documents += other.documents
        compile += other.compile
        firstMask += other.firstMask
        warmMask += other.warmMask
        tokenCheck += other.tokenCheck
        canonicalCheck += other.canonicalCheck
        byteCount += other.byteCount
    }
}

struct Stopwatch {
    struct Report: Encodable {
        var tokenCount: Int
        var schemas: Int
        var refusals: Int
        var documents: Int
        var compile: Distribution
        var firstMask: Distribution
        var warmMask: Distribution
        var tokenCheck: Distribution
        var canonicalCheck: Distribution
        var byteCount: Distribution
    }

    let vocabulary: BenchVocabulary
    private var times = Times()

    init(vocabulary: BenchVocabulary) {
        self.vocabulary = vocabulary
        // What is made once.
        _ = try? SchemaCompiler.compile("{}", options: .lenient)
        _ = grammar("{}", isCanonical: false)?.compiled.minimumBudget
    }

    var report: Report {
        Report(
            tokenCount: vocabulary.trie.count, schemas: times.schemas, refusals: times.refusals,
            documents: times.documents, compile: Distribution(times.compile), firstMask: Distribution(times.firstMask),
            warmMask: Distribution(times.warmMask), tokenCheck: Distribution(times.tokenCheck),
            canonicalCheck: Distribution(times.canonicalCheck), byteCount: Distribution(times.byteCount))
    }

    private func grammar(_ schema: String, isCanonical: Bool) -> (grammar: Grammar, compiled: CompiledGrammar)? {
        guard let schema = try? SchemaCompiler.compile(schema, options: .lenient),
            let compiled = try? CompiledGrammar(
                schema.grammar, vocabulary.trie, canonicalizer: isCanonical ? vocabulary.canonicalizer : nil)
        else { return nil }
        return (schema.grammar, compiled)
    }

    /// The times of one schema.
    mutating func run(_ given: BenchCase) -> Times {
        var found = Times()
        found.schemas = 1
        defer { times.add(found) }
        let start = ThreadClock.now
        guard let (grammar, compiled) = grammar(given.schema, isCanonical: false) else {
            found.refusals = 1
            return found
        }
        found.compile.append(ThreadClock.now - start)
        let splits = given.tests.filter { $0.label == true }.compactMap { test -> [Int]? in
            guard let document = try? JSONDocument(test.data) else { return nil }
            return DocumentSpelling.spell(document, as: grammar).map(vocabulary.split)
        }
        found.documents = splits.count
        for split in splits { found.firstMask += walk(split, compiled) { decoder, _ in _ = decoder.candidates() } }
        for split in splits { found.warmMask += walk(split, compiled) { decoder, _ in _ = decoder.candidates() } }
        found.byteCount.append(Double(compiled.byteCount))
        // Checks come without the tables of masks.
        if let unused = self.grammar(given.schema, isCanonical: false)?.compiled {
            for split in splits { found.tokenCheck += walk(split, unused) { _ = $0.isAllowed($1) } }
        }
        if vocabulary.canonicalizer != nil, let unused = self.grammar(given.schema, isCanonical: true)?.compiled {
            for split in splits { found.canonicalCheck += walk(split, unused) { _ = $0.isAllowed($1) } }
        }
        return found
    }

    /// Times of `body` before each token of a document.
    private func walk(
        _ split: [Int], _ grammar: CompiledGrammar, _ body: (ConstrainedDecoder, Int) -> Void
    ) -> [Double] {
        guard var decoder = try? ConstrainedDecoder(grammar, budget: nil) else { return [] }
        var found: [Double] = []
        for token in split {
            let start = ThreadClock.now
            body(decoder, token)
            found.append(ThreadClock.now - start)
            guard decoder.accept(token) else { break }
        }
        return found
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
