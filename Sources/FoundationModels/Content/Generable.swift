// The protocols between Swift values and what a model reads and writes.

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

extension Generable {
    /// A value that is generated in one piece.
    public typealias PartiallyGenerated = Self

    /// This value in the form of one that is being generated. Traps where `PartiallyGenerated` does not take what
    /// `generatedContent` gives.
    public func asPartiallyGenerated() -> Self.PartiallyGenerated {
        if let whole = self as? Self.PartiallyGenerated { return whole }
        do {
            return try Self.PartiallyGenerated(generatedContent)
        } catch {
            preconditionFailure("\(Self.PartiallyGenerated.self) does not take the content of \(Self.self): \(error)")
        }
    }
}
