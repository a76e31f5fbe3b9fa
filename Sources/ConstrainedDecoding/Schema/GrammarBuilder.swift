// From conditions to the nodes of a grammar: one node for each conjunction that is met, until no new one is met.

struct GrammarBuilder {
    static let nodeLimit = 200_000
    static let cellLimit = 32
    /// How many expressions the comparison of the names of one object may add.
    static let expressionLimit = 8_000
    /// Above this many arrangements, elements that must satisfy a condition are not spread over a bounded array.
    static let arrangementLimit = 256

    let normalizer: Normalizer
    let options: SchemaCompiler.Options
    var nodes: [Grammar.Node] = []
    /// The conjunction that each node is for; nil for alternatives of one.
    private var origins: [Conjunction] = []
    private var known: [Conjunction: Grammar.NodeID] = [:]
    private var waiting: [Conjunction] = []

    init(normalizer: Normalizer, options: SchemaCompiler.Options) {
        self.normalizer = normalizer
        self.options = options
    }

    var arena: RegexArena { normalizer.arena }

    mutating func build() throws(SchemaError) -> Grammar {
        let index = normalizer.index
        let rootConjunction = normalizer.conjunction(schema: index.document.root)
        let root = node(rootConjunction)
        while let conjunction = waiting.popLast() {
            guard let place = known[conjunction] else { continue }
            nodes[place.index] = try content(conjunction)
            guard nodes.count <= GrammarBuilder.nodeLimit else {
                throw SchemaError(
                    kind: .limit("the schema becomes more than \(nodes.count) nodes", GrammarBuilder.nodeLimit),
                    pointer: "#")
            }
        }
        let grammar = Grammar(arena: arena, nodes: nodes, root: root, spacing: options.spacing)
        var satisfiability = Satisfiability(normalizer: normalizer, grammar: grammar, origins: origins)
        try satisfiability.check()
        return grammar
    }

    /// The node for a conjunction, which may still have to be filled.
    mutating func node(_ conjunction: Conjunction) -> Grammar.NodeID {
        if let node = known[conjunction] { return node }
        let node = add(.choice([]), conjunction)
        known[conjunction] = node
        waiting.append(conjunction)
        return node
    }

    private mutating func add(_ node: Grammar.Node, _ origin: Conjunction) -> Grammar.NodeID {
        nodes.append(node)
        origins.append(origin)
        return Grammar.NodeID(nodes.count - 1)
    }

    private mutating func content(_ conjunction: Conjunction) throws(SchemaError) -> Grammar.Node {
        var alternatives: [Grammar.Node] = []
        let scalars = try normalizer.scalars(conjunction)
        let expression = normalizer.scalarAlgebra.expression(scalars)
        if expression != arena.nothing { alternatives.append(.lexeme(expression)) }
        for shape in try normalizer.alternatives(conjunction, of: ArrayConstraint.self) {
            alternatives += try arrays(shape)
        }
        for shape in try normalizer.alternatives(conjunction, of: ObjectConstraint.self) {
            if let object = try object(shape) { alternatives.append(object) }
        }
        if alternatives.count == 1 { return alternatives[0] }
        return .choice(alternatives.map { add($0, conjunction) })
    }

    private func pointer(_ source: Int?) -> String { source.map { normalizer.index.pointer($0) } ?? "#" }

    // MARK: Arrays

    private mutating func arrays(_ shape: ArrayConstraint) throws(SchemaError) -> [Grammar.Node] {
        var shape = shape
        if shape.isDistinct {
            if let maximum = shape.maximum, maximum <= 1 { shape.isDistinct = false }
            try checkDistinct(shape)
        }
        if shape.contains.isEmpty {
            return [
                .array(
                    Grammar.ArrayShape(
                        prefix: shape.prefix.map { node($0) },
                        rest: shape.rest == .nothing ? nil : node(shape.rest), minimumCount: shape.minimum,
                        maximumCount: shape.maximum, isDistinct: shape.isDistinct))
            ]
        }
        if shape.prefix.isEmpty, shape.contains.count == 1, shape.rest != .nothing {
            return [.array(try containing(shape, shape.contains[0]))]
        }
        return try arranged(shape)
    }

