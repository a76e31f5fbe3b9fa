// `schemas:`: JSON Schema in YAML or from files, checked when the file loads, every problem at its place.

internal import FoundationModels
internal import YAML

extension DocumentParser {
    /// Each may hold all others, so that the work grows with the square.
    private static let schemaLimit = 200

    /// The schemas by which cells may be answered. Those with a problem are left out; their names count as known.
    mutating func schemas(_ node: Node) -> [SchemaDeclaration] {
        guard case .mapping(let entries) = node.content else {
            error("type", "schemas must be a mapping of names, found \(Self.kind(of: node))", at: firstLine(of: node))
            return []
        }
        schemaNames = entries.map(\.key.text)
        guard entries.count <= Self.schemaLimit else {
            error(
                "schema-size",
                "a playground can have at most \(Self.schemaLimit) schemas, found \(entries.count)",
                at: SourceLocation(file: source.path, range: entries[Self.schemaLimit].key.range))
            return []
        }
        var nodeCount = 0
        var written: [String: WrittenSchema] = [:]
        for entry in entries {
            let place = SourceLocation(file: source.path, range: entry.key.range)
            guard checkName(Located(entry.key.text, at: place), of: "a schema") else { continue }
            if entry.value.isAbsent {
                error("missing-value", "schema '\(entry.key.text)' has no declaration; write {type: object}", at: place)
            } else if let schema = writtenSchema(entry.value) {
                nodeCount += schema.nodeCount
                guard nodeCount <= SchemaReader.nodeLimit else {
                    error(
                        "schema-size",
                        "the schemas up to '\(entry.key.text)' have more than \(SchemaReader.nodeLimit) values; "
                            + "shorten them", at: place)
                    return []
                }
                report(schema.problems)
                written[entry.key.text] = schema.withPointerReferences
            }
        }
        let bundle = SchemaBundle(written)
        var isWrong = Set(schemaNames.filter { written[$0]?.problems.isEmpty != true })
        defer { schemaBundle = SchemaBundle(written.filter { !isWrong.contains($0.key) }) }
        for name in schemaNames {
            guard let schema = written[name] else { continue }
            for (pointer, message) in bundle.wrongNames(in: schema, known: schemaNames) {
                error("unknown-schema", message, at: schema.location(of: pointer, isAboutKeyword: false))
                isWrong.insert(name)
            }
        }
        var values: [String: [SchemaValueReference]] = [:]
        for name in schemaNames {
            guard let schema = written[name] else { continue }
            if let target = targetSystem { checkDialect(of: schema, on: target) }
            values[name] = valueReferences(in: schema)
            if values[name]?.count != schema.elsewhere.count { isWrong.insert(name) }
        }
        // A schema with one problem is told its others, too, but for references: those are followed in whole schemas.
        for name in schemaNames where isWrong.contains(name) {
            guard let schema = written[name] else { continue }
            let problems = GenerationSchema.malformed(in: schema.json).filter {
                $0.code != "json-schema.reference" && !schema.isFromElsewhere($0.pointer)
            }
            report(problems.map { Diagnostic($0, at: $0.pointer, in: schema) })
        }
        return entries.compactMap { entry in
            let name = entry.key.text
            guard !isWrong.contains(name), !bundle.dependencies(of: name).contains(where: isWrong.contains) else {
                return nil
            }
            let whole = bundle.whole(name)
            warnOfNoRequirement(in: written[name])
            if let schema = written[name] { hintAtStructure(of: schema) }
            let references = ([(name: name, pointer: "#")] + whole.bases).flatMap { base in
                (values[base.name] ?? []).map { reference in
                    var reference = reference
                    reference.pointer = base.pointer + reference.pointer.dropFirst()
                    return reference
                }
            }
            schemaReferences[name] = references.map(\.reference)
            do throws(GenerationSchema.StrictError) {
                return SchemaDeclaration(
                    name: Located(name, at: SourceLocation(file: source.path, range: entry.key.range)),
                    schema: try GenerationSchema(
                        strict: references.isEmpty ? whole.document : DynamicSchema.fixed(whole.document)),
                    dynamic: references.isEmpty
                        ? nil : DynamicSchema(document: whole.document, references: references))
            } catch {
                // What is wrong with another schema that this one refers to has been told of that one, or will be.
                for problem in error.problems {
                    let (owner, pointer) = whole.origin(of: problem.pointer, root: name)
                    if let owner = written[owner] { report([Diagnostic(problem, at: pointer, in: owner)]) }
                }
                return nil
            }
        }
    }

