// Where the schemas of a document are, what they are called, and what each reference leads to. One pass without
// recursion over all that is a schema by its place, then over whatever else is referred to.

struct SchemaIndex {
    enum Dialect: Int, Comparable {
        case draft4 = 4
        case draft6 = 6
        case draft7 = 7
        case draft2019 = 2019
        case draft2020 = 2020

        static func < (left: Dialect, right: Dialect) -> Bool { left.rawValue < right.rawValue }
    }

    let document: JSONDocument
    let dialect: Dialect
    /// Keywords of later dialects, which say nothing here.
    let laterKeywords: Set<String>
    private(set) var ignoredKeywords: [String] = []
    /// What a reference leads to, by the node of its text.
    private(set) var targets: [Int: Int] = [:]
    /// References that can't be followed, by the node of their text.
    private(set) var brokenReferences: [Int: SchemaError] = [:]
    /// Nodes of `$id`, in draft 4 `id`.
    private(set) var identifiers: [Int] = []

    private let parents: [Int]
    private var bases: [Int: String] = [:]
    private var resources: [String: Int] = [:]
    private var anchors: [String: Int] = [:]
    private var dynamicAnchors: [String: Int] = [:]
    private var references: [(node: Int, schema: Int, keyword: String, text: String)] = []
    private let options: SchemaCompiler.Options

    init(_ document: JSONDocument, options: SchemaCompiler.Options) throws(SchemaError) {
        self.document = document
        self.options = options
        dialect = SchemaIndex.dialect(of: document)
        laterKeywords = SchemaKeyword.later(than: dialect)
        var parents = [Int](repeating: -1, count: document.nodes.count)
        for (node, value) in document.nodes.enumerated() {
            switch value {
            case .array(let elements): for element in elements { parents[element] = node }
            case .object(let members): for member in members { parents[member.value] = node }
            default: continue
            }
        }
        self.parents = parents
        guard SchemaKeyword.has(document, document.root, .schema) else {
            throw SchemaError(kind: .malformed(keyword: "schema", wanted: "an object or a boolean"), pointer: "#")
        }
        resources[""] = document.root
        try visit(document.root, base: "")
        var done = 0
        while done < references.count {
            let reference = references[done]
            done += 1
            do throws(SchemaError) {
                let target = try resolve(reference.text, keyword: reference.keyword, from: reference.schema)
                targets[reference.node] = target
                if bases[target] == nil { try visit(target, base: base(of: target)) }
            } catch {
                brokenReferences[reference.node] = error
            }
        }
    }

    private static func dialect(of document: JSONDocument) -> Dialect {
        guard let node = document.member("$schema", of: document.root), case .string(let name) = document[node] else {
            return .draft2020
        }
        let text = name.description
        if text.contains("draft-04") { return .draft4 }
        if text.contains("draft-06") { return .draft6 }
        if text.contains("draft-07") { return .draft7 }
        if text.contains("2019-09") { return .draft2019 }
        return .draft2020
    }

    /// Whether a schema is a reference beside which, in older drafts, nothing counts.
    func hidesSiblings(_ schema: Int) -> Bool {
        guard dialect <= .draft7, let node = document.member("$ref", of: schema) else { return false }
        return text(node) != nil
    }

    // MARK: Pointers

    /// `#/properties/age`
    func pointer(_ node: Int, _ keyword: String? = nil) -> String {
        var tokens: [String] = []
        var child = node
        while parents[child] >= 0 {
            let parent = parents[child]
            switch document[parent] {
            case .array(let elements): tokens.append("\(elements.firstIndex(of: child) ?? 0)")
            case .object(let members):
                let name = members.first { $0.value == child }?.name.description ?? ""
                tokens.append(SchemaIndex.escaped(name))
            default: break
            }
            child = parent
        }
        return (["#"] + tokens.reversed() + (keyword.map { [SchemaIndex.escaped($0)] } ?? [])).joined(separator: "/")
    }

