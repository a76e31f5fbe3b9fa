// Texts of other programs as templates of playgrounds: `{{ name }}` becomes a parameter, and what only Handlebars or Jinja can do
// stays as text, and is told.

internal import FoundationModels

/// Which language a text is written in.
enum ForeignTemplate {
    /// `{{name}}`, `{{{name}}}`, helpers and blocks.
    case handlebars
    /// `{{ name }}`, filters, `{% … %}`.
    case jinja

    enum Piece: Equatable {
        case text(String)
        /// A dotted name.
        case variable(String)
        /// `{{role "system"}}` of Handlebars.
        case role(String)
        /// Anything else between the braces, as written.
        case other(String)
    }

    /// The pieces of a text, in order. Cost: linear.
    func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var literal = ""
        var rest = text[...]
        func end() -> [Piece] { literal.isEmpty ? [] : [.text(literal)] }
        while let start = rest.firstIndex(of: "{") {
            literal += rest[..<start]
            rest = rest[start...]
            guard let (whole, body) = Self.tag(at: rest, isJinja: self == .jinja) else {
                literal.append(rest.removeFirst())
                continue
            }
            rest = rest[whole.endIndex...]
            guard let piece = piece(whole, body) else { continue }
            pieces += end() + [piece]
            literal = ""
        }
        literal += rest
        return pieces + end()
    }

    /// `{{ … }}`, `{{{ … }}}`, and of Jinja `{% … %}` and `{# … #}`, at the beginning of a text.
    private static func tag(at text: Substring, isJinja: Bool) -> (whole: Substring, body: Substring)? {
        var marks = [("{{{", "}}}"), ("{{!--", "--}}"), ("{{", "}}")]
        if isJinja { marks = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")] }
        for (open, close) in marks where text.hasPrefix(open) {
            let inside = text.dropFirst(open.count)
            guard let end = inside.firstRange(of: close) else { continue }
            return (text[..<end.upperBound], inside[..<end.lowerBound])
        }
        return nil
    }

    /// nil for a comment.
    private func piece(_ whole: Substring, _ body: Substring) -> Piece? {
        let words = body.split { $0.isWhitespace || $0 == "~" || (self == .jinja && $0 == "-") }
        if whole.hasPrefix("{{!") || whole.hasPrefix("{#") { return nil }
        if whole.hasPrefix("{{"), words.count == 1, Self.isName(words[0]) {
            if self == .jinja || !["history", "this", "else"].contains(words[0]) { return .variable(String(words[0])) }
        }
        if self == .handlebars, words.count == 2, words[0] == "role" {
            let role = words[1].filter { $0 != "\"" && $0 != "'" }
            if !role.isEmpty { return .role(String(role)) }
        }
        return .other(String(whole))
    }

    private static func isName(_ word: Substring) -> Bool {
        guard let first = word.unicodeScalars.first, TemplateScanner.startsName(first) else { return false }
        return word.unicodeScalars.allSatisfy { TemplateScanner.continuesName($0) || $0 == "." } && !word.hasSuffix(".")
            && !word.contains("..")
    }

    /// A text with a backslash wherever a playground would see the name of something.
    static func escaped(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}"),
                case .path? = TemplateScanner.scan(String(rest[..<end.upperBound])).first
            {
                result += "\\"
            }
            result.append(rest.removeFirst())
        }
        return result + rest
    }
}

extension ImportedPlayground {
    /// A message of a conversation, with its text as a template of the playground.
    struct Message {
        var role: String
        var text: String
    }

    /// A text as a template of this playground: its variables become parameters, what is more than a variable is lost.
    ///
    /// - Parameter name: what a variable is called here; nil: not known.
    mutating func template(
        _ pieces: some Sequence<ForeignTemplate.Piece>, name: (String) -> String?
    ) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let literal): text += ForeignTemplate.escaped(literal)
            case .variable(let variable): text += "{{ \(name(variable) ?? parameter(variable)) }}"
            case .role(let role): text += role
            case .other(let whole):
                lose(
                    "the template's '\(whole.split(whereSeparator: \.isNewline).joined(separator: " "))' stands as text"
                )
                text += ForeignTemplate.escaped(whole)
            }
        }
        return text
    }

    /// The parameter of a variable, added where it is not there yet.
    private mutating func parameter(_ variable: String) -> String {
        let name = Self.name(variable.replacing(".", with: "_"), or: "value")
        let free = ["cells", "row"].contains(name) ? "\(name)_value" : name
        if !parameters.contains(where: { $0.name == free }) {
            lose("no value for '\(variable)': the parameter's default is empty")
            parameters.append(Parameter(name: free, value: .string("")))
        }
        return free
    }

    /// Adds a parameter with what is known of it: a type of any format, and a value.
    mutating func add(parameter variable: String, type: String?, value: JSONValue?, allowed: [JSONValue] = []) {
        let name = Self.name(variable.replacing(".", with: "_"), or: "value")
        guard !parameters.contains(where: { $0.name == name }) else { return }
        let isScalar =
            switch value {
            case .array?, .object?: false
            default: true
            }
        var kind: String
        switch (type, value) {
        case ("string"?, _), ("integer"?, _), ("number"?, _), ("boolean"?, _): kind = type ?? "string"
        case ("float"?, _), ("double"?, _): kind = "number"
        case ("int"?, _): kind = "integer"
        case ("bool"?, _), (nil, .bool?): kind = "boolean"
        case (nil, .number?): kind = "number"
        default: kind = "string"
        }
        var allowed = allowed
        if !isScalar || type.map(["array", "object", "list"].contains) == true {
            allowed = []
            lose("'\(variable)' is \(type ?? "a list or an object"): here it is its JSON as text")
            kind = "string"
        }
        var fallback = value.map { isScalar ? $0 : .string($0.text(.spaced)) } ?? allowed.first
        if fallback == nil {
            lose("no value for '\(variable)': the parameter's default is empty")
            fallback = kind == "string" ? .string("") : kind == "boolean" ? .bool(false) : .integer(0)
        }
        // The text of a number is read by the parameter's type.
        if kind == "string", case .number(let number)? = fallback { fallback = .string(number.literal) }
        if kind == "string", case .bool(let flag)? = fallback { fallback = .string("\(flag)") }
        if fallback == .null { fallback = .string("") }
        parameters.append(
            Parameter(name: name, type: kind, value: fallback ?? .string(""), allowed: allowed))
    }

    /// Makes instructions of what the system says, and a cell of each thing that a user says.
    mutating func add(_ messages: [Message], named id: String) {
        var system: [String] = []
        for (index, message) in messages.enumerated() {
            switch message.role.lowercased() {
            case "system", "developer": system.append(message.text)
            case "user":
                let last = cells.last?.id
                let base = Self.name(id, or: "ask")
                let name = last == nil ? base : Self.free(base, among: cells.map(\.id))
                cells.append(Cell(id: name, prompt: message.text, continues: last))
            default:
                let next = messages[(index + 1)...].contains { $0.role.lowercased() == "user" }
                lose(
                    "what the \(message.role) says (message \(index + 1))"
                        + (next ? ": the next cell goes on from what the model itself answers" : ""))
            }
        }
        if !system.isEmpty { instructions = system.joined(separator: "\n\n") }
        if cells.isEmpty {
            lose("no message of a user: the cell asks with the instructions alone")
            cells.append(Cell(id: Self.name(id, or: "ask"), prompt: instructions ?? ""))
            instructions = nil
        }
    }
}
