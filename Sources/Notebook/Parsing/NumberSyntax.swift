// What counts as a number in a playground file, and on the command line: JSON's grammar. `012`, `1_000` and `.5` mean
// different things to different readers of YAML, so they mean nothing here.

enum NumberSyntax {
    /// `0`, `-12`; not `012`, `+1`, `1_000`.
    static func isInteger(_ text: String) -> Bool {
        text.wholeMatch(of: #/-?(0|[1-9][0-9]*)/#) != nil
    }

    /// An integer with an optional fraction and exponent.
    static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/#) != nil
    }
}