    static func escaped(_ token: String) -> String {
        var result = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": result += "~0"
            case "/": result += "~1"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    // MARK: The pass

    private mutating func visit(_ root: Int, base: String) throws(SchemaError) {
        var work = [(root, base)]
        while let (schema, outer) = work.popLast() {
            guard bases[schema] == nil else { continue }
            bases[schema] = outer
            guard case .object(let members) = document[schema] else {
                guard case .boolean = document[schema] else {
                    throw SchemaError(
                        kind: .malformed(keyword: "schema", wanted: "an object or a boolean"), pointer: pointer(schema))
                }
                continue
            }
            let hidesSiblings = hidesSiblings(schema)
            let base = hidesSiblings ? outer : identify(schema, base: outer)
            bases[schema] = base
            for member in members {
                let keyword = member.name.description
                if hidesSiblings, keyword != "$ref" { continue }
                guard !laterKeywords.contains(keyword), let form = SchemaKeyword.form(keyword) else {
                    guard options.ignoresUnknownKeywords else {
                        throw SchemaError(kind: .unknownKeyword(keyword), pointer: pointer(schema))
                    }
                    ignoredKeywords.append(pointer(schema, keyword))
                    continue
                }
                guard SchemaKeyword.has(document, member.value, form) else {
                    throw SchemaError(
                        kind: .malformed(keyword: keyword, wanted: form.wanted), pointer: pointer(schema))
                }
                switch (keyword, document[member.value]) {
                case ("$ref", .string(let text)), ("$dynamicRef", .string(let text)),
                    ("$recursiveRef", .string(let text)):
                    references.append((member.value, schema, keyword, text.description))
                default: break
                }
                for child in children(member.value, form) { work.append((child, base)) }
            }
        }
    }

    /// Schemas that are such by their place in a keyword's value.
    private func children(_ node: Int, _ form: KeywordForm) -> [Int] {
        switch (form, document[node]) {
        case (.schema, _): [node]
        case (.schemas, .array(let elements)), (.schemaOrSchemas, .array(let elements)): elements
        case (.schemaOrSchemas, _): [node]
        case (.schemaMap, .object(let members)): members.map(\.value)
        case (.dependencies, .object(let members)):
            members.map(\.value).filter { SchemaKeyword.has(document, $0, .schema) }
        default: []
        }
    }

    private func text(_ node: Int) -> String? {
        if case .string(let text) = document[node] { text.description } else { nil }
    }

    /// Notes a schema's own names; returns the base for what is inside.
    private mutating func identify(_ schema: Int, base: String) -> String {
        var base = base
        let keyword = dialect == .draft4 ? "id" : "$id"
        if let node = document.member(keyword, of: schema), let id = text(node) {
            identifiers.append(node)
            let (resource, fragment) = URIReference.split(id)
            if !resource.isEmpty {
                base = URIReference.resolve(resource, against: base)
                if resources[base] == nil { resources[base] = schema }
            }
            if let fragment, !fragment.isEmpty, dialect <= .draft7 { anchors["\(base)#\(fragment)"] = schema }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            guard let node = document.member(keyword, of: schema), let name = text(node) else { continue }
            if anchors["\(base)#\(name)"] == nil { anchors["\(base)#\(name)"] = schema }
            if keyword == "$dynamicAnchor" { dynamicAnchors[name, default: 0] += 1 }
        }
        return base
    }

    private func base(of node: Int) -> String {
        var place = node
        while place >= 0 {
            if let base = bases[place] { return base }
            place = parents[place]
        }
        return ""
    }

    // MARK: References

    private func resolve(_ reference: String, keyword: String, from schema: Int) throws(SchemaError) -> Int {
        let (resource, fragment) = URIReference.split(reference)
        if keyword != "$ref" {
            // Where one place only can be meant, the dynamic scope makes no difference.
            let isPlain =
                keyword == "$dynamicRef"
                ? dynamicAnchors[fragment ?? "", default: 0] <= 1 : resources.values.allSatisfy { $0 == document.root }
            guard isPlain else {
                throw SchemaError(
                    kind: .unsupported("'\(keyword)' to more than one place can't be enforced"),
                    pointer: pointer(schema))
            }
        }
        let uri = URIReference.resolve(resource, against: bases[schema] ?? "")
        guard let root = resources[uri] else {
            throw SchemaError(kind: .unresolvedReference(reference), pointer: pointer(schema))
        }
        guard let fragment, !fragment.isEmpty else { return root }
        let decoded = URIReference.decodingPercents(fragment)
        if !decoded.hasPrefix("/") {
            guard
                let target = anchors["\(uri)#\(decoded)"]
                    ?? anchors["#\(decoded)"].flatMap({ root == document.root ? $0 : nil })
            else { throw SchemaError(kind: .unresolvedReference(reference), pointer: pointer(schema)) }
            return target
        }
        var node = root
        for token in decoded.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = SchemaIndex.unescaped(token)
            switch document[node] {
            case .object(let members):
                guard let member = members.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                    throw SchemaError(kind: .unresolvedReference(reference), pointer: pointer(schema))
                }
                node = member.value
            case .array(let elements):
                guard let place = Int(name), elements.indices.contains(place) else {
                    throw SchemaError(kind: .unresolvedReference(reference), pointer: pointer(schema))
                }
                node = elements[place]
            default: throw SchemaError(kind: .unresolvedReference(reference), pointer: pointer(schema))
            }
        }
        return node
    }

    private static func unescaped(_ token: Substring.UnicodeScalarView.SubSequence) -> String {
        var result = ""
        var isEscape = false
        for scalar in token {
            if isEscape {
                result += scalar == "0" ? "~" : scalar == "1" ? "/" : "~\(scalar)"
                isEscape = false
            } else if scalar == "~" {
                isEscape = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
