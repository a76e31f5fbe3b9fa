// Types of Swift for the schemas of a playground: a `@Generable` structure for each object, guides for what they can say, and
// a list of what they can't.

internal import FoundationModels

/// Collects the types that a program needs.
struct SwiftTypes {
    /// How a schema is spelled where a property stands.
    struct Use {
        var type: String
        /// Such as `.range(1...8)`.
        var guides: [String] = []
    }

    /// Declarations in the order in which they were asked for.
    private(set) var declarations: [String] = []
    /// What types and guides can't say, in the order of the schemas.
    private(set) var losses: [String] = []
    private let schemas: [String: JSONValue]
    /// By the schema of the file, or by the text of a part.
    private var names: [String: String] = [:]
    private var taken: Set<String>
    /// Types whose properties are being read: a structure can't hold itself but in a list.
    private var open: Set<String> = []

    /// Names that the program uses for something else.
    private static let reserved: Set<String> = [
        "Any", "Array", "Bool", "Character", "Data", "Decimal", "Dictionary", "Double", "Error", "Float", "Generable",
        "GeneratedContent", "GenerationOptions", "GenerationSchema", "Guide", "Instructions", "Int", "LanguageModel",
        "LanguageModelSession", "Never", "Optional", "Prompt", "Protocol", "Result", "Self", "Sendable", "Set",
        "String",
        "SystemLanguageModel", "Task", "Tool", "Transcript", "Turn", "Type", "UInt64", "Void",
    ]

    init(_ schemas: [SchemaDeclaration], taken: Set<String>) {
        self.schemas = Dictionary(
            schemas.map { ($0.name.value, $0.schema.document) }, uniquingKeysWith: { first, _ in first })
        self.taken = taken.union(Self.reserved)
    }

    /// The type of a schema of the file.
    mutating func use(schema name: String) -> Use {
        guard let document = schemas[name] else { return Use(type: "GeneratedContent") }
        return use(document, Place(root: document, owner: name, pointer: "#", name: name))
    }

    /// The type of any schema, named as given.
    ///
    /// - Parameter owner: of whom losses are told.
    mutating func use(_ document: JSONValue, named name: String, owner: String) -> Use {
        use(document, Place(root: document, owner: owner, pointer: "#", name: name))
    }

    /// Where a schema stands.
    private struct Place {
        /// The document that references are resolved in.
        var root: JSONValue
        var owner: String
        var pointer: String
        /// What a type of it would be called.
        var name: String
        var isInList = false

        func inside(_ step: String, name: String, isInList: Bool = false) -> Place {
            Place(root: root, owner: owner, pointer: "\(pointer)/\(step)", name: name, isInList: isInList)
        }
    }

    private mutating func lose(_ what: String, _ place: Place) {
        let line = "\(place.owner) at \(place.pointer): \(what)"
        if !losses.contains(line) { losses.append(line) }
    }

    private static let annotations: Set<String> = [
        "title", "description", "default", "examples", "x-order", "$schema", "$id", "$defs", "type",
    ]

    /// Tells of the keywords that nothing says.
    private mutating func lose(_ schema: JSONValue, except known: Set<String>, _ place: Place) {
        guard case .object(let members) = schema else { return }
        for member in members where !known.contains(member.key) && !Self.annotations.contains(member.key) {
            if member.key.hasPrefix("x-") { continue }
            lose("'\(member.key)' is not carried", place)
        }
    }

    private mutating func use(_ schema: JSONValue, _ place: Place) -> Use {
        if case .string(let reference)? = schema["$ref"] { return referred(reference, schema, place) }
        switch schema["type"] {
        case .string("object")?: return object(schema, place)
        case .string("array")?: return array(schema, place)
        case .string("string")?: return string(schema, place)
        case .string("integer")?: return number(schema, "Int", place)
        case .string("number")?: return number(schema, "Double", place)
        case .string("boolean")?:
            lose(schema, except: [], place)
            return Use(type: "Bool")
        default:
            lose("no type of Swift says this schema; it is any content", place)
            return Use(type: "GeneratedContent")
        }
    }

    private mutating func referred(_ reference: String, _ schema: JSONValue, _ place: Place) -> Use {
        lose(schema, except: ["$ref"], place)
        if reference == "#" {
            return use(
                place.root,
                Place(root: place.root, owner: place.owner, pointer: "#", name: place.name, isInList: place.isInList))
        }
        guard reference.hasPrefix("#/$defs/"), let target = place.root["$defs"]?[String(reference.dropFirst(8))] else {
            lose("the reference '\(reference)' is not carried; it is any content", place)
            return Use(type: "GeneratedContent")
        }
        let key = String(reference.dropFirst(8))
        // Another schema of the file has one type, wherever it is used.
        if let own = schemas[key], own["title"] == target["title"] {
            return use(
                own,
                Place(root: own, owner: key, pointer: "#", name: key, isInList: place.isInList))
        }
        return use(
            target,
            Place(
                root: place.root, owner: place.owner, pointer: reference, name: "\(place.owner)-\(key)",
                isInList: place.isInList))
    }

    // MARK: Values

    private mutating func string(_ schema: JSONValue, _ place: Place) -> Use {
        var guides: [String] = []
        if case .array(let values)? = schema["enum"] {
            let texts = values.compactMap {
                if case .string(let text) = $0 { SwiftSpelling.literal(text) } else { nil }
            }
            guides.append(".anyOf([\(texts.joined(separator: ", "))])")
        }
        if case .string(let text)? = schema["const"] { guides.append(".constant(\(SwiftSpelling.literal(text)))") }
        if case .string(let pattern)? = schema["pattern"] {
            if Self.isPlain(pattern) {
                guides.append(".pattern(#/\(pattern)/#)")
            } else {
                lose("'pattern' may mean something else in Swift, and is not carried", place)
            }
        }
        lose(schema, except: ["enum", "const", "pattern"], place)
        return Use(type: "String", guides: guides)
    }

