// A plot that the report of a playground draws: which kind, and what its axes show.

/// One entry of `plots:`.
package struct PlotDeclaration: Sendable, Equatable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A bar a category: the mean of a value, or where no value is named the number of cases.
        case bar
        /// The spread of a value, a box a category.
        case box
        /// A dot a case.
        case scatter
        /// How often values of each size occur.
        case histogram
    }

    /// What is read off a case. A case is a recorded answer.
    package enum Value: Sendable, Hashable {
        /// The id of the cell.
        case cell
        case inputTokens
        case outputTokens
        /// A JSON Pointer into the content; the whole content where it has no parts.
        case content(parts: [String])
    }

    package var kind: Located<Kind>
    package var title: String?
    /// Cells whose answers are shown; empty: all.
    package var cells: [Located<String>]
    package var x: Located<Value>
    /// What the axis is called where the author does not say is what stands here as written.
    package var xLabel: String
    /// Nil: how many cases there are.
    package var y: Located<Value>?
    package var yLabel: String

    package init(
        kind: Located<Kind>, title: String?, cells: [Located<String>], x: Located<Value>, xLabel: String,
        y: Located<Value>?, yLabel: String
    ) {
        self.kind = kind
        self.title = title
        self.cells = cells
        self.x = x
        self.xLabel = xLabel
        self.y = y
        self.yLabel = yLabel
    }
}
