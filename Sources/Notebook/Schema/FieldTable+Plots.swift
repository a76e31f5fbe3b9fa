// The keys of a plot.

extension FieldTable {
    static let plot = FieldTable(
        name: "a plot",
        fields: [
            Field(
                name: "kind", summary: "bar, box, scatter or histogram.",
                shape: .word(PlotDeclaration.Kind.allCases.map(\.rawValue)), isRequired: true,
                otherNames: ["type": "kind", "mark": "kind"]),
            Field(name: "title", summary: "What stands above the plot.", shape: .text),
            Field(
                name: "cells", summary: "Whose answers are shown; all where nothing is said.",
                shape: .list(.identifier, minimumCount: 1), otherNames: ["cell": "cells"]),
            Field(
                name: "x",
                summary: "cell, tokens.input, tokens.output, content, or a JSON Pointer into the content: /topic.",
                shape: .text, isRequired: true),
            Field(
                name: "y", summary: "As x. Of bars the mean is shown; bars without y count.", shape: .text),
            Field(name: "xLabel", summary: "What the axis is called, with its unit.", shape: .text),
            Field(name: "yLabel", summary: "What the axis is called, with its unit.", shape: .text),
        ])
}
