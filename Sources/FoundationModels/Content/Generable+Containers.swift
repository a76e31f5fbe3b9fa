// Arrays of generable values, and values that may be absent. An optional is not generable by itself: whether something may
// be absent is a matter of the structure that it is a property of.

extension Array: Generable where Element: Generable {
    public typealias PartiallyGenerated = [Element.PartiallyGenerated]

    /// `{"type":"array","items":…}`
    public static var generationSchema: GenerationSchema {
        GenerationSchema(node: .array(.type(TypeReference(Element.self))))
    }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
    public var generatedContent: GeneratedContent { GeneratedContent(kind: .array(map(\.generatedContent))) }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
    /// - Throws: where `content` is no array, or an element has another shape.
    public init(_ content: GeneratedContent) throws {
        self = try content.elements()
    }
}

extension Optional where Wrapped: Generable {
    public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
    /// Null, where there is no value.
    public var generatedContent: GeneratedContent { self?.generatedContent ?? .null }

    /// The value's, or nothing.
    public var promptRepresentation: Prompt { return self?.promptRepresentation ?? Prompt(parts: []) }

    /// The value's, or nothing.
    public var instructionsRepresentation: Instructions {
        return self?.instructionsRepresentation ?? Instructions(parts: [])
    }
}
