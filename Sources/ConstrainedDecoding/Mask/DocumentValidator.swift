// Whether a given document is one that a grammar generates, whatever its spelling: it is spelled as the grammar would, and
// walked byte by byte. So documents are judged by the very automata that answers are made with.

/// Judges documents by one grammar. Cost: compiling the grammar once, then the length of each document.
package final class DocumentValidator: Sendable {
    private let grammar: Grammar
    private let compiled: CompiledGrammar

    /// - Throws: `GrammarError`.
    package init(_ grammar: Grammar) throws {
        self.grammar = grammar
        compiled = try CompiledGrammar(grammar, .everyByte)
    }

    /// False for a text that is no JSON, too.
    package func admits(_ text: String) -> Bool {
        guard let document = try? JSONDocument(text), let spelling = DocumentSpelling.spell(document, as: grammar),
            var decoder = try? ConstrainedDecoder(compiled, budget: nil)
        else { return false }
        return spelling.allSatisfy { decoder.accept(Int($0)) } && decoder.isComplete
    }
}
