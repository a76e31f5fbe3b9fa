// What the text of a type says about its generation: whether it is optional, which guides fit, and whether it has a schema.

/// A property's type, as far as its text tells.
struct GeneratedType {
    /// Without the mark of an optional.
    let base: String
    let isOptional: Bool

    init(_ text: String) {
        var base = text
        var isOptional = false
        while true {
            if base.hasSuffix("?") || base.hasSuffix("!") {
                base.removeLast()
            } else if let inner = Self.argument(of: base, "Optional") ?? Self.argument(of: base, "Swift.Optional") {
                base = inner
            } else {
                break
            }
            isOptional = true
        }
        self.base = base
        self.isOptional = isOptional
    }

    /// The type as an expression or a declaration can name it.
    var spelling: String { isOptional ? "\(atom)?" : base }

    /// `base`, in parentheses where something is to be put behind it.
    private var atom: String {
        base.contains("&") || base.contains("->") || base.hasPrefix("any ") || base.hasPrefix("some ")
            ? "(\(base))" : base
    }

    /// What the property is while it is being generated.
    var partial: String { "\(isOptional ? "\(atom)?" : atom).PartiallyGenerated?" }

    /// The type as a value.
    var metatype: String { "\(isOptional ? "\(atom)?" : atom).self" }

    /// `X` of `name<X>`.
    private static func argument(of text: String, _ name: String) -> String? {
        guard text.hasPrefix(name + "<"), text.hasSuffix(">") else { return nil }
        return String(text.dropFirst(name.count + 1).dropLast())
    }

    /// One of the types that certainly can be generated: the compiler won't have to say anything of it.
    var isCertain: Bool {
        var name = base[...]
        while name.first == "[", name.last == "]" { name = name.dropFirst().dropLast() }
        return name == "String" || name == "Bool" || Self.numbers.contains(String(name))
    }

    // MARK: Guides

    private static let numbers: Set<String> = ["Int", "Float", "Double", "Decimal"]
    private static let ofNumbers = ["minimum", "maximum", "range"]
    private static let ofStrings = ["constant", "anyOf", "pattern"]
    private static let ofArrays = ["minimumCount", "maximumCount", "count", "element"]
    private static let all = Set(ofNumbers + ofStrings + ofArrays)

    /// The guides for this type; nil where the text doesn't tell, and the compiler has to find out.
    private var guides: [String]? {
        let name =
            ["Swift.", "Foundation."].first { base.hasPrefix($0) }.map { String(base.dropFirst($0.count)) } ?? base
        if name == "String" { return Self.ofStrings }
        if Self.numbers.contains(name) { return Self.ofNumbers }
        if name == "Bool" { return [] }
        if name.hasPrefix("[") && name.hasSuffix("]") || Self.argument(of: name, "Array") != nil {
            return Self.ofArrays
        }
        return nil
    }

    /// Why a guide doesn't fit; nil where it does or the compiler has to find out.
    func objection(to guide: Argument) -> String? {
        guard let guides, let name = guide.isRegex ? "pattern" : guide.memberName, Self.all.contains(name),
            !guides.contains(name)
        else { return nil }
        let subject = guide.isRegex ? "a regex guide" : "guide '\(name)'"
        guard let last = guides.last else { return "\(subject) doesn't apply to '\(base)', which takes none" }
        return "\(subject) doesn't apply to '\(base)'; it takes "
            + guides.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
    }

    // MARK: Types without a schema

    /// Why no value of this type can be generated; nil where one can or the compiler has to find out.
    var objection: String? {
        let tokens = Scanner.tokens(of: Array(base.utf8))
        if base == "GenerationID" || base == "FoundationModels.GenerationID" {
            return "'GenerationID' can't be generated; 'PartiallyGenerated' has an 'id' of its own"
        }
        if base.hasPrefix("any ") || base.hasPrefix("some ") { return "'\(base)' can't be generated: it names no type" }
        guard let first = tokens.first, first.isSymbol("[") || first.isSymbol("(") else { return nil }
        var depth = 0
        for (index, token) in tokens.enumerated() {
            guard case .symbol(let mark) = token.kind else { continue }
            if "([{<".utf8.contains(mark) { depth += 1 }
            if ")]}".utf8.contains(mark) { depth -= 1 }
            if mark == UInt8(ascii: ">") {
                if index > 0, tokens[index - 1].isSymbol("-"), !token.spaceBefore {
                    if depth == 0 { return "a function can't be generated" }
                } else {
                    depth -= 1
                }
            }
            guard depth == 1 else { continue }
            if first.isSymbol("["), mark == UInt8(ascii: ":") {
                return "a dictionary can't be generated; use an array of a '@Generable' struct"
            }
            if first.isSymbol("("), mark == UInt8(ascii: ",") {
                return "a tuple can't be generated; use a '@Generable' struct"
            }
        }
        return nil
    }
}
