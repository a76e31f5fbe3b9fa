// A grammar made ready for one vocabulary: the tables that decoders of the same schema share, and grow.

internal import Synchronization

/// What may be generated, for one vocabulary. May be used from several threads and by several decoders.
package final class CompiledGrammar: Sendable {
    package let vocabulary: VocabularyTrie
    /// The fewest tokens that are sure to suffice for a document, the end token included.
    package let minimumBudget: Int
    internal let parser: Mutex<Parser>
    internal let start: Int32

    /// - Throws: `GrammarError`.
    package init(_ grammar: Grammar, _ vocabulary: VocabularyTrie) throws {
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
        minimumBudget = Int(parser.chargeB(parser.start))
        self.parser = Mutex(parser)
    }

    /// Whether `document` is one that the grammar allows.
    package func accepts(_ document: [UInt8]) -> Bool {
        parser.withLock { parser in
            let state = parser.advance(start, document)
            return parser.accepts(state)
        }
    }

    /// A measure of the memory in use, in bytes.
    package var byteCount: Int { parser.withLock { $0.byteCount } }
}
