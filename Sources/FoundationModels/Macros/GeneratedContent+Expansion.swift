// What expansions of `@Generable` call beside the public API.

extension GeneratedContent {
    /// For the expansion of `@Generable` only: the name of an enum's case. A name that is still being generated is none:
    /// the beginning of one case's name may be the whole name of another.
    /// - Throws: where this is no string or isn't complete.
    public func __caseName(of type: Any.Type) throws -> String {
        let name = try value(String.self)
        guard isComplete else { throw conversionFailure("the case of \(type) isn't complete: '\(name)'", code: "case") }
        return name
    }

    /// For the expansion of `@Generable` only: the name of an enum's case out of a property.
    /// - Throws: where there is no such property, and as above.
    public func __caseName(of type: Any.Type, forProperty property: String) throws -> String {
        try value(GeneratedContent.self, forProperty: property).__caseName(of: type)
    }

    /// For the expansion of `@Generable` only: the error where a generated string names no case of an enum.
    public static func __unknownCase(_ found: String, of type: Any.Type) -> any Error {
        LanguageModelSession.GenerationError.decodingFailure(
            .init(debugDescription: "'\(found)' is no case of \(type) [content.case]"))
    }
}
