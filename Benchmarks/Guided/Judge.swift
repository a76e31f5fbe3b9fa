// Verdicts: each document in the spelling of the grammar, walked token by token.

internal import ConstrainedDecoding

struct Judge {
    let vocabulary: BenchVocabulary
    /// Whether every step's mask is held against the check of the token.
    let checksMasks: Bool

    func verdict(on given: BenchCase) -> BenchVerdict {
        var result = BenchVerdict(name: given.name)
        let start = ThreadClock.now
        let schema: CompiledSchema
        do throws(SchemaError) {
            schema = try SchemaCompiler.compile(given.schema, options: .lenient)
        } catch {
            result.refusal = error.description
            result.code = error.code
            result.schemaMilliseconds = (ThreadClock.now - start) / 1e3
            return result
        }
        let middle = ThreadClock.now
        result.schemaMilliseconds = (middle - start) / 1e3
        do {
            let grammar = try CompiledGrammar(schema.grammar, vocabulary.trie)
            result.grammarMilliseconds = (ThreadClock.now - middle) / 1e3
            result.tests = given.tests.map { judge($0.data, schema.grammar, grammar) }
            result.byteCount = grammar.byteCount
        } catch {
            result.grammarMilliseconds = (ThreadClock.now - middle) / 1e3
            result.refusal = "#: error: \(error)"
            result.code = "grammar"
        }
        return result
    }

    private func judge(_ text: String, _ grammar: Grammar, _ compiled: CompiledGrammar) -> BenchVerdict.Instance {
        var result = BenchVerdict.Instance()
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(text)
        } catch {
            result.unreadable = error.description
            return result
        }
        if let spelling = DocumentSpelling.spell(document, as: grammar) {
            result.isSpelled = true
            result.spelling = String(decoding: spelling, as: UTF8.self)
            (result.refusedAt, result.maskDiffers) = walk(spelling, compiled)
            result.isAccepted = result.refusedAt == nil
        }
        if let plain = DocumentSpelling.spell(document, node: document.root, spacing: grammar.spacing) {
            result.isAcceptedAsWritten = walk(plain, compiled).refusedAt == nil
        }
        return result
    }

    /// Where the walk ends early, nil where it doesn't; and whether a mask and the check of a token differ.
    private func walk(_ text: [UInt8], _ grammar: CompiledGrammar) -> (refusedAt: Int?, maskDiffers: Bool?) {
        guard var decoder = try? ConstrainedDecoder(grammar, budget: nil) else { return (0, nil) }
        var at = 0
        var maskDiffers = false
        for token in vocabulary.split(text) {
            if checksMasks, decoder.mask().contains(token) != decoder.isAllowed(token) { maskDiffers = true }
            guard decoder.accept(token) else { return (at, checksMasks ? maskDiffers : nil) }
            at += vocabulary.trie.bytes(of: token).count
        }
        return (decoder.isComplete ? nil : at, checksMasks ? maskDiffers : nil)
    }
}