    private mutating func containing(
        _ shape: ArrayConstraint, _ part: ArrayConstraint.Contains
    ) throws(SchemaError) -> Grammar.ArrayShape {
        let other = normalizer.both(shape.rest, part.negation)
        return Grammar.ArrayShape(
            rest: node(shape.rest), minimumCount: shape.minimum, maximumCount: shape.maximum,
            isDistinct: shape.isDistinct,
            contains: Grammar.ArrayShape.Contains(
                matching: node(normalizer.both(shape.rest, part.condition)),
                other: other == .nothing ? nil : node(other), minimum: part.minimum, maximum: part.maximum))
    }

    /// A bounded array, element by element: each satisfies the conditions or their negations.
    private mutating func arranged(_ shape: ArrayConstraint) throws(SchemaError) -> [Grammar.Node] {
        struct Arrangement {
            var elements: [Conjunction] = []
            var counts: [Int]
        }
        guard let maximum = shape.maximum, maximum <= 16 else {
            throw SchemaError(
                kind: .unsupported(
                    shape.contains.count > 1
                        ? "more than one 'contains' on an array without a small bound is not enforced"
                        : "'contains' after a prefix on an array without a small bound is not enforced"),
                pointer: pointer(shape.source))
        }
        var result: [Grammar.Node] = []
        var open = [Arrangement(counts: shape.contains.map { _ in 0 })]
        for length in 0...maximum {
            if length >= shape.minimum {
                for arrangement in open
                where zip(arrangement.counts, shape.contains).allSatisfy({
                    $0 >= $1.minimum && $0 <= $1.maximum ?? .max
                }) {
                    result.append(
                        .array(
                            Grammar.ArrayShape(
                                prefix: arrangement.elements.map { node($0) }, rest: nil, minimumCount: length,
                                maximumCount: length, isDistinct: shape.isDistinct)))
                }
            }
            if length == maximum { break }
            var next: [Arrangement] = []
            for arrangement in open {
                for choice in 0..<(1 << shape.contains.count) {
                    var longer = arrangement
                    var element = shape.element(length)
                    for (place, part) in shape.contains.enumerated() {
                        let isMatch = choice >> place & 1 == 1
                        element = normalizer.both(element, isMatch ? part.condition : part.negation)
                        longer.counts[place] += isMatch ? 1 : 0
                    }
                    if normalizer.isProvablyEmpty(element) { continue }
                    longer.elements.append(element)
                    next.append(longer)
                }
            }
            open = next
            guard open.count + result.count <= GrammarBuilder.arrangementLimit else {
                throw SchemaError(
                    kind: .limit("'contains' allows too many arrangements", GrammarBuilder.arrangementLimit),
                    pointer: pointer(shape.source))
            }
        }
        return result
    }

    /// Elements that must differ have to be scalars.
    private func checkDistinct(_ shape: ArrayConstraint) throws(SchemaError) {
        guard shape.isDistinct else { return }
        for element in Set(shape.prefix + [shape.rest]) where element != .nothing {
            let arrays = try normalizer.alternatives(element, of: ArrayConstraint.self)
            let objects = try normalizer.alternatives(element, of: ObjectConstraint.self)
            let isScalar =
                arrays.allSatisfy { $0.isProvablyEmpty(normalizer, depth: 3) }
                && objects.allSatisfy { $0.isProvablyEmpty(normalizer, depth: 3) }
            guard isScalar else {
                throw SchemaError(
                    kind: .unsupported("'uniqueItems' over elements that may be arrays or objects is not enforced"),
                    pointer: pointer(shape.source))
            }
        }
    }

    // MARK: Objects

    private mutating func object(_ shape: ObjectConstraint) throws(SchemaError) -> Grammar.Node? {
        let closed = !options.objectsAreOpenByDefault && shape.declaresMembers && !shape.governsOthers
        var names: [JSONString] = []
        var seen: Set<JSONString> = []
        var patterns: [RegexID] = []
        for rule in shape.rules {
            switch rule.selector {
            case .name(let name): if seen.insert(name).inserted { names.append(name) }
            case .pattern(let pattern): if !patterns.contains(pattern) { patterns.append(pattern) }
            case .mismatch, .others: continue
            }
        }
        for name in shape.required where seen.insert(name).inserted { names.append(name) }
        let required = Set(shape.required)
        let values = shape.values(of: names, normalizer)
        var members: [Grammar.ObjectShape.Member] = []
        for (name, value) in zip(names, values) {
            let isRequired = required.contains(name)
            if value == .nothing {
                if isRequired { return nil }
                continue
            }
            members.append(
                Grammar.ObjectShape.Member(name: name.spelled, value: node(value), isRequired: isRequired))
        }
        if let maximum = shape.maximum, maximum < required.count { return nil }
        var additional: [Grammar.ObjectShape.Group] = []
        if shape.maximum != required.count || !required.isSubset(of: seen) {
            additional = try groups(shape, names: names, patterns: patterns, isClosed: closed)
        }
        return .object(
            Grammar.ObjectShape(
                members: members, additional: additional, minimumCount: max(shape.minimum, 0),
                maximumCount: shape.maximum))
    }

