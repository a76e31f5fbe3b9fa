// Shapes and labels of a plot as inline SVG. Colours come from the page's style sheet, so that a plot follows the scheme of
// the page and prints in black.

/// A drawing under way; its origin is the upper left corner, a unit is a CSS pixel.
struct Drawing {
    private(set) var html = HTML()

    /// The width of a label of 12 pixels, about, and rather too much than too little: fonts differ.
    static func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "t", "f", "r", " ", ".", ",", ":", ";", "'", "|", "(", ")", "[", "]", "/", "-": 5
        case "m", "w", "M", "W", "@", "%", "—", "…": 12.5
        case "A"..."Z": 9.5
        case _ where scalar.value >= 0x1100: 13
        default: 8
        }
    }

    /// A label that is no longer than `limit` pixels, cut with an ellipsis.
    static func cut(_ text: String, to limit: Double) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        guard width(of: line) > limit else { return line }
        var short = ""
        for character in line {
            if width(of: short + String(character)) + 12 > limit { break }
            short.append(character)
        }
        return short + "…"
    }

    enum Anchor: String {
        case start, middle, end
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        html.element(
            "line",
            [
                "class": style, "x1": PlotNumber.coordinate(x1), "y1": PlotNumber.coordinate(y1),
                "x2": PlotNumber.coordinate(x2), "y2": PlotNumber.coordinate(y2),
            ])
    }

    /// - Parameter tip: what is shown under the pointer.
    mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, tip: String) {
        html.element(
            "rect",
            [
                "class": style, "x": PlotNumber.coordinate(x), "y": PlotNumber.coordinate(y),
                "width": PlotNumber.coordinate(max(0, width)), "height": PlotNumber.coordinate(max(0, height)),
            ]
        ) { $0.element("title", text: tip) }
    }

    mutating func dot(_ x: Double, _ y: Double, tip: String) {
        html.element(
            "circle",
            ["class": "mark", "cx": PlotNumber.coordinate(x), "cy": PlotNumber.coordinate(y), "r": "3.5"]
        ) { $0.element("title", text: tip) }
    }

    mutating func label(_ text: String, _ x: Double, _ y: Double, _ anchor: Anchor, _ style: String = "tick") {
        html.element(
            "text",
            [
                "class": style, "x": PlotNumber.coordinate(x), "y": PlotNumber.coordinate(y),
                "text-anchor": anchor.rawValue,
            ], text: text)
    }

    /// The label of a vertical axis, read from below.
    mutating func turnedLabel(_ text: String, _ x: Double, _ y: Double) {
        html.element(
            "text",
            [
                "class": "axis", "text-anchor": "middle",
                "transform": "translate(\(PlotNumber.coordinate(x)) \(PlotNumber.coordinate(y))) rotate(-90)",
            ], text: text)
    }

    /// The whole picture.
    ///
    /// - Parameters:
    ///   - description: what it shows, for people who don't see it.
    ///   - isWide: takes the width of the page.
    func svg(width: Double, height: Double, description: String, isWide: Bool = false) -> HTML {
        HTML { page in
            page.element(
                "svg",
                [
                    "class": isWide ? "plot wide" : "plot", "role": "img", "aria-label": description,
                    "viewBox": "0 0 \(PlotNumber.coordinate(width)) \(PlotNumber.coordinate(height))",
                ]
            ) { $0.add(html) }
        }
    }
}
