// What the references of a document lead to, for those who walk over schemas by JSON pointers and know no names.

/// The references of one document and the names that they go by.
package struct SchemaReferences: Sendable {
    /// The pointer of the schema that is meant, by the pointer of a `$ref`, `$dynamicRef` or `$recursiveRef`. Those that
    /// lead nowhere are left out.
    package let targets: [String: String]
    /// Pointers of what gives a schema inside the document a name of its own: `$id`, in draft 4 `id`.
    package let identifiers: Set<String>

    /// - Throws: where the text is no JSON, or a keyword's value has no form that it can have.
    package init(_ text: String) throws(SchemaError) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(text)
        } catch {
            throw SchemaError(kind: .json(error), pointer: "")
        }
        let index = try SchemaIndex(document, options: .lenient)
        var targets: [String: String] = [:]
        for (reference, target) in index.targets { targets[index.pointer(reference)] = index.pointer(target) }
        self.targets = targets
        identifiers = Set(index.identifiers.map { index.pointer($0) }).subtracting(["#/$id", "#/id"])
    }
}
