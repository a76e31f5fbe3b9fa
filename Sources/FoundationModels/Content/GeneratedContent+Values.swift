// Swift values out of contents, whole or by property, with the place of what does not fit.

extension GeneratedContent {
    /// This content as a Swift value.
    /// - Throws: where it has another shape.
    public func value<Value>(_ type: Value.Type = Value.self) throws -> Value
    where Value: ConvertibleFromGeneratedContent {
        try Value(self)
    }

    /// A property as a Swift value.
    /// - Throws: where there is no such property, or it has another shape.
    public func value<Value>(_ type: Value.Type = Value.self, forProperty property: String) throws -> Value
    where Value: ConvertibleFromGeneratedContent {
        guard let content = try properties()[property] else {
            throw conversionFailure("the property '\(property)' is missing", code: "property")
        }
        return try content.converted(to: Value.self, at: property)
    }

    /// A property as a Swift value; nil where there is none or it is null, and where it is still being generated and what
    /// there is of it is no such value yet.
    /// - Throws: where the property has another shape.
    public func value<Value>(_ type: Value?.Type = Value?.self, forProperty property: String) throws -> Value?
    where Value: ConvertibleFromGeneratedContent {
        // What has not begun has no properties yet.
        if kind == .null, !isComplete { return nil }
        guard let content = try properties()[property], content.kind != .null else { return nil }
        do {
            return try content.converted(to: Value.self, at: property)
        } catch {
            guard content.isComplete else { return nil }
            throw error
        }
    }

    private func properties() throws -> [String: GeneratedContent] {
        guard case .structure(let properties, _) = kind else { throw mismatch("an object") }
        return properties
    }

    /// The elements as Swift values. The last one is left out where it is still being generated and what there is of it is
    /// no such value yet.
    func elements<Element: ConvertibleFromGeneratedContent>() throws -> [Element] {
        guard case .array(let contents) = kind else { throw mismatch("an array") }
        var elements: [Element] = []
        elements.reserveCapacity(contents.count)
        for (index, content) in contents.enumerated() {
            do {
                elements.append(try content.converted(to: Element.self, at: String(index)))
            } catch {
                guard content.isComplete else { break }
                throw error
            }
        }
        return elements
    }

    private func converted<Value: ConvertibleFromGeneratedContent>(to type: Value.Type, at key: String) throws -> Value
    {
        do {
            return try Value(self)
        } catch let error as LanguageModelSession.GenerationError {
            throw error.located(at: key)
        }
    }
}
