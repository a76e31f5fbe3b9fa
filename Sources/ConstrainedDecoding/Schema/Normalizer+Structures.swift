// The arrays or the objects that a schema allows, or forbids, as alternatives of simple shapes: keywords that combine
// schemas are multiplied out, negations pushed down to the conditions.

extension Normalizer {
    func positiveAlternatives<Shape: StructureConstraint>(_ schema: Int) throws(SchemaError) -> [Shape] {
        if case .boolean(let value) = document[schema] { return value ? [Shape()] : [] }
        if let types = types(of: schema), !types.contains(Shape.typeName) { return [] }
        var result = [Shape()]
        var hasOwn = false
        for member in members(of: schema) {
            let keyword = member.name.description
            if Shape.keywords.contains(keyword) {
                if hasOwn { continue }
                hasOwn = true
                for alternatives in try Shape.own(schema, self) {
                    result = try product(result, alternatives, at: schema)
                }
            } else if let alternatives: [Shape] = try combined(member, of: schema) {
                result = try product(result, alternatives, at: schema)
            }
            if result.isEmpty { break }
        }
        return result
    }

    /// What a keyword that combines schemas allows; nil for other keywords.
    private func combined<Shape: StructureConstraint>(
        _ member: JSONDocument.Member, of schema: Int
    ) throws(SchemaError) -> [Shape]? {
        switch member.name.description {
        case "const": return try Shape.constant(member.value, self)
        case "enum":
            var result: [Shape] = []
            for element in elements(member.value) { result += try Shape.constant(element, self) }
            return result
        case "$ref", "$dynamicRef", "$recursiveRef": return try shapes(try target(of: member.value))
        case "allOf":
            var result = [Shape()]
            for part in elements(member.value) { result = try product(result, try shapes(part), at: schema) }
            return result
        case "anyOf":
            var result: [Shape] = []
            for part in elements(member.value) { result += try shapes(part) }
            return simplified(result)
        case "oneOf": return try exactlyOne(elements(member.value), at: schema)
        case "not": return try shapes(member.value, isNegated: true)
        case "if":
            let then = self.member("then", of: schema)
            let otherwise = self.member("else", of: schema)
            if then == nil, otherwise == nil { return nil }
            return try conditional(member.value, then, otherwise, at: schema)
        default: return nil
        }
    }

    func negativeAlternatives<Shape: StructureConstraint>(_ schema: Int) throws(SchemaError) -> [Shape] {
        if case .boolean(let value) = document[schema] { return value ? [] : [Shape()] }
        if let types = types(of: schema), !types.contains(Shape.typeName) { return [Shape()] }
        var result: [Shape] = []
        var hasOwn = false
        for member in members(of: schema) {
            let keyword = member.name.description
            if Shape.keywords.contains(keyword) {
                hasOwn = true
            } else if let alternatives: [Shape] = try violations(member, of: schema) {
                result += alternatives
            }
            if result.contains(where: \.isUniversal) { return [Shape()] }
        }
        if hasOwn { result += try Shape.violations(schema, self) }
        return simplified(result)
    }

    /// What violates a keyword that combines schemas; nil for other keywords.
    private func violations<Shape: StructureConstraint>(
        _ member: JSONDocument.Member, of schema: Int
    ) throws(SchemaError) -> [Shape]? {
        switch member.name.description {
        case "const": return try Shape.others(member.value, self)
        case "enum":
            var result = [Shape()]
            for element in elements(member.value) {
                result = try product(result, try Shape.others(element, self), at: schema)
            }
            return result
        case "$ref", "$dynamicRef", "$recursiveRef":
            return try shapes(try target(of: member.value), isNegated: true)
        case "allOf":
            var result: [Shape] = []
            for part in elements(member.value) { result += try shapes(part, isNegated: true) }
            return simplified(result)
        case "anyOf": return try noneOf(elements(member.value), at: schema)
        case "oneOf":
            let parts = elements(member.value)
            var result: [Shape] = try noneOf(parts, at: schema)
            for (place, first) in parts.enumerated() {
                for second in parts[(place + 1)...] {
                    result += try product(try shapes(first), try shapes(second), at: schema)
                }
            }
            return simplified(result)
        case "not": return try shapes(member.value)
        case "if":
            let then = self.member("then", of: schema)
            let otherwise = self.member("else", of: schema)
            var result: [Shape] = []
            if let then {
                result += try product(try shapes(member.value), try shapes(then, isNegated: true), at: schema)
            }
            if let otherwise {
                result += try product(
                    try shapes(member.value, isNegated: true), try shapes(otherwise, isNegated: true), at: schema)
            }
            return simplified(result)
        default: return nil
        }
    }

    func shapes<Shape: StructureConstraint>(_ schema: Int, isNegated: Bool = false) throws(SchemaError) -> [Shape] {
        try alternatives(Literal(schema: schema, isNegated: isNegated), of: Shape.self)
    }

    private func simplified<Shape: StructureConstraint>(_ shapes: [Shape]) -> [Shape] {
        shapes.contains(where: \.isUniversal) ? [Shape()] : shapes
    }

    private func noneOf<Shape: StructureConstraint>(_ parts: [Int], at node: Int) throws(SchemaError) -> [Shape] {
        var result = [Shape()]
        for part in parts { result = try product(result, try shapes(part, isNegated: true), at: node) }
        return result
    }

    private func conditional<Shape: StructureConstraint>(
        _ condition: Int, _ then: Int?, _ otherwise: Int?, at node: Int
    ) throws(SchemaError) -> [Shape] {
        var held: [Shape] = try shapes(condition)
        if let then { held = try product(held, try shapes(then), at: node) }
        // Where nothing more is asked of what meets the condition, what follows may overlap with it.
        var failed: [Shape] = then == nil ? [Shape()] : try shapes(condition, isNegated: true)
        if let otherwise { failed = try product(failed, try shapes(otherwise), at: node) }
        return simplified(held + failed)
    }

    /// Alternatives that are proved to exclude each other stand as they are; of others, each is narrowed by what the rest
    /// forbid.
    private func exactlyOne<Shape: StructureConstraint>(
        _ parts: [Int], at node: Int
    ) throws(SchemaError) -> [Shape] {
        var lists: [[Shape]] = []
        for part in parts { lists.append(try shapes(part)) }
        var overlaps = Array(repeating: Set<Int>(), count: parts.count)
        for first in parts.indices {
            for second in parts.indices where second > first {
                if try areProvablyDisjoint(lists[first], lists[second], at: node) { continue }
                overlaps[first].insert(second)
                overlaps[second].insert(first)
            }
        }
        var result: [Shape] = []
        for (place, list) in lists.enumerated() {
            var narrowed = list
            for other in overlaps[place].sorted() where !narrowed.isEmpty {
                do throws(SchemaError) {
                    narrowed = try product(narrowed, try shapes(parts[other], isNegated: true), at: node)
                } catch {
                    guard case .unsupported = error.kind else { throw error }
                    throw unsupported(
                        "'oneOf': that alternatives \(min(place, other)) and \(max(place, other)) exclude each other is not "
                            + "proved, and \(error.reason)", node)
                }
            }
            result += narrowed
        }
        return simplified(result)
    }

    private func areProvablyDisjoint<Shape: StructureConstraint>(
        _ left: [Shape], _ right: [Shape], at node: Int
    ) throws(SchemaError) -> Bool {
        for first in left {
            for second in right {
                guard let both = first.merged(with: second, self) else { continue }
                if !both.isProvablyEmpty(self, depth: 3) { return false }
            }
        }
        return true
    }
}