    /// A schema in place, or from a file.
    mutating func writtenSchema(_ node: Node) -> WrittenSchema? {
        guard case .mapping(let entries) = node.content else {
            error("type", "a schema must be a mapping, found \(Self.kind(of: node))", at: firstLine(of: node))
            return nil
        }
        guard entries.contains(where: { $0.key.text == "file" }) else {
            return SchemaReader.read(node, in: source, isJSON: false)
        }
        guard let included = includedNode(node) else { return nil }
        guard let root = included.root, case .mapping = root.content else {
            let found = included.root.map { Self.kind(of: $0) } ?? "nothing"
            error(
                "type", "'\(included.path.value)' must hold a schema, which is a mapping, found \(found)",
                at: included.path.location)
            return nil
        }
        return SchemaReader.read(root, in: included.file, isJSON: included.isJSON)
    }

    /// What a file holds that `{file: …}` names.
    struct IncludedNode {
        var path: Located<String>
        var file: SourceText
        var isJSON: Bool
        /// nil: nothing.
        var root: Node?
    }

    /// The YAML or JSON of `{file: …}`; nil where it can't be read, which has been told.
    mutating func includedNode(_ node: Node) -> IncludedNode? {
        guard let path = mapping(node, .file)?["file"].flatMap({ text($0) }) else { return nil }
        do throws(Diagnostic) {
            var included = IncludedNode(
                path: path, file: try includes.text(path).source, isJSON: path.value.lowercased().hasSuffix(".json"))
            if included.isJSON {
                included.root = try JSONNodeReader.read(included.file)
            } else {
                let read = NodeReader.read(included.file.lines)
                report(read.problems.map { Diagnostic($0, file: included.file.path) })
                guard read.problems.isEmpty else { return nil }
                included.root = read.root
            }
            return included
        } catch let problem {
            report([problem])
            return nil
        }
    }

    /// Adds errors that have their place, each once: a file may be included twice.
    mutating func report(_ problems: [Diagnostic]) {
        for problem in problems where !diagnostics.contains(problem) && errorCount < Self.diagnosticLimit {
            errorCount += 1
            diagnostics.append(problem)
        }
    }

    /// Hints at objects that may stay empty, which is seldom what is meant.
    private mutating func warnOfNoRequirement(in schema: WrittenSchema?) {
        guard let schema else { return }
        for place in schema.json.schemaPlaces {
            switch place.keyword {
            case .allOf, .if, .then, .else, .not, .contains, .dependentSchemas: continue
            default: break
            }
            guard case .object(let properties)? = place.schema["properties"], !properties.isEmpty,
                place.schema["type"] == .string("object"), place.schema["required"] == nil,
                place.schema["allOf"] == nil, place.schema["$ref"] == nil
            else { continue }
            let location = schema.location(of: place.pointer + "/properties", isAboutKeyword: true)
            let names = properties.prefix(6).map(\.key).joined(separator: ", ") + (properties.count > 6 ? ", …" : "")
            hint(
                .noneRequired,
                "no property is required, so an answer may leave all of them out; add 'required: [\(names)]', or "
                    + "'required: []'", at: location)
        }
    }

    /// `generating:` of a cell: the name of a schema, also of one that is unknown, which has been told.
    mutating func generating(_ node: Node) -> Located<String>? {
        guard case .scalar(let scalar) = node.content else {
            error(
                "type", "must be the name of a schema, found \(Self.kind(of: node)); declare it under 'schemas'",
                at: firstLine(of: node))
            return Located("", at: location(node))
        }
        let name = Located(scalar.text, at: location(node))
        if schemaNames.contains(name.value) { return name }
        let near = Suggestion.phrase(for: name.value, among: schemaNames)
        error(
            "unknown-schema",
            "unknown schema '\(name.value)'" + (near.isEmpty ? "; declare it under 'schemas'" : near), at: node)
        return name
    }
}

extension Diagnostic {
    /// A problem of a schema, at its place in the text.
    init(
        _ problem: GenerationSchema.StrictError.Problem, at pointer: String, in schema: WrittenSchema
    ) {
        let known = JSONSchemaKeyword.allCases.filter(\.isEnforced).map(\.rawValue)
        let suggestion = problem.unknownKeyword.map { Suggestion.phrase(for: $0, among: known) } ?? ""
        var message = problem.message + suggestion
        // In a whole schema a reference reads otherwise than its author wrote it.
        if problem.code.hasSuffix("reference"), let text = schema.text(at: pointer), message.hasPrefix("'"),
            let end = message.dropFirst().firstIndex(of: "'")
        {
            message = "'\(text)" + message[end...]
        }
        self.init(
            .error, problem.code, message,
            at: schema.location(of: pointer, isAboutKeyword: problem.isAboutKeyword))
    }
}
