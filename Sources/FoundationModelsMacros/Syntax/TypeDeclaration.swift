// What the expansions need to know of a declaration. Texts are as the author wrote them; ranges are bytes of the source.

/// `label: text` of an attribute or a call.
struct Argument: Equatable, Sendable {
    var label: String?
    var text: String
    var range: Range<Int>
    /// A lone regex literal.
    var isRegex = false
    /// `name` where the argument reads `.name` or `.name(…)` and nothing more.
    var memberName: String?
}

/// `@name(arguments)`.
struct Attribute: Equatable, Sendable {
    var name: String
    var arguments: [Argument]
    var range: Range<Int>

    /// The name without the module's.
    var baseName: Substring { name.split(separator: ".").last ?? "" }
}

/// A type as it is written.
struct TypeText: Equatable, Sendable {
    var text: String
    var range: Range<Int>
}

/// A stored property that takes part in generation.
struct StoredProperty: Equatable, Sendable {
    var attributes: [Attribute]
    /// `public`, `private` and so on; nil where none is written.
    var access: String?
    /// In backticks where the author wrote them.
    var name: String
    var nameRange: Range<Int>
    var type: TypeText
}

/// A case of an enum.
struct EnumCase: Equatable, Sendable {
    struct Value: Equatable, Sendable {
        var label: String?
        var type: TypeText
    }

    var attributes: [Attribute]
    var name: String
    var nameRange: Range<Int>
    var values: [Value]
    /// The literal after `=`.
    var rawValue: String?
    var isIndirect = false
}

/// A struct, enum, class or actor.
struct TypeDeclaration: Equatable, Sendable {
    var attributes: [Attribute] = []
    var modifiers: [String] = []
    /// `struct`, `enum`, `class`, `actor` or another word; empty where the declaration couldn't be read.
    var keyword = ""
    var name = ""
    var nameRange = 0..<0
    /// `<…>` after the name.
    var genericParameters: Range<Int>?
    var inherited: [String] = []
    var properties: [StoredProperty] = []
    var cases: [EnumCase] = []

    /// The access that the declaration itself states; nil where it states none.
    var access: String? { Self.access(in: modifiers) }

    static func access(in modifiers: [String]) -> String? {
        modifiers.first { ["public", "package", "internal", "fileprivate", "private", "open"].contains($0) }
    }
}
