// A conjunction of conditions on an object.

struct ObjectConstraint: StructureConstraint {
    /// What the value of each member satisfies whose name is selected.
    struct Rule {
        enum Selector {
            case name(JSONString)
            /// Names whose content the expression matches.
            case pattern(RegexID)
            /// Names that are none of these and match none of the patterns.
            case others(names: [JSONString], patterns: [RegexID])
            /// Names whose content the expression doesn't match.
            case mismatch(RegexID)
        }

        var selector: Selector
        var value: Conjunction
    }

    var rules: [Rule] = []
    var required: [JSONString] = []
    var minimum = 0
    var maximum: Int?
    /// Whether a schema declared members, and whether one said what others may be.
    var declaresMembers = false
    var governsOthers = false
    /// A schema that this comes from, for messages.
    var source: Int?

    static var memo: ReferenceWritableKeyPath<Normalizer, [Literal: [ObjectConstraint]]> { \.objectMemo }
    static let typeName = "object"
    static let keywords: Set<String> = [
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties",
    ]

    init() {}

    var isUniversal: Bool {
        rules.isEmpty && required.isEmpty && minimum == 0 && maximum == nil && !declaresMembers && !governsOthers
    }

    func merged(with other: ObjectConstraint, _ normalizer: Normalizer) -> ObjectConstraint? {
        var result = self
        result.rules += other.rules
        for name in other.required where !required.contains(name) { result.required.append(name) }
        result.minimum = Swift.max(minimum, other.minimum)
        result.maximum = [maximum, other.maximum].compactMap(\.self).min()
        result.declaresMembers = declaresMembers || other.declaresMembers
        result.governsOthers = governsOthers || other.governsOthers
        result.source = source ?? other.source
        return result.isContradictory(normalizer) ? nil : result
    }

    /// What the value of the member `name` satisfies, where it is there.
    func value(of name: JSONString, _ normalizer: Normalizer) -> Conjunction {
        var result = Conjunction.everything
        for rule in rules where Self.selects(rule.selector, name, normalizer) {
            result = normalizer.both(result, rule.value)
        }
        return result
    }

    private static func selects(_ selector: Rule.Selector, _ name: JSONString, _ normalizer: Normalizer) -> Bool {
        switch selector {
        case .name(let other): return name == other
        case .pattern(let pattern): return normalizer.arena.matches(pattern, name.spelledContent)
        case .mismatch(let pattern): return !normalizer.arena.matches(pattern, name.spelledContent)
        case .others(let names, let patterns):
            return !names.contains(name)
                && !patterns.contains { normalizer.arena.matches($0, name.spelledContent) }
        }
    }

    private func isContradictory(_ normalizer: Normalizer) -> Bool {
        if let maximum, Swift.max(minimum, required.count) > maximum { return true }
        return required.contains { value(of: $0, normalizer) == .nothing }
    }

    func isProvablyEmpty(_ normalizer: Normalizer, depth: Int) -> Bool {
        isContradictory(normalizer)
            || required.contains { normalizer.isProvablyEmpty(value(of: $0, normalizer), depth: depth) }
    }

    // MARK: Keywords

    static func own(_ schema: Int, _ normalizer: Normalizer) throws(SchemaError) -> [[ObjectConstraint]] {
        if normalizer.member("unevaluatedProperties", of: schema) != nil {
            throw normalizer.unsupported("'unevaluatedProperties' is not enforced", schema)
        }
        var result = ObjectConstraint()
        result.source = schema
        let properties = normalizer.namedMembers(normalizer.member("properties", of: schema))
        result.declaresMembers = normalizer.member("properties", of: schema) != nil
        for member in properties {
            result.rules.append(
                Rule(selector: .name(member.name), value: normalizer.conjunction(schema: member.value)))
        }
        var patterns: [RegexID] = []
        for member in normalizer.namedMembers(normalizer.member("patternProperties", of: schema)) {
            let pattern = try normalizer.pattern(member.name, at: member.value)
            patterns.append(pattern)
            result.declaresMembers = true
            result.rules.append(
                Rule(selector: .pattern(pattern), value: normalizer.conjunction(schema: member.value)))
        }
        if let node = normalizer.member("additionalProperties", of: schema) {
            result.governsOthers = true
            let value = normalizer.conjunction(schema: node)
            if value != .everything {
                result.rules.append(
                    Rule(selector: .others(names: properties.map(\.name), patterns: patterns), value: value))
            }
        }
        if let node = normalizer.member("propertyNames", of: schema) {
            let names = try normalizer.scalars(normalizer.conjunction(schema: node)).strings
            if names != normalizer.scalarAlgebra.all.strings {
                result.rules.append(Rule(selector: .mismatch(names), value: .nothing))
            }
        }
        for name in normalizer.names(normalizer.member("required", of: schema)) where !result.required.contains(name) {
            result.required.append(name)
        }
        result.minimum = normalizer.count("minProperties", of: schema) ?? 0
        result.maximum = normalizer.count("maxProperties", of: schema)
        var lists = [result.isContradictory(normalizer) ? [] : [result]]
        for (name, consequence) in dependencies(schema, normalizer) {
            // Either the member is absent, or what it asks for holds.
            lists.append([forbidding(name, schema)] + (try consequence.shapes(normalizer)))
        }
        return lists
    }

    private static func forbidding(_ name: JSONString, _ schema: Int) -> ObjectConstraint {
        var result = ObjectConstraint()
        result.rules = [Rule(selector: .name(name), value: .nothing)]
        result.source = schema
        return result
    }

