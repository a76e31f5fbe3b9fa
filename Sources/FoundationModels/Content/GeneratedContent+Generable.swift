// Generated content of any shape as a type that can be asked for.

extension GeneratedContent: Generable {
    /// Any shape.
    public static var generationSchema: GenerationSchema { GenerationSchema(document: .object([])) }
}
