// Schemas compiled for one vocabulary, kept: a cell that is asked again, and every round of a tool loop, finds its grammar and
// the masks that were learned with it.

internal import ConstrainedDecoding
internal import Synchronization
internal import Tokenization

/// The grammars of one model.
final class GrammarStore: Sendable {
    private struct Key: Hashable {
        var schema: OutputSchema
        var spacing: JSONSpacing
        var isCanonical: Bool
    }

    private struct State {
        var vocabulary: GuidedVocabulary?
        /// Least recently used first.
        var grammars: [(key: Key, grammar: CompiledGrammar)] = []
    }

    /// Grammars kept; each may grow to a few mebibytes.
    private static let capacity = 64

    private let tokenizer: Tokenizer
    private let canonicalizer: TokenizerCanonicalizer
    private let state = Mutex(State())

    init(_ tokenizer: Tokenizer) {
        self.tokenizer = tokenizer
        canonicalizer = TokenizerCanonicalizer(tokenizer)
    }

    /// The vocabulary, made at the first call.
    var vocabulary: GuidedVocabulary {
        state.withLock { state in
            if let known = state.vocabulary { return known }
            let vocabulary = GuidedVocabulary(tokenizer)
            state.vocabulary = vocabulary
            return vocabulary
        }
    }

    /// - Parameter isCanonical: whether documents are split into tokens as the tokenizer splits their text.
    /// - Throws: `schema`, with the place of what can't be enforced.
    func grammar(
        _ schema: OutputSchema, spacing: JSONSpacing, isCanonical: Bool
    ) throws(GenerationError) -> CompiledGrammar {
        let key = Key(schema: schema, spacing: spacing, isCanonical: isCanonical)
        let vocabulary = self.vocabulary
        let known = state.withLock { state -> CompiledGrammar? in
            guard let index = state.grammars.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = state.grammars.remove(at: index)
            state.grammars.append(entry)
            return entry.grammar
        }
        if let known { return known }
        let grammar = try compile(key, vocabulary)
        state.withLock { state in
            if state.grammars.count >= Self.capacity { state.grammars.removeFirst() }
            state.grammars.append((key, grammar))
        }
        return grammar
    }

    private func compile(_ key: Key, _ vocabulary: GuidedVocabulary) throws(GenerationError) -> CompiledGrammar {
        do {
            let options = SchemaCompiler.Options(
                objectsAreOpenByDefault: !key.schema.closesObjects, ignoresUnknownKeywords: true,
                spacing: key.spacing == .compact ? .compact : .spaced,
                patterns: key.schema.isOfSwiftTypes ? .swift : .ecmaScript,
                integersHave64Bits: key.schema.isOfSwiftTypes)
            return try CompiledGrammar(
                SchemaCompiler.compile(key.schema.text, options: options).grammar, vocabulary.trie,
                canonicalizer: key.isCanonical ? canonicalizer : nil)
        } catch let error as SchemaError {
            throw .schema(message: error.description)
        } catch {
            throw .schema(message: "#: error: \(error)")
        }
    }
}
