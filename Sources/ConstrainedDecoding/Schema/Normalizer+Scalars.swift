// The scalars that a schema allows, keyword by keyword.

extension Normalizer {
    func ownScalars(_ schema: Int) throws(SchemaError) -> ScalarSet {
        var result = scalarAlgebra.all
        if let types = types(of: schema) {
            result.constants = (types.contains("null") ? 1 : 0) | (types.contains("boolean") ? 6 : 0)
            if !types.contains("number") {
                result.numbers = types.contains("integer") ? scalarAlgebra.integers : arena.nothing
            }
            if !types.contains("string") { result.strings = arena.nothing }
        }
        if result.numbers != arena.nothing {
            result.numbers = try numbers(schema, isInteger: result.numbers == scalarAlgebra.integers)
        }
        if result.strings != arena.nothing { result.strings = try strings(schema) }
        if let node = member("const", of: schema) { result = scalarConstants([node], within: result) }
        if let node = member("enum", of: schema) { result = scalarConstants(elements(node), within: result) }
        for member in members(of: schema) {
            if result == scalarAlgebra.none { break }
            if let more = try combined(member, of: schema) { result = scalarAlgebra.both(result, more) }
        }
        return result
    }

    /// Those of `nodes` that are scalars, and are in `limits`.
    func scalarConstants(_ nodes: [Int], within limits: ScalarSet?) -> ScalarSet {
        var constants: UInt8 = 0
        var numbers: [[UInt8]] = []
        var strings: [[UInt8]] = []
        for node in nodes {
            switch document[node] {
            case .null: constants |= 1
            case .boolean(let value): constants |= value ? 2 : 4
            case .number(let value):
                guard value.plainDigitCount <= NumberRange.digitLimit else { continue }
                let spelled = value.spelled
                if let limits, limits.numbers != scalarAlgebra.all.numbers,
                    !arena.matches(limits.numbers, spelled)
                {
                    continue
                }
                numbers.append(spelled)
            case .string(let text):
                let spelled = text.spelledContent
                if let limits, limits.strings != scalarAlgebra.all.strings,
                    !arena.matches(limits.strings, spelled)
                {
                    continue
                }
                strings.append(spelled)
            case .array, .object: continue
            }
        }
        return ScalarSet(
            constants: constants & (limits?.constants ?? ScalarSet.allConstants),
            numbers: scalarAlgebra.inhabited(arena.literals(numbers)),
            strings: scalarAlgebra.inhabited(arena.literals(strings)))
    }

    // MARK: Numbers

    /// The bounds that a schema sets, both drafts' forms.
    func range(_ schema: Int) -> NumberRange {
        var range = NumberRange()
        func number(_ keyword: String) -> ExactDecimal? {
            if let node = member(keyword, of: schema), case .number(let value) = document[node] { value } else { nil }
        }
        func isSet(_ keyword: String) -> Bool {
            if let node = member(keyword, of: schema), case .boolean(true) = document[node] { true } else { false }
        }
        if let value = number("minimum") { range.minimum = NumberBound(value, isExclusive: isSet("exclusiveMinimum")) }
        if let value = number("maximum") { range.maximum = NumberBound(value, isExclusive: isSet("exclusiveMaximum")) }
        if let value = number("exclusiveMinimum"), value >= range.minimum?.value ?? value {
            range.minimum = NumberBound(value, isExclusive: true)
        }
        if let value = number("exclusiveMaximum"), value <= range.maximum?.value ?? value {
            range.maximum = NumberBound(value, isExclusive: true)
        }
        return range
    }

    private func numbers(_ schema: Int, isInteger: Bool) throws(SchemaError) -> RegexID {
        var range = range(schema)
        range.isInteger = isInteger
        for bound in [range.minimum, range.maximum] {
            if let bound, bound.value.plainDigitCount > NumberRange.digitLimit {
                throw SchemaError(
                    kind: .limit("a bound has \(bound.value.plainDigitCount) digits", NumberRange.digitLimit),
                    pointer: index.pointer(schema))
            }
        }
        var result = isInteger ? scalarAlgebra.integers : scalarAlgebra.all.numbers
        if range.minimum != nil || range.maximum != nil {
            result = range.expression(in: arena)
            if isInteger, options.integersHave64Bits {
                result = arena.intersection([result, scalarAlgebra.integers])
            } else if isInteger || range.minimum == nil || range.maximum == nil {
                // One bound alone always leaves numbers; two were compared digit by digit where they are of integers.
                result = scalarAlgebra.inhabited(result)
            }
        }
        if let node = member("multipleOf", of: schema), case .number(let divisor) = document[node],
            !(divisor == ExactDecimal(1) && isInteger)
        {
            guard let multiples = MultipleAutomaton.expression(of: divisor, in: arena) else {
                throw SchemaError(
                    kind: .limit(
                        "'multipleOf' \(divisor) has too many remainders", MultipleAutomaton.modulusLimit),
                    pointer: index.pointer(schema))
            }
            result = arena.intersection([result, multiples])
        }
        return result
    }

