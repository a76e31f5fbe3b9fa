// A conjunction of conditions on an array.

struct ArrayConstraint: StructureConstraint {
    /// How many elements satisfy a condition.
    struct Contains {
        var condition: Conjunction
        var negation: Conjunction
        var minimum: Int
        var maximum: Int?
    }

    /// What each of the first elements satisfies, where it is there.
    var prefix: [Conjunction] = []
    /// What each further element satisfies.
    var rest = Conjunction.everything
    var minimum = 0
    var maximum: Int?
    var isDistinct = false
    var contains: [Contains] = []
    /// A schema that this comes from, for messages.
    var source: Int?

    static var memo: ReferenceWritableKeyPath<Normalizer, [Literal: [ArrayConstraint]]> { \.arrayMemo }
    static let typeName = "array"
    static let keywords: Set<String> = [
        "items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains",
        "maxContains", "unevaluatedItems",
    ]

    init() {}

    var isUniversal: Bool {
        prefix.isEmpty && rest == .everything && minimum == 0 && maximum == nil && !isDistinct && contains.isEmpty
    }

    func merged(with other: ArrayConstraint, _ normalizer: Normalizer) -> ArrayConstraint? {
        var result = self
        let count = Swift.max(prefix.count, other.prefix.count)
        result.prefix = (0..<count).map { normalizer.both(element($0), other.element($0)) }
        result.rest = normalizer.both(rest, other.rest)
        result.minimum = Swift.max(minimum, other.minimum)
        result.maximum = [maximum, other.maximum].compactMap(\.self).min()
        result.isDistinct = isDistinct || other.isDistinct
        for more in other.contains {
            guard let place = result.contains.firstIndex(where: { $0.condition == more.condition }) else {
                result.contains.append(more)
                continue
            }
            let known = result.contains[place]
            result.contains[place].minimum = Swift.max(known.minimum, more.minimum)
            result.contains[place].maximum = [known.maximum, more.maximum].compactMap(\.self).min()
        }
        result.source = source ?? other.source
        result.shorten()
        return result.isContradictory ? nil : result
    }

    func element(_ place: Int) -> Conjunction { place < prefix.count ? prefix[place] : rest }

    /// Where an element can't be, the array ends before.
    mutating func shorten() {
        if let place = prefix.firstIndex(of: .nothing) {
            maximum = Swift.min(maximum ?? place, place)
        } else if rest == .nothing {
            maximum = Swift.min(maximum ?? prefix.count, prefix.count)
        }
        if let maximum, maximum <= prefix.count {
            prefix.removeSubrange(maximum...)
            rest = .nothing
        }
        contains.removeAll { $0.minimum == 0 && $0.maximum == nil }
    }

    private var isContradictory: Bool {
        if let maximum, minimum > maximum { return true }
        return contains.contains { part in
            part.minimum > Swift.min(part.maximum ?? .max, maximum ?? .max)
        }
    }

    func isProvablyEmpty(_ normalizer: Normalizer, depth: Int) -> Bool {
        if isContradictory { return true }
        for place in 0..<Swift.min(minimum, prefix.count + 1)
        where normalizer.isProvablyEmpty(element(place), depth: depth) {
            return true
        }
        return contains.contains { part in
            part.minimum > 0 && prefix.isEmpty
                && normalizer.isProvablyEmpty(normalizer.both(rest, part.condition), depth: depth)
        }
    }

    // MARK: Keywords

    static func own(_ schema: Int, _ normalizer: Normalizer) throws(SchemaError) -> [[ArrayConstraint]] {
        if normalizer.member("unevaluatedItems", of: schema) != nil {
            throw normalizer.unsupported("'unevaluatedItems' is not enforced", schema)
        }
        var result = ArrayConstraint()
        result.source = schema
        let (first, rest) = items(schema, normalizer)
        result.prefix = first.map { normalizer.conjunction(schema: $0) }
        if let rest { result.rest = normalizer.conjunction(schema: rest) }
        result.minimum = normalizer.count("minItems", of: schema) ?? 0
        result.maximum = normalizer.count("maxItems", of: schema)
        if let node = normalizer.member("uniqueItems", of: schema), case .boolean(true) = normalizer.document[node] {
            result.isDistinct = true
        }
        if let node = normalizer.member("contains", of: schema) {
            result.contains = [
                Contains(
                    condition: normalizer.conjunction(schema: node),
                    negation: normalizer.conjunction(schema: node, isNegated: true),
                    minimum: normalizer.count("minContains", of: schema) ?? 1,
                    maximum: normalizer.count("maxContains", of: schema))
            ]
        }
        result.shorten()
        return [result.isContradictory ? [] : [result]]
    }