    /// The names that are not declared, parted by the conditions that hold for their values.
    private mutating func groups(
        _ shape: ObjectConstraint, names: [JSONString], patterns: [RegexID], isClosed: Bool
    ) throws(SchemaError) -> [Grammar.ObjectShape.Group] {
        struct Cell {
            var content: RegexID
            var matched: Set<RegexID> = []
        }
        var base = normalizer.scalarAlgebra.all.strings
        for case .mismatch(let pattern) in shape.rules.map(\.selector) {
            base = normalizer.scalarAlgebra.both(base, pattern, all: normalizer.scalarAlgebra.all.strings)
        }
        // Closed to all but patterns, names need no comparing with the declared ones where there are no patterns.
        let closesOthers =
            isClosed
            || shape.rules.contains {
                if case .others(_, let known) = $0.selector { $0.value == .nothing && known.isEmpty } else { false }
            }
        if closesOthers, patterns.isEmpty { return [] }
        if !names.isEmpty {
            let declared = arena.literals(names.map(\.spelledContent))
            base = arena.intersection([base, arena.complement(declared)])
        }
        var cells = [Cell(content: base)]
        let start = arena.count
        // A group without names does no harm; only many of them are worth a proof.
        let provesCells = patterns.count > 3
        for pattern in patterns {
            var next: [Cell] = []
            for cell in cells {
                guard arena.count - start <= GrammarBuilder.expressionLimit else {
                    throw SchemaError(
                        kind: .limit(
                            "names of 'patternProperties' are too hard to tell apart", GrammarBuilder.expressionLimit),
                        pointer: pointer(shape.source))
                }
                let inside = arena.intersection([cell.content, pattern])
                if !provesCells || !normalizer.scalarAlgebra.isProvablyEmpty(inside, limit: 200) {
                    next.append(Cell(content: inside, matched: cell.matched.union([pattern])))
                }
                let outside = arena.intersection([cell.content, arena.complement(pattern)])
                if !provesCells || !normalizer.scalarAlgebra.isProvablyEmpty(outside, limit: 200) {
                    next.append(Cell(content: outside, matched: cell.matched))
                }
            }
            cells = next
            guard cells.count <= GrammarBuilder.cellLimit else {
                throw SchemaError(
                    kind: .limit("'patternProperties' overlap in too many ways", GrammarBuilder.cellLimit),
                    pointer: pointer(shape.source))
            }
        }
        var byValue: [Conjunction: [RegexID]] = [:]
        var order: [Conjunction] = []
        for cell in cells {
            if isClosed, cell.matched.isEmpty { continue }
            var value = Conjunction.everything
            for rule in shape.rules {
                switch rule.selector {
                case .pattern(let pattern) where cell.matched.contains(pattern):
                    value = normalizer.both(value, rule.value)
                case .others(_, let known) where cell.matched.isDisjoint(with: known):
                    value = normalizer.both(value, rule.value)
                default: continue
                }
            }
            if value == .nothing || cell.content == arena.nothing { continue }
            if byValue[value] == nil { order.append(value) }
            byValue[value, default: []].append(cell.content)
        }
        return order.map { value in
            Grammar.ObjectShape.Group(
                name: normalizer.scalarAlgebra.quoted(arena.union(byValue[value] ?? [])), value: node(value))
        }
    }
}

extension ObjectConstraint {
    /// What the values of `names` satisfy: as `value(of:)`, in one pass over the rules.
    func values(of names: [JSONString], _ normalizer: Normalizer) -> [Conjunction] {
        var byName: [JSONString: Conjunction] = [:]
        var general: [Rule] = []
        for rule in rules {
            if case .name(let name) = rule.selector {
                byName[name] = normalizer.both(byName[name] ?? .everything, rule.value)
            } else {
                general.append(rule)
            }
        }
        var others = ObjectConstraint()
        others.rules = general
        return names.map { normalizer.both(byName[$0] ?? .everything, others.value(of: $0, normalizer)) }
    }
}