    // MARK: Strings

    private func strings(_ schema: Int) throws(SchemaError) -> RegexID {
        var result = scalarAlgebra.all.strings
        let minimum = count("minLength", of: schema) ?? 0
        let maximum = count("maxLength", of: schema)
        if let maximum, maximum < minimum { return arena.nothing }
        if minimum > 0 || maximum != nil {
            result = scalarAlgebra.inhabited(
                arena.repetition(CodePointSet.all.spelling(in: arena), minimum: minimum, maximum: maximum))
        }
        if let node = member("pattern", of: schema), case .string(let text) = document[node] {
            result = scalarAlgebra.both(result, try pattern(text, at: schema), all: scalarAlgebra.all.strings)
        }
        if let node = member("format", of: schema), case .string(let name) = document[node],
            let format = StringFormat(rawValue: name.description)
        {
            result = scalarAlgebra.both(result, try self.format(format, at: schema), all: scalarAlgebra.all.strings)
        }
        return result
    }

    // MARK: Combinations

    /// What one keyword that combines schemas allows; nil for other keywords.
    private func combined(_ member: JSONDocument.Member, of schema: Int) throws(SchemaError) -> ScalarSet? {
        switch member.name.description {
        case "$ref", "$dynamicRef", "$recursiveRef": return try scalars(schema: try target(of: member.value))
        case "allOf":
            var result = scalarAlgebra.all
            for part in elements(member.value) { result = scalarAlgebra.both(result, try scalars(schema: part)) }
            return result
        case "anyOf":
            var result = scalarAlgebra.none
            for part in elements(member.value) { result = scalarAlgebra.either(result, try scalars(schema: part)) }
            return result
        case "oneOf":
            var sets: [ScalarSet] = []
            for part in elements(member.value) { sets.append(try scalars(schema: part)) }
            return exactlyOne(sets)
        case "not": return scalarAlgebra.complement(try scalars(schema: member.value))
        case "if":
            let then = try self.member("then", of: schema).map(scalars(schema:)) ?? scalarAlgebra.all
            let otherwise = try self.member("else", of: schema).map(scalars(schema:)) ?? scalarAlgebra.all
            if then == scalarAlgebra.all, otherwise == scalarAlgebra.all { return nil }
            let condition = try scalars(schema: member.value)
            return scalarAlgebra.either(
                scalarAlgebra.both(condition, then),
                scalarAlgebra.both(scalarAlgebra.complement(condition), otherwise))
        default: return nil
        }
    }

    /// What a reference leads to; `node` is its text.
    func target(of node: Int) throws(SchemaError) -> Int {
        if let target = index.targets[node] { return target }
        throw index.brokenReferences[node] ?? unsupported("a reference that was not resolved", node)
    }

    private func exactlyOne(_ sets: [ScalarSet]) -> ScalarSet {
        let some = sets.filter { $0 != scalarAlgebra.none }
        guard some.count > 1 else { return some.first ?? scalarAlgebra.none }
        var isDisjoint = some.count <= 24
        for (place, first) in some.enumerated() where isDisjoint {
            isDisjoint = some[(place + 1)...].allSatisfy { scalarAlgebra.areProvablyDisjoint(first, $0) }
        }
        if isDisjoint { return some.reduce(scalarAlgebra.none, scalarAlgebra.either) }
        var none = scalarAlgebra.all
        var one = scalarAlgebra.none
        for set in some {
            let others = scalarAlgebra.complement(set)
            one = scalarAlgebra.either(scalarAlgebra.both(one, others), scalarAlgebra.both(none, set))
            none = scalarAlgebra.both(none, others)
        }
        return one
    }
}