    /// Whether a pattern surely means the same to ECMA-262 and to a literal of Swift: letters, classes, groups, repeats.
    private static func isPlain(_ pattern: String) -> Bool {
        let signs: Set<Character> = Set("^$.*+?()[]{}|-_,:;=@'\"%!<>")
        var isEscaped = false
        for character in pattern {
            if isEscaped {
                guard "dwsDWS.*+?()[]{}|^$-".contains(character) else { return false }
            } else if character != "\\" {
                guard character.isASCII, character.isLetter || character.isNumber || signs.contains(character) else {
                    return false
                }
            }
            isEscaped = !isEscaped && character == "\\"
        }
        // Look-around and flags, and operators of sets, which only Swift has.
        return !pattern.isEmpty && !["(?", "[[", "--"].contains { pattern.contains($0) }
    }

    private mutating func number(_ schema: JSONValue, _ type: String, _ place: Place) -> Use {
        func bound(_ key: String) -> String? {
            guard case .number(let number)? = schema[key] else { return nil }
            if type == "Int" { return Int(number.literal).map(String.init) }
            return Double(number.literal).map { "\($0)" }
        }
        var known: Set<String> = []
        for key in ["minimum", "maximum"] where bound(key) != nil { known.insert(key) }
        lose(schema, except: known, place)
        switch (bound("minimum"), bound("maximum")) {
        case (let low?, let high?):
            guard let lower = Double(low), let upper = Double(high), lower <= upper else { return Use(type: type) }
            return Use(type: type, guides: [".range(\(low)...\(high))"])
        case (let low?, nil): return Use(type: type, guides: [".minimum(\(low))"])
        case (nil, let high?): return Use(type: type, guides: [".maximum(\(high))"])
        default: return Use(type: type)
        }
    }

    private mutating func array(_ schema: JSONValue, _ place: Place) -> Use {
        func count(_ key: String) -> Int? {
            if case .number(let number)? = schema[key] { Int(number.literal) } else { nil }
        }
        lose(schema, except: ["items", "minItems", "maxItems"], place)
        let items = schema["items"] ?? .object([])
        let element =
            if case .object(let members) = items, members.isEmpty {
                Use(type: "GeneratedContent")
            } else {
                use(items, place.inside("items", name: place.name + "-item", isInList: true))
            }
        var guides: [String] = []
        switch (count("minItems"), count("maxItems")) {
        case (let low?, let high?) where low == high: guides.append(".count(\(low))")
        case (let low?, let high?) where low < high: guides.append(".count(\(low)...\(high))")
        case (let low?, nil): guides.append(".minimumCount(\(low))")
        case (nil, let high?): guides.append(".maximumCount(\(high))")
        default: break
        }
        return Use(type: "[\(element.type)]", guides: guides + element.guides.map { ".element(\($0))" })
    }

    // MARK: Objects

    private mutating func object(_ schema: JSONValue, _ place: Place) -> Use {
        let identity = place.pointer == "#" ? "schema \(place.owner)" : "\(place.owner) \(schema.text(.compact))"
        if let known = names[identity] {
            if open.contains(known), !place.isInList {
                lose("a structure can't hold itself; it is any content", place)
                return Use(type: "GeneratedContent")
            }
            return Use(type: known)
        }
        let name = free(SwiftSpelling.camel(place.name, isType: true))
        names[identity] = name
        open.insert(name)
        defer { open.remove(name) }
        var known: Set<String> = ["properties", "required"]
        if schema["additionalProperties"] == .bool(false) { known.insert("additionalProperties") }
        lose(schema, except: known, place)
        let index = declarations.count
        declarations.append("")
        declarations[index] = declaration(of: schema, name, place)
        return Use(type: name)
    }

    private mutating func declaration(of schema: JSONValue, _ name: String, _ place: Place) -> String {
        var lines: [String] = []
        if case .string(let text)? = schema["description"] {
            lines.append("@Generable(description: \(SwiftSpelling.literal(text)))")
        } else {
            lines.append("@Generable")
        }
        lines.append("struct \(name) {")
        var required: Set<String> = []
        if case .array(let values)? = schema["required"] {
            required = Set(values.compactMap { if case .string(let name) = $0 { name } else { nil } })
        }
        if case .object(let properties)? = schema["properties"] {
            for property in properties {
                guard let spelling = SwiftSpelling.property(property.key) else {
                    lose("no name of Swift spells the property '\(property.key)'", place)
                    continue
                }
                let use = use(
                    property.value,
                    place.inside(
                        "properties/\(SchemaReader.escaped(property.key))", name: "\(place.name)-\(property.key)"))
                var arguments = use.guides
                if case .string(let text)? = property.value["description"] {
                    arguments.insert("description: \(SwiftSpelling.literal(text))", at: 0)
                }
                if !arguments.isEmpty { lines.append("    @Guide(\(arguments.joined(separator: ", ")))") }
                lines.append("    var \(spelling): \(use.type)\(required.contains(property.key) ? "" : "?")")
            }
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private mutating func free(_ name: String) -> String {
        var candidate = taken.contains(name) ? "\(name)Content" : name
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(name)\(number)"
            number += 1
        }
        return candidate
    }
}
