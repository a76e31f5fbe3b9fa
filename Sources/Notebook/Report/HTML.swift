// HTML text, built by elements. Every text and attribute goes through one escape, so that nothing that a model, a tool or a
// file says is ever markup; there is no way to add markup but by an element's name, which comes from this module.

/// A piece of an HTML document.
struct HTML: Sendable, Equatable {
    private(set) var text = ""

    init() {}

    init(_ build: (inout HTML) -> Void) { build(&self) }

    /// Elements that have no end tag.
    private static let empty: Set<String> = ["meta", "br", "hr", "input", "link"]

    /// Adds an element.
    ///
    /// - Parameters:
    ///   - attributes: in order; one without a value where the value is empty.
    ///   - body: adds what stands inside.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ body: (inout HTML) -> Void = { _ in }
    ) {
        text += "<\(name)"
        for (key, value) in attributes { text += value.isEmpty ? " \(key)" : " \(key)=\"\(Self.escaped(value))\"" }
        text += ">"
        if Self.empty.contains(name) { return }
        body(&self)
        text += "</\(name)>"
    }

    /// Adds an element that holds a text.
    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
        element(name, attributes) { $0.add(text) }
    }

    /// Adds a text.
    mutating func add(_ text: String) { self.text += Self.escaped(text) }

    /// Adds what was built elsewhere.
    mutating func add(_ other: HTML) { text += other.text }

    /// Adds a line end to the source, for people who read that.
    mutating func newline() { text += "\n" }

    /// A style sheet of this module, which is no text of anybody else.
    mutating func style(_ sheet: StaticString) { text += "<style>\n\(sheet)</style>\n" }

    /// A script of this module, which is no text of anybody else.
    mutating func script(_ source: StaticString) { text += "<script>\(source)</script>\n" }

    /// Text in which no character has a meaning for HTML, inside of elements and of quoted attributes. Characters that no
    /// document may hold, such as NUL, become U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": result.append(scalar)
            case _ where scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint:
                result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
