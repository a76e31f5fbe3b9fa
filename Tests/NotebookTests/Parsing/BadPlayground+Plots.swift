// What is wrong with plots, as it is told.

extension BadPlayground {
    static let plots: [BadPlayground] = [
        plot(
            "plot without an x", "{kind: bar}",
            says: "5:5: error: a plot needs 'x' [notebook.missing-key]", "    - {kind: bar}", "      ^~~~~~~~~~~"),
        plot(
            "plot of an unknown kind", "{kind: pie, x: cell}",
            says: "5:12: error: unknown value 'pie'; it must be bar, box, scatter or histogram [notebook.value]",
            "    - {kind: pie, x: cell}", "             ^~~"),
        plot(
            "box without a value", "{kind: box, x: cell}",
            says: "5:12: error: a box plot needs 'y' [notebook.missing-key]", "    - {kind: box, x: cell}",
            "             ^~~"),
        plot(
            "histogram of two values", "{kind: histogram, x: cell, y: cell}",
            says: "5:35: error: a histogram counts; it has no 'y' [notebook.value]",
            "    - {kind: histogram, x: cell, y: cell}", "                                    ^~~~"),
        plot(
            "plot of what there is not", "{kind: bar, x: token.input}",
            says:
                "5:20: error: 'token.input' is nothing that a plot shows; it must be cell, tokens.input, tokens.output, "
                + "content or a JSON Pointer such as /topic [notebook.value]",
            "    - {kind: bar, x: token.input}", "                     ^~~~~~~~~~~"),
        plot(
            "plot of a cell that there is not", "{kind: bar, x: cell, cells: [b]}",
            says: "5:34: error: unknown cell 'b' [notebook.unknown-cell]",
            "    - {kind: bar, x: cell, cells: [b]}", "                                   ^"),
    ]

    private static func plot(_ name: String, _ plot: String, says lines: String...) -> BadPlayground {
        BadPlayground(
            name,
            """
            playground: 1
            cells:
              - {id: a, prompt: Hi.}
            plots:
              - \(plot)

            """, says: "desk.playground.yaml:" + lines.joined(separator: "\n") + "\n")
    }
}
