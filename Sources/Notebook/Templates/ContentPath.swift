// `{{ cells.ID.content.topic }}`: what stands at a path of structured content, as the text that goes into a prompt.

internal import FoundationModels

/// The contents that one cell's templates take something out of, each read once.
struct ContentReader {
    private var read: [String: JSONValue] = [:]

    /// A content, or what stands at a path in it: text as it is, everything else as JSON on one line.
    ///
    /// - Throws: where nothing stands there, at the place of the reference.
    mutating func text(
        at path: [String], of cell: String, _ turn: Conversation.Turn, for reference: TemplateReference
    ) throws(PreparationError) -> String {
        guard !path.isEmpty else { return turn.content }
        let value = try value(at: path, of: cell, turn, for: reference)
        if case .string(let text) = value { return text }
        return value.text(.spaced)
    }

    /// A content, or what stands at a path in it, as JSON.
    ///
    /// - Throws: where nothing stands there, at the place of the reference.
    mutating func value(
        at path: [String], of cell: String, _ turn: Conversation.Turn, for reference: TemplateReference
    ) throws(PreparationError) -> JSONValue {
        if path.isEmpty, turn.schema == nil { return .string(turn.content) }
        if read[cell] == nil { read[cell] = turn.structure?.json }
        guard var value = read[cell] else {
            throw PreparationError(
                message: "the content of cell '\(cell)' is text, and has no '\(path.joined(separator: "."))' "
                    + "[notebook.missing-content]", location: reference.location)
        }
        for (index, part) in path.enumerated() {
            guard let next = value.part(part) else {
                let place = path[...index].joined(separator: ".")
                throw PreparationError(
                    message: "the content of cell '\(cell)' has no '\(place)': \(value.what(at: path[..<index]))"
                        + " [notebook.missing-content]", location: reference.location)
            }
            value = next
        }
        return value
    }
}

extension JSONValue {
    /// What stands under a key of an object, or at a place of a list, from 0.
    fileprivate func part(_ name: String) -> JSONValue? {
        guard case .array(let elements) = self else { return self[name] }
        guard NumberSyntax.isInteger(name), let index = Int(name) else { return nil }
        return elements.indices.contains(index) ? elements[index] : nil
    }

    /// Why it has no such part, in words.
    fileprivate func what(at path: ArraySlice<String>) -> String {
        let name = path.isEmpty ? "it" : "'\(path.joined(separator: "."))'"
        switch self {
        case .array(let elements):
            return "\(name) is a list of \(elements.count)" + (elements.isEmpty ? "" : ", counted from 0")
        case .object(let members):
            return members.isEmpty
                ? "\(name) has no keys" : "\(name) has \(members.prefix(12).map(\.key).joined(separator: ", "))"
        default: return "\(name) is \(typeName)"
        }
    }
}
