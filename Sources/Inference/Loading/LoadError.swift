// What keeps the parts of a model file from making a model, said in one way: file, place, what is wrong, code. The parts
// know what is wrong with what they were given, and not where it stood; this is where both meet.

internal import Engine
package import Tokenization

/// A model file whose vocabulary or chat template can't be used. Weights and metadata have errors of their own, `EngineError`
/// and `GGUFError`, which read alike.
package struct LoadError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case vocabulary(TokenizationError)
        case template(TemplateError)
    }

    package let kind: Kind
    package let path: String
    /// Where the metadata value in question stands, in bytes.
    package let offset: Int?

    init(_ kind: Kind, _ file: GGUFFile) {
        self.kind = kind
        path = file.path
        offset = file.metadata[kind.key]?.offset
    }

    /// A stable code for programs.
    package var code: String {
        switch kind {
        case .vocabulary(let error): error.code
        case .template(let error): error.code
        }
    }

    /// `PATH:0xOFFSET: error: MESSAGE [CODE]`
    package var description: String {
        let place = path + (offset.map { ":0x\(String($0, radix: 16))" } ?? "")
        switch kind {
        case .vocabulary(let error): return "\(place): error: \(error)"
        case .template(let error):
            let (line, column) = (error.position.line, error.position.column)
            return "\(place): error: chat template, line \(line), column \(column): \(error.message) [\(code)]"
        }
    }
}

extension LoadError.Kind {
    /// The metadata key of the value in question.
    fileprivate var key: String {
        guard case .vocabulary(let error) = self else { return "tokenizer.chat_template" }
        let part =
            switch error.kind {
            case .unknownModel: "model"
            case .unknownPreTokenizer, .unsupportedPreTokenizer: "pre"
            case .countMismatch("types", _, _): "token_type"
            case .countMismatch, .badScore: "scores"
            case .badOffset("merge", _, _, _), .noMerges, .badMerge, .mergeOfUnknownToken: "merges"
            case .tokenOutOfRange(let role, _, _), .missingToken(let role): Self.key(ofRole: role)
            case .noTokens, .badOffset, .duplicateToken, .badByteToken, .missingByte: "tokens"
            }
        return "tokenizer.ggml.\(part)"
    }

    private static func key(ofRole role: String) -> String {
        switch role {
        case "beginning of text": "bos_token_id"
        case "end of text": "eos_token_id"
        case "end of turn": "eot_token_id"
        case "unknown": "unknown_token_id"
        case "padding": "padding_token_id"
        default: "tokens"
        }
    }
}

extension GGUFFile {
    /// What `body` gives; errors of the engine that name no file are about this one.
    func locatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as EngineError {
            throw error.located(in: path)
        }
    }

    /// The tokenizer of a model with `rows` embeddings: rows without a token are padding, tokens without a row none can read.
    func tokenizer(rows: Int) throws -> Tokenizer {
        let tokenizer: Tokenizer
        let description = try VocabularyDescription(self)
        do {
            tokenizer = try Tokenizer(description)
        } catch {
            throw LoadError(.vocabulary(error), self)
        }
        guard tokenizer.count <= rows else {
            throw EngineError(
                kind: .moreTokensThanRows(tokens: tokenizer.count, rows: rows), path: path,
                offset: metadata["tokenizer.ggml.tokens"]?.offset)
        }
        return tokenizer
    }

    /// The chat template, or a plain one where the file has none.
    func chatTemplate() throws -> ChatTemplate {
        guard let source = try metadata.string("tokenizer.chat_template") else { return try ChatTemplate.plain() }
        do {
            return try ChatTemplate(source: source)
        } catch {
            throw LoadError(.template(error), self)
        }
    }
}