    /// The schemas of the first elements and of those that follow, in either form.
    private static func items(_ schema: Int, _ normalizer: Normalizer) -> (first: [Int], rest: Int?) {
        let items = normalizer.member("items", of: schema)
        if let items, case .array(let first) = normalizer.document[items] {
            return (first, normalizer.member("additionalItems", of: schema))
        }
        return (normalizer.elements(normalizer.member("prefixItems", of: schema)), items)
    }

    static func violations(_ schema: Int, _ normalizer: Normalizer) throws(SchemaError) -> [ArrayConstraint] {
        var result: [ArrayConstraint] = []
        func add(_ change: (inout ArrayConstraint) -> Void) {
            var shape = ArrayConstraint()
            shape.source = schema
            change(&shape)
            shape.shorten()
            if !shape.isContradictory { result.append(shape) }
        }
        if normalizer.member("unevaluatedItems", of: schema) != nil {
            throw normalizer.unsupported("the negation of 'unevaluatedItems' is not enforced", schema)
        }
        if let count = normalizer.count("minItems", of: schema), count > 0 { add { $0.maximum = count - 1 } }
        if let count = normalizer.count("maxItems", of: schema) { add { $0.minimum = count + 1 } }
        let (first, rest) = items(schema, normalizer)
        for (place, node) in first.enumerated() {
            let wrong = normalizer.conjunction(schema: node, isNegated: true)
            if wrong == .nothing { continue }
            add {
                $0.prefix = Array(repeating: .everything, count: place) + [wrong]
                $0.minimum = place + 1
            }
        }
        if let rest {
            let right = normalizer.conjunction(schema: rest)
            let wrong = normalizer.conjunction(schema: rest, isNegated: true)
            if right == .nothing {
                add { $0.minimum = first.count + 1 }
            } else if right != .everything {
                guard first.isEmpty else {
                    throw normalizer.unsupported("the negation of 'items' after a prefix is not enforced", schema)
                }
                add { $0.contains = [Contains(condition: wrong, negation: right, minimum: 1, maximum: nil)] }
            }
        }
        if let node = normalizer.member("contains", of: schema) {
            let condition = normalizer.conjunction(schema: node)
            let negation = normalizer.conjunction(schema: node, isNegated: true)
            let minimum = normalizer.count("minContains", of: schema) ?? 1
            if minimum > 0 {
                add {
                    $0.contains = [
                        Contains(condition: condition, negation: negation, minimum: 0, maximum: minimum - 1)
                    ]
                }
            }
            if let maximum = normalizer.count("maxContains", of: schema) {
                add {
                    $0.contains = [
                        Contains(condition: condition, negation: negation, minimum: maximum + 1, maximum: nil)
                    ]
                }
            }
        }
        if let node = normalizer.member("uniqueItems", of: schema), case .boolean(true) = normalizer.document[node] {
            throw normalizer.unsupported("the negation of 'uniqueItems' is not enforced", schema)
        }
        return result
    }

    static func constant(_ node: Int, _ normalizer: Normalizer) throws(SchemaError) -> [ArrayConstraint] {
        guard case .array(let elements) = normalizer.document[node] else { return [] }
        var result = ArrayConstraint()
        result.prefix = elements.map { normalizer.conjunction(Literal(constant: $0)) }
        result.rest = .nothing
        result.minimum = elements.count
        result.maximum = elements.count
        result.source = node
        return [result]
    }

    static func others(_ node: Int, _ normalizer: Normalizer) throws(SchemaError) -> [ArrayConstraint] {
        guard case .array(let elements) = normalizer.document[node] else { return [ArrayConstraint()] }
        var result: [ArrayConstraint] = []
        if !elements.isEmpty {
            var shorter = ArrayConstraint()
            shorter.maximum = elements.count - 1
            shorter.shorten()
            result.append(shorter)
        }
        var longer = ArrayConstraint()
        longer.minimum = elements.count + 1
        result.append(longer)
        for (place, element) in elements.enumerated() {
            var other = ArrayConstraint()
            other.prefix = Array(repeating: .everything, count: place)
            other.prefix.append(normalizer.conjunction(Literal(constant: element, isNegated: true)))
            other.minimum = place + 1
            result.append(other)
        }
        return result
    }
}
