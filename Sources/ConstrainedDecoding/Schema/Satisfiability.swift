// Whether any document satisfies a grammar, and if none does, why: the least fixed point of "has a value", then a walk
// from the root along what has none.

struct Satisfiability {
    let normalizer: Normalizer
    let grammar: Grammar
    let origins: [Conjunction]
    private var hasValue: [Bool]

    init(normalizer: Normalizer, grammar: Grammar, origins: [Conjunction]) {
        self.normalizer = normalizer
        self.grammar = grammar
        self.origins = origins
        hasValue = Array(repeating: false, count: grammar.nodes.count)
    }

    /// - Throws: `unsatisfiable`, where nothing satisfies the root, or where a schema that names its type has bounds that
    ///   exclude each other.
    mutating func check() throws(SchemaError) {
        var memo: [RegexID: Bool] = [:]
        for (place, node) in grammar.nodes.enumerated() {
            guard case .lexeme(let expression) = node else { continue }
            let isEmpty = memo[expression] ?? normalizer.scalarAlgebra.isProvablyEmpty(expression)
            memo[expression] = isEmpty
            hasValue[place] = !isEmpty
        }
        // What a node is made of mostly stands behind it.
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for place in grammar.nodes.indices.reversed() where !hasValue[place] && isSatisfiable(grammar.nodes[place])
            {
                hasValue[place] = true
                hasChanged = true
            }
        }
        for (place, origin) in origins.enumerated() where !hasValue[place] {
            let literals = normalizer.conjunctions[origin]
            guard origin != .nothing, literals.count == 1, !literals[0].isNegated, !literals[0].isConstant,
                normalizer.types(of: literals[0].node)?.count == 1,
                let conflict = Conflict(schemas: [literals[0].node], normalizer).firstOfBounds
            else { continue }
            throw SchemaError(
                kind: .unsatisfiable(conflict), pointer: normalizer.index.pointer(literals[0].node))
        }
        if !hasValue[grammar.root.index] { throw explanation() }
    }

    private func isSatisfiable(_ node: Grammar.Node) -> Bool {
        switch node {
        case .lexeme: return false
        case .choice(let parts): return parts.contains { hasValue[$0.index] }
        case .object(let shape):
            guard shape.members.allSatisfy({ !$0.isRequired || hasValue[$0.value.index] }) else { return false }
            if shape.minimumCount == 0 { return true }
            if shape.additional.contains(where: { hasValue[$0.value.index] }) { return true }
            return shape.members.count { hasValue[$0.value.index] } >= shape.minimumCount
        case .array(let shape):
            if let contains = shape.contains, contains.minimum > 0, !hasValue[contains.matching.index] { return false }
            for place in 0..<min(shape.minimumCount, shape.prefix.count + 1) {
                guard let element = place < shape.prefix.count ? shape.prefix[place] : shape.rest,
                    hasValue[element.index]
                else { return false }
            }
            return true
        }
    }

    // MARK: Why

    private func explanation() -> SchemaError {
        var node = grammar.root
        var seen: Set<Int> = []
        var pointer = "#"
        while true {
            let origin = origins[node.index]
            let schemas = expanded(origin)
            if let first = schemas.first { pointer = normalizer.index.pointer(first) }
            if let conflict = Conflict(schemas: schemas, normalizer).first {
                return SchemaError(kind: .unsatisfiable(conflict), pointer: pointer)
            }
            guard seen.insert(node.index).inserted else {
                return SchemaError(
                    kind: .unsatisfiable("every value would have to hold another of its kind, without end"),
                    pointer: pointer)
            }
            guard let next = unsatisfiedPart(of: node) else {
                return SchemaError(kind: .unsatisfiable("no value satisfies this schema"), pointer: pointer)
            }
            node = next
        }
    }

    /// A part that a node needs and that has no value.
    private func unsatisfiedPart(of node: Grammar.NodeID) -> Grammar.NodeID? {
        switch grammar.nodes[node.index] {
        case .lexeme: return nil
        case .choice(let parts):
            // Where one alternative is left that is no scalar, its parts tell more.
            return parts.first { if case .lexeme = grammar.nodes[$0.index] { false } else { true } }
        case .object(let shape):
            return shape.members.first { $0.isRequired && !hasValue[$0.value.index] }?.value
        case .array(let shape):
            if let contains = shape.contains, contains.minimum > 0, !hasValue[contains.matching.index] {
                return contains.matching
            }
            for place in 0..<min(shape.minimumCount, shape.prefix.count + 1) {
                let element = place < shape.prefix.count ? shape.prefix[place] : shape.rest
                if let element, !hasValue[element.index] { return element }
            }
            return nil
        }
    }

    /// The schemas that all hold for a conjunction, by `allOf` and references.
    private func expanded(_ conjunction: Conjunction) -> [Int] {
        var result: [Int] = []
        var work = normalizer.conjunctions[conjunction].filter { !$0.isNegated && !$0.isConstant }.map(\.node)
        while !work.isEmpty {
            let schema = work.removeFirst()
            if result.contains(schema) { continue }
            result.append(schema)
            for member in normalizer.members(of: schema) {
                switch member.name.description {
                case "$ref": if let target = normalizer.index.targets[member.value] { work.append(target) }
                case "allOf": work += normalizer.elements(member.value)
                default: continue
                }
            }
        }
        return result
    }
}

