// A grammar made ready for one vocabulary: the tables that decoders of the same schema share, and grow.

internal import Synchronization

/// What may be generated, for one vocabulary. May be used from several threads and by several decoders.
package final class CompiledGrammar: Sendable {
    package let vocabulary: VocabularyTrie
    /// The fewest tokens that are sure to suffice for a document, the end token included.
    package let minimumBudget: Int
    /// Whether answers are canonical: split as the tokenizer splits their text. False without a canonicalizer, and where
    /// the tokenizer cannot spell any of the start's completions.
    package let isCanonical: Bool

    /// What grows while decoders walk.
    internal struct Tables {
        var parser: Parser
        var search: CertificateSearch?
        /// Counts how often the tables were forgotten: states of before mean nothing after.
        var generation = 0
        /// The size after an answer was read again: an answer that needs so much is not worth forgetting at the next step.
        private var least = 0
        private let freshParser: Parser
        private let freshSearch: CertificateSearch?

        init(_ parser: Parser, _ search: CertificateSearch?) {
            self.parser = parser
            self.search = search
            freshParser = parser
            freshSearch = search
        }

        var byteCount: Int { parser.byteCount + (search?.byteCount ?? 0) }

        /// Forgets what can be found again, where that has become too much.
        mutating func trim() {
            guard byteCount > CompiledGrammar.byteLimit, byteCount > 2 * max(least, freshParser.byteCount) else {
                return
            }
            forget()
        }

        /// The state after `beginning` and `tokens`, whose own number was forgotten.
        mutating func read(_ beginning: [UInt8], _ tokens: [Int], from start: Int32) -> Int32 {
            var state = parser.advance(start, beginning)
            for token in tokens { state = parser.advance(state, token: token) }
            least = byteCount
            return state
        }

        mutating func forget() {
            parser = freshParser
            search = freshSearch
            generation += 1
        }
    }

    /// Tables larger than this are forgotten and grow anew.
    internal static let byteLimit = 7_000_000

    internal let tables: Mutex<Tables>
    internal let start: Int32
    internal let certificate: Certificate?

    /// - Parameter canonicalizer: where given, answers are canonical.
    /// - Throws: `GrammarError`.
    package init(_ grammar: Grammar, _ vocabulary: VocabularyTrie, canonicalizer: (any Canonicalizer)? = nil) throws {
        var parser: Parser
        do {
            parser = try Parser(grammar, vocabulary)
        } catch GrammarError.unsatisfiable {
            // Is it the grammar, or the vocabulary?
            let everyByte = VocabularyTrie(tokens: (UInt8.min...UInt8.max).map { [$0] })
            if (try? Parser(grammar, everyByte)) != nil { throw GrammarError.unspellable }
            throw GrammarError.unsatisfiable
        }
        self.vocabulary = vocabulary
        _ = vocabulary.slice  // once per vocabulary, and not in the middle of an answer
        start = parser.start
        var search = canonicalizer.map { CertificateSearch($0) }
        certificate = search?.begin(&parser)
        if certificate == nil { search = nil }
        isCanonical = certificate != nil
        minimumBudget = certificate.map { $0.count + 1 } ?? Int(parser.chargeB(parser.start))
        tables = Mutex(Tables(parser, search))
    }

    /// Whether `document` is one that the grammar allows.
    package func accepts(_ document: [UInt8]) -> Bool {
        tables.withLock { tables in
            let state = tables.parser.advance(start, document)
            return tables.parser.accepts(state)
        }
    }

    /// A measure of the memory in use, in bytes.
    package var byteCount: Int { tables.withLock { $0.byteCount } }
}
