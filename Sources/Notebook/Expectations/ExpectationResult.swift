// How an expectation turned out, with what was found and what was wanted.

/// The verdict on one expectation.
package struct ExpectationResult: Sendable, Equatable {
    package var expectation: Expectation
    package var isMet: Bool
    /// What is expected, in words: `/topic is one of "refund", "delivery"`.
    package var wanted: String
    /// What was found, in words, as far as it is short.
    package var found: String
    /// In what a whole value differs from the one wanted; nil where `found` says it all.
    package var difference: Difference?

    /// `desk.playground.yaml:31:9: error: cell 'sort': /topic is "refund"; found "other" [expect.equals]`, without a line end.
    package func message(cell: String) -> String {
        "\(expectation.location.place): error: cell '\(cell)': \(wanted); found \(found) [\(code)]"
    }

    package var code: String { "expect.\(expectation.check.key)" }
}

/// How a found value differs from the one wanted.
package enum Difference: Sendable, Equatable {
    /// Of texts: words in order, those found and those wanted instead.
    case words([WordChange])
    /// Of structures and sequences: a line a place.
    case places([PlaceChange])

    package struct PlaceChange: Sendable, Equatable {
        /// A JSON Pointer, or the number of a call from 1.
        package var place: String
        /// Nil: there is nothing.
        package var found: String?
        /// Nil: there should be nothing.
        package var wanted: String?
    }
}

/// A run of words of a text.
package struct WordChange: Sendable, Equatable {
    package enum Kind: Sendable, Hashable {
        case same
        /// Found, and not wanted.
        case deleted
        /// Wanted, and not found.
        case inserted
    }

    package var kind: Kind
    package var text: String
}
