// The protocols between Swift values and what a model reads and writes. Text is the only generated type so far; the
// signatures are those of the whole API, so that further types add conformances and change nothing here.

/// A type that can be made from what a model generated.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
    /// - Throws: where `content` has another shape.
    init(_ content: GeneratedContent) throws
}

/// A type that can be shown to a model.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
    /// This value as a model writes it.
    var generatedContent: GeneratedContent { get }
}

extension ConvertibleToGeneratedContent {
    /// The JSON text of the content.
    public var promptRepresentation: Prompt { return Prompt(parts: [generatedContent.jsonString]) }

    /// The JSON text of the content.
    public var instructionsRepresentation: Instructions { return Instructions(parts: [generatedContent.jsonString]) }
}

/// A type that a model can generate.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
    /// What a value looks like while it is being generated.
    associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

    /// The shape that generated values have.
    static var generationSchema: GenerationSchema { get }
}

extension String: Generable {
    /// `{"type":"string"}`
    public static var generationSchema: GenerationSchema {
        GenerationSchema(document: .members(["type": .string("string")]))
    }

    /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` where `content` is no string.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.kind else {
            throw ModelFailure.decodingFailure("expected a string, found \(content.json.typeName) [content.type]")
        }
        self = text
    }

    public var generatedContent: GeneratedContent { GeneratedContent(kind: .string(self)) }

    /// The text itself, without quotes.
    public var promptRepresentation: Prompt { return Prompt(parts: [self]) }

    /// The text itself, without quotes.
    public var instructionsRepresentation: Instructions { return Instructions(parts: [self]) }
}
