// Text from files and models on its way to a terminal. A terminal obeys some characters instead of showing them: it can be
// made to hide a line, to change its title, or to answer as if somebody had typed.

/// Text that a terminal shows and does not obey: each control character becomes U+FFFD.
package enum PrintableText {
    /// Text of several lines: line ends and tabs stay.
    package static func lines(_ text: String) -> String { replacing(text.unicodeScalars, keeping: ["\n", "\t"]) }

    /// Text that may not end the line: tabs stay.
    package static func line(_ text: String) -> String { replacing(text.unicodeScalars, keeping: ["\t"]) }

    /// As `line`, for the scalars of a text.
    package static func line(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        replacing(scalars, keeping: ["\t"])
    }

    private static func replacing(_ scalars: some Sequence<Unicode.Scalar>, keeping kept: [Unicode.Scalar]) -> String {
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            let isControl = scalar.properties.generalCategory == .control && !kept.contains(scalar)
            result.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