    private static func requiring(_ names: [JSONString], _ schema: Int) -> ObjectConstraint {
        var result = ObjectConstraint()
        result.required = names
        result.source = schema
        return result
    }

    private enum Consequence {
        case names([JSONString], schema: Int)
        case schema(Int)

        func shapes(_ normalizer: Normalizer) throws(SchemaError) -> [ObjectConstraint] {
            switch self {
            case .names(let names, let schema): return [ObjectConstraint.requiring(names, schema)]
            case .schema(let node): return try normalizer.shapes(node)
            }
        }

        func violations(_ normalizer: Normalizer) throws(SchemaError) -> [ObjectConstraint] {
            switch self {
            case .names(let names, let schema): return names.map { ObjectConstraint.forbidding($0, schema) }
            case .schema(let node): return try normalizer.shapes(node, isNegated: true)
            }
        }
    }

    private static func dependencies(
        _ schema: Int, _ normalizer: Normalizer
    ) -> [(name: JSONString, consequence: Consequence)] {
        var result: [(JSONString, Consequence)] = []
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            for member in normalizer.namedMembers(normalizer.member(keyword, of: schema)) {
                if case .array = normalizer.document[member.value] {
                    let names = normalizer.names(member.value)
                    if !names.isEmpty { result.append((member.name, .names(names, schema: schema))) }
                } else {
                    result.append((member.name, .schema(member.value)))
                }
            }
        }
        return result
    }

    static func violations(_ schema: Int, _ normalizer: Normalizer) throws(SchemaError) -> [ObjectConstraint] {
        if normalizer.member("unevaluatedProperties", of: schema) != nil {
            throw normalizer.unsupported("the negation of 'unevaluatedProperties' is not enforced", schema)
        }
        var result: [ObjectConstraint] = []
        if let count = normalizer.count("minProperties", of: schema), count > 0 {
            var shape = ObjectConstraint()
            shape.maximum = count - 1
            result.append(shape)
        }
        if let count = normalizer.count("maxProperties", of: schema) {
            var shape = ObjectConstraint()
            shape.minimum = count + 1
            result.append(shape)
        }
        for name in normalizer.names(normalizer.member("required", of: schema)) {
            result.append(forbidding(name, schema))
        }
        let properties = normalizer.namedMembers(normalizer.member("properties", of: schema))
        for member in properties {
            let wrong = normalizer.conjunction(schema: member.value, isNegated: true)
            if wrong == .nothing { continue }
            var shape = requiring([member.name], schema)
            if wrong != .everything { shape.rules = [Rule(selector: .name(member.name), value: wrong)] }
            result.append(shape)
        }
        for (name, consequence) in dependencies(schema, normalizer) {
            let present = [requiring([name], schema)]
            result += try normalizer.product(present, try consequence.violations(normalizer), at: schema)
        }
        if let node = normalizer.member("propertyNames", of: schema) {
            let names = try normalizer.scalars(normalizer.conjunction(schema: node)).strings
            if names == normalizer.arena.nothing {
                var shape = ObjectConstraint()
                shape.minimum = 1
                result.append(shape)
            } else if names != normalizer.scalarAlgebra.all.strings {
                throw normalizer.unsupported("the negation of 'propertyNames' is not enforced", schema)
            }
        }
        let patterns = normalizer.namedMembers(normalizer.member("patternProperties", of: schema))
        for member in patterns where normalizer.conjunction(schema: member.value) != .everything {
            throw normalizer.unsupported("the negation of 'patternProperties' is not enforced", schema)
        }
        if let node = normalizer.member("additionalProperties", of: schema) {
            switch normalizer.conjunction(schema: node) {
            case .everything: break
            case .nothing where patterns.isEmpty && properties.count <= 4:
                result += beyond(properties.map(\.name), schema)
            default: throw normalizer.unsupported("the negation of 'additionalProperties' is not enforced", schema)
            }
        }
        return result
    }

    /// Objects with a member that is none of `names`: for each choice of those that are there, one member more.
    private static func beyond(_ names: [JSONString], _ schema: Int) -> [ObjectConstraint] {
        (0..<(1 << names.count)).map { choice in
            var shape = ObjectConstraint()
            shape.source = schema
            for (place, name) in names.enumerated() {
                if choice >> place & 1 == 1 {
                    shape.required.append(name)
                } else {
                    shape.rules.append(Rule(selector: .name(name), value: .nothing))
                }
            }
            shape.minimum = shape.required.count + 1
            return shape
        }
    }

    static func constant(_ node: Int, _ normalizer: Normalizer) throws(SchemaError) -> [ObjectConstraint] {
        guard case .object(let members) = normalizer.document[node] else { return [] }
        var result = ObjectConstraint()
        result.source = node
        for member in members {
            result.required.append(member.name)
            result.rules.append(
                Rule(selector: .name(member.name), value: normalizer.conjunction(Literal(constant: member.value))))
        }
        result.rules.append(Rule(selector: .others(names: members.map(\.name), patterns: []), value: .nothing))
        result.declaresMembers = true
        result.governsOthers = true
        return [result]
    }

    static func others(_ node: Int, _ normalizer: Normalizer) throws(SchemaError) -> [ObjectConstraint] {
        guard case .object(let members) = normalizer.document[node] else { return [ObjectConstraint()] }
        var more = ObjectConstraint()
        more.minimum = members.count + 1
        var result = [more]
        for member in members {
            result.append(forbidding(member.name, node))
            var other = requiring([member.name], node)
            other.rules = [
                Rule(
                    selector: .name(member.name),
                    value: normalizer.conjunction(Literal(constant: member.value, isNegated: true)))
            ]
            result.append(other)
        }
        return result
    }
}
