// Text with places for values, parsed once. Values are put in once, verbatim, and what was put in is never looked at
// again: text that came from a parameter or a model cannot become a reference.

/// A text cut into what is literal and what is filled in.
package struct PromptTemplate: Sendable, Equatable {
    package enum Piece: Sendable, Equatable {
        case text(String)
        case reference(TemplateReference)
    }

    /// In order; no two texts in a row, no empty text.
    package var pieces: [Piece]
    /// The scalar or file that the text came from.
    package var location: SourceLocation

    package init(pieces: [Piece], location: SourceLocation) {
        self.pieces = pieces
        self.location = location
    }

    /// The references in order, repeats included.
    package var references: [TemplateReference] {
        pieces.compactMap { piece in
            if case .reference(let reference) = piece { reference } else { nil }
        }
    }

    /// The length of the text with each reference replaced by what `value` returns for it.
    func byteCount(_ value: (TemplateReference) -> String) -> Int {
        pieces.reduce(0) { count, piece in
            switch piece {
            case .text(let text): count + text.utf8.count
            case .reference(let reference): count + value(reference).utf8.count
            }
        }
    }

    /// The text with each reference replaced by what `value` returns for it.
    package func substituting<Failure: Error>(
        _ value: (TemplateReference) throws(Failure) -> String
    ) throws(Failure) -> String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .reference(let reference): result += try value(reference)
            }
        }
        return result
    }
}

/// One `{{ path }}` of a template.
package struct TemplateReference: Sendable, Equatable {
    package enum Target: Sendable, Hashable {
        /// `{{ name }}`
        case parameter(String)
        /// `{{ cells.ID.content }}`, or with a path into structured content behind it: keys, and places in lists from 0.
        case cellContent(id: String, path: [String] = [])
        /// `{{ cells.ID.rows }}`: the contents of all rows as a JSON array, in order.
        case cellRows(id: String)
        /// `{{ axis }}` or `{{ axis.column }}`, also with `row.` in front.
        case axis(String, column: String?)
        /// `{{ row.key }}`
        case rowKey

        /// The cell that the reference waits for.
        package var cell: String? {
            switch self {
            case .cellContent(let id, _), .cellRows(let id): id
            case .parameter, .axis, .rowKey: nil
            }
        }
    }

    package var target: Target
    /// The path between the braces.
    package var location: SourceLocation

    package init(target: Target, location: SourceLocation) {
        self.target = target
        self.location = location
    }
}