/// Bounds of schemas, all of which hold, that exclude each other; with their numbers.
struct Conflict {
    private let schemas: [Int]
    private let normalizer: Normalizer

    init(schemas: [Int], _ normalizer: Normalizer) {
        self.schemas = schemas
        self.normalizer = normalizer
    }

    /// The types that all of them allow.
    private var types: Set<String> {
        var types = SchemaKeyword.typeNames
        for schema in schemas {
            guard var own = normalizer.types(of: schema) else { continue }
            if own.contains("number") { own.insert("integer") }
            types.formIntersection(own)
        }
        return types
    }

    /// The first that is found, in words.
    var first: String? {
        let types = types
        if types.isEmpty { return "no type satisfies every 'type'" }
        if let conflict = firstOfBounds { return conflict }
        if let schema = schemas.first(where: { normalizer.member("enum", of: $0) != nil }),
            schemas.count == 1 || types.count < SchemaKeyword.typeNames.count
        {
            let count = normalizer.elements(normalizer.member("enum", of: schema)).count
            return count == 0 ? "'enum' is empty" : "no value of 'enum' satisfies the other keywords"
        }
        if schemas.contains(where: { if case .boolean(false) = normalizer.document[$0] { true } else { false } }) {
            return "the schema is false"
        }
        return nil
    }

    /// The first two bounds that exclude each other, with their numbers.
    var firstOfBounds: String? {
        let types = types
        if types.isSubset(of: ["number", "integer"]), let conflict = numbers(isInteger: !types.contains("number")) {
            return conflict
        }
        if types == ["string"], let conflict = counts("minLength", "maxLength") { return conflict }
        if types == ["array"] {
            if let conflict = counts("minItems", "maxItems") { return conflict }
            if schemas.contains(where: { normalizer.member("contains", of: $0) != nil }),
                let conflict = counts("minContains", "maxContains")
            {
                return conflict
            }
        }
        if types == ["object"] {
            if let conflict = counts("minProperties", "maxProperties") { return conflict }
            let required = Set(schemas.flatMap { normalizer.names(normalizer.member("required", of: $0)) })
            if let maximum = schemas.compactMap({ normalizer.count("maxProperties", of: $0) }).min(),
                required.count > maximum
            {
                return "\(required.count) required members are more than maxProperties (\(maximum))"
            }
        }
        return nil
    }

    private func counts(_ minimum: String, _ maximum: String) -> String? {
        guard let low = schemas.compactMap({ normalizer.count(minimum, of: $0) }).max(),
            let high = schemas.compactMap({ normalizer.count(maximum, of: $0) }).min(), low > high
        else { return nil }
        return "\(minimum) (\(low)) is greater than \(maximum) (\(high))"
    }

    private func numbers(isInteger: Bool) -> String? {
        var low: NumberBound?
        var high: NumberBound?
        for range in schemas.map(normalizer.range) {
            if let bound = range.minimum,
                low.map({ ($0.value, $0.isExclusive ? 1 : 0) < (bound.value, bound.isExclusive ? 1 : 0) }) ?? true
            {
                low = bound
            }
            if let bound = range.maximum,
                high.map({ (bound.value, bound.isExclusive ? 0 : 1) < ($0.value, $0.isExclusive ? 0 : 1) }) ?? true
            {
                high = bound
            }
        }
        guard let low, let high else { return nil }
        let lowName = "\(low.isExclusive ? "exclusiveMinimum" : "minimum") (\(low.value))"
        let highName = "\(high.isExclusive ? "exclusiveMaximum" : "maximum") (\(high.value))"
        if low.value > high.value { return "\(lowName) is greater than \(highName)" }
        if low.value == high.value, low.isExclusive || high.isExclusive {
            return "\(lowName) and \(highName) leave no number between them"
        }
        let whole = NumberRange(minimum: low, maximum: high, isInteger: true).expression(in: normalizer.arena)
        if isInteger, whole == normalizer.arena.nothing { return "no integer lies between \(lowName) and \(highName)" }
        for schema in schemas {
            guard let node = normalizer.member("multipleOf", of: schema),
                case .number(let divisor) = normalizer.document[node]
            else { continue }
            return "no multiple of \(divisor) lies between \(lowName) and \(highName)"
        }
        return nil
    }
}
