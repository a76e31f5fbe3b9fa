// The schemas inside a JSON Schema document, each with its JSON Pointer: what walks over documents share.

/// One schema of a document.
package struct SchemaPlace: Sendable, Hashable {
    /// JSON Pointer as a URI fragment: `#/properties/age`.
    package var pointer: String
    package var schema: JSONValue
    /// Of the schema that this one stands in; nil for the root.
    package var parent: String?
    /// Under which this one stands; nil for the root.
    package var keyword: JSONSchemaKeyword?
}

extension JSONValue {
    /// This schema and all schemas in it, outer ones first, in the order of the text. What stands under keywords that are not
    /// known is no schema.
    package var schemaPlaces: [SchemaPlace] {
        var places: [SchemaPlace] = []
        var waiting = [SchemaPlace(pointer: "#", schema: self)]
        while let place = waiting.popLast() {
            places.append(place)
            waiting += place.parts.reversed()
        }
        return places
    }
}

extension SchemaPlace {
    /// The schemas directly inside this one.
    fileprivate var parts: [SchemaPlace] {
        guard case .object(let members) = schema else { return [] }
        return members.flatMap { member -> [SchemaPlace] in
            guard let keyword = JSONSchemaKeyword(rawValue: member.key) else { return [] }
            let base = "\(pointer)/\(JSONCursor.escape(member.key))"
            func part(_ schema: JSONValue, _ path: String) -> SchemaPlace {
                SchemaPlace(pointer: path, schema: schema, parent: pointer, keyword: keyword)
            }
            switch (keyword.content, member.value) {
            case (.schema, _), (.schemaOrSchemas, .object), (.schemaOrSchemas, .bool):
                return [part(member.value, base)]
            case (.schemas, .array(let schemas)), (.schemaOrSchemas, .array(let schemas)):
                return schemas.enumerated().map { part($1, "\(base)/\($0)") }
            case (.schemaMap, .object(let schemas)):
                return schemas.map { part($0.value, "\(base)/\(JSONCursor.escape($0.key))") }
            default: return []
            }
        }
    }
}
