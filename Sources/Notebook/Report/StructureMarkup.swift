// Contents as markup: text as its author would read it, a structure as names and values, as far as it has grown.

internal import FoundationModels

extension HTML {
    /// Levels of a structure that are laid out; what lies deeper stands as JSON.
    private static let depthLimit = 8

    /// Characters of a text that stand open.
    private static let headLength = 4000

    /// A content.
    ///
    /// - Parameters:
    ///   - isStructured: whether it is by a schema. Text that is no beginning of JSON stands as it is.
    ///   - isGrowing: whether more of it is to come. Of a long text that grows the end is shown, of others the beginning, and
    ///     the rest where it is asked for.
    mutating func content(_ text: String, isStructured: Bool, isGrowing: Bool = false) {
        if isStructured, let content = try? GeneratedContent(json: text, isFinal: !isGrowing) {
            element("div", ["class": "structure"]) { html in
                html.value(content, depth: 0)
                if isGrowing { html.caret() }
            }
        } else {
            element("div", ["class": "text", "dir": "auto"]) { html in
                html.add(isGrowing ? Self.tail(text) : String(text.prefix(Self.headLength)))
                if isGrowing { html.caret() }
            }
            let rest = isGrowing ? "" : text.dropFirst(Self.headLength)
            guard !rest.isEmpty else { return }
            element("details", ["class": "rest"]) { details in
                details.element("summary", text: "and \(rest.count) more characters")
                details.element("div", ["class": "text", "dir": "auto"], text: String(rest))
            }
        }
    }

    private static func tail(_ text: String) -> String {
        // Bytes first: to count the characters of a long text takes its time.
        guard text.utf8.count > headLength,
            let start = text.index(text.endIndex, offsetBy: -headLength, limitedBy: text.startIndex)
        else { return text }
        return "…" + text[start...]
    }

    /// Where the next piece of an answer will stand.
    private mutating func caret() { element("span", ["class": "caret", "aria-hidden": "true"]) }

    private mutating func value(_ content: GeneratedContent, depth: Int) {
        switch content.kind {
        case .structure(let properties, let keys) where !keys.isEmpty && depth < Self.depthLimit:
            element("dl", ["class": "fields"]) { list in
                for key in keys {
                    guard let property = properties[key] else { continue }
                    list.element("div") { pair in
                        pair.element("dt", ["dir": "auto"], text: key)
                        pair.element("dd") { $0.value(property, depth: depth + 1) }
                    }
                }
            }
        case .array(let elements) where !elements.isEmpty && depth < Self.depthLimit:
            element("ol", ["class": "items"]) { list in
                for part in elements { list.element("li") { $0.value(part, depth: depth + 1) } }
            }
        case .string(let text): element("span", ["class": "string", "dir": "auto"], text: text)
        case .null where !content.isComplete: break
        default: element("code", text: content.json.text(.spaced))
        }
    }
}
