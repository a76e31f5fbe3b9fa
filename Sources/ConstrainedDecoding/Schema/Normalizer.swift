// What schemas allow, by kind of value: scalars as one set of spellings, arrays and objects as alternatives of simple
// shapes. All of it is lazy: nothing is worked out before a node of the grammar asks for it, and nothing twice.

final class Normalizer {
    /// How deep combinations may refer to each other without a value in between.
    static let depthLimit = 128
    static let alternativeLimit = 2_048

    let index: SchemaIndex
    let options: SchemaCompiler.Options
    let arena: RegexArena
    let scalarAlgebra: ScalarAlgebra
    var conjunctions = ConjunctionTable()

    private var scalarMemo: [Int: ScalarSet] = [:]
    var arrayMemo: [Literal: [ArrayConstraint]] = [:]
    var objectMemo: [Literal: [ObjectConstraint]] = [:]
    private var patternMemo: [String: RegexID] = [:]
    private var formatMemo: [StringFormat: RegexID] = [:]
    private var emptiness: [Conjunction: Bool] = [:]
    /// What is being worked out: to meet one of these again is to go round in a circle.
    private var open: Set<Place> = []

    private struct Place: Hashable {
        let literal: Literal
        let kind: ObjectIdentifier?
    }

    init(index: SchemaIndex, options: SchemaCompiler.Options) {
        self.index = index
        self.options = options
        scalarAlgebra = ScalarAlgebra(integersHave64Bits: options.integersHave64Bits)
        arena = scalarAlgebra.arena
    }

    var document: JSONDocument { index.document }

    // MARK: Conjunctions

    /// A schema as a condition; schemas that are nothing but a reference are what they refer to.
    func conjunction(schema node: Int, isNegated: Bool = false) -> Conjunction {
        let node = followed(node)
        switch document[node] {
        case .boolean(let value): return value != isNegated ? .everything : .nothing
        case .object(let members) where members.isEmpty: return isNegated ? .nothing : .everything
        default: return conjunctions.intern([Literal(schema: node, isNegated: isNegated)])
        }
    }

    func conjunction(_ literal: Literal) -> Conjunction {
        literal.isConstant
            ? conjunctions.intern([literal]) : conjunction(schema: literal.node, isNegated: literal.isNegated)
    }

    func both(_ left: Conjunction, _ right: Conjunction) -> Conjunction { conjunctions.both(left, right) }

    private func followed(_ node: Int) -> Int {
        var node = node
        for _ in 0..<64 {
            guard case .object(let members) = document[node], members.count == 1,
                members[0].name.utf8.elementsEqual("$ref".utf8), let target = index.targets[members[0].value]
            else { return node }
            node = target
        }
        return node
    }

    // MARK: Keywords

    func member(_ keyword: String, of schema: Int) -> Int? {
        if index.laterKeywords.contains(keyword) { return nil }
        if index.dialect <= .draft7, keyword != "$ref", index.hidesSiblings(schema) { return nil }
        return document.member(keyword, of: schema)
    }

    /// The members of a schema that count.
    func members(of schema: Int) -> [JSONDocument.Member] {
        guard case .object(var members) = document[schema] else { return [] }
        if index.dialect <= .draft7, index.hidesSiblings(schema) {
            return members.filter { $0.name.utf8.elementsEqual("$ref".utf8) }
        }
        if !index.laterKeywords.isEmpty {
            members.removeAll { index.laterKeywords.contains($0.name.description) }
        }
        return members
    }

    /// The types that a schema names; nil where it names none.
    func types(of schema: Int) -> Set<String>? {
        guard let node = member("type", of: schema) else { return nil }
        switch document[node] {
        case .string(let name): return [name.description]
        case .array(let elements):
            var result: Set<String> = []
            for case .string(let name) in elements.map({ document[$0] }) { result.insert(name.description) }
            return result
        default: return nil
        }
    }

    /// A count of at least 0; one that is too large to reach is `Int.max / 4`.
    func count(_ keyword: String, of schema: Int) -> Int? {
        guard let node = member(keyword, of: schema), case .number(let value) = document[node] else { return nil }
        return min(value.intValue ?? Int.max / 4, Int.max / 4)
    }

    func elements(_ node: Int?) -> [Int] {
        if let node, case .array(let elements) = document[node] { elements } else { [] }
    }

    func names(_ node: Int?) -> [JSONString] {
        var result: [JSONString] = []
        for element in elements(node) {
            if case .string(let name) = document[element] { result.append(name) }
        }
        return result
    }

    func namedMembers(_ node: Int?) -> [JSONDocument.Member] {
        if let node, case .object(let members) = document[node] { members } else { [] }
    }

    func unsupported(_ what: String, _ node: Int) -> SchemaError {
        SchemaError(kind: .unsupported(what), pointer: index.pointer(node))
    }

    /// Contents of strings that match a JSON Schema pattern.
    func pattern(_ text: JSONString, at node: Int) throws(SchemaError) -> RegexID {
        let text = text.description
        if let known = patternMemo[text] { return known }
        do throws(PatternError) {
            var id = try PatternCompiler.content(text, dialect: options.patterns, in: arena)
            // Without lookaheads there is neither intersection nor complement: what is not `nothing` matches something.
            if !text.contains("(?=") && !text.contains("(?!") { id = scalarAlgebra.inhabited(id) }
            patternMemo[text] = id
            return id
        } catch {
            throw SchemaError(kind: .pattern(text, error), pointer: index.pointer(node))
        }
    }

    func format(_ format: StringFormat, at node: Int) throws(SchemaError) -> RegexID {
        if let known = formatMemo[format] { return known }
        do throws(PatternError) {
            let id = scalarAlgebra.inhabited(try format.content(in: arena))
            formatMemo[format] = id
            return id
        } catch {
            throw SchemaError(kind: .pattern(format.rawValue, error), pointer: index.pointer(node))
        }
    }

    // MARK: Scalars

    func scalars(_ conjunction: Conjunction) throws(SchemaError) -> ScalarSet {
        if conjunction == .nothing { return scalarAlgebra.none }
        var result = scalarAlgebra.all
        for literal in conjunctions[conjunction] {
            result = scalarAlgebra.both(result, try scalars(literal))
            if result == scalarAlgebra.none { break }
        }
        return result
    }

    func scalars(_ literal: Literal) throws(SchemaError) -> ScalarSet {
        let set =
            literal.isConstant ? scalarConstants([literal.node], within: nil) : try scalars(schema: literal.node)
        return literal.isNegated ? scalarAlgebra.complement(set) : set
    }

    func scalars(schema: Int) throws(SchemaError) -> ScalarSet {
        if case .boolean(let value) = document[schema] { return value ? scalarAlgebra.all : scalarAlgebra.none }
        if let known = scalarMemo[schema] { return known }
        try enter(Literal(schema: schema), kind: nil)
        defer { leave(Literal(schema: schema), kind: nil) }
        let set = try ownScalars(schema)
        scalarMemo[schema] = set
        return set
    }

    // MARK: Arrays and objects

    func alternatives<Shape: StructureConstraint>(
        _ conjunction: Conjunction, of kind: Shape.Type
    ) throws(SchemaError) -> [Shape] {
        if conjunction == .nothing { return [] }
        var result = [Shape()]
        for literal in conjunctions[conjunction] {
            result = try product(result, try alternatives(literal, of: kind), at: literal.node)
            if result.isEmpty { break }
        }
        return result
    }

    func alternatives<Shape: StructureConstraint>(
        _ literal: Literal, of kind: Shape.Type
    ) throws(SchemaError) -> [Shape] {
        if let known = self[keyPath: Shape.memo][literal] { return known }
        try enter(literal, kind: ObjectIdentifier(kind))
        defer { leave(literal, kind: ObjectIdentifier(kind)) }
        let result: [Shape]
        if literal.isConstant {
            result = try literal.isNegated ? Shape.others(literal.node, self) : Shape.constant(literal.node, self)
        } else if literal.isNegated {
            result = try negativeAlternatives(literal.node)
        } else {
            result = try positiveAlternatives(literal.node)
        }
        self[keyPath: Shape.memo][literal] = result
        return result
    }

    /// Each of `left` with each of `right`, without plain contradictions.
    func product<Shape: StructureConstraint>(
        _ left: [Shape], _ right: [Shape], at node: Int
    ) throws(SchemaError) -> [Shape] {
        if left.isEmpty || right.isEmpty { return [] }
        if right.count == 1, right[0].isUniversal { return left }
        if left.count == 1, left[0].isUniversal { return right }
        if left.count * right.count > Normalizer.alternativeLimit {
            throw SchemaError(
                kind: .limit(
                    "combinations multiply to \(left.count * right.count) alternatives", Normalizer.alternativeLimit),
                pointer: index.pointer(node))
        }
        var result: [Shape] = []
        for first in left {
            for second in right {
                if let both = first.merged(with: second, self) { result.append(both) }
            }
        }
        return result
    }

    private func enter(_ literal: Literal, kind: ObjectIdentifier?) throws(SchemaError) {
        guard open.insert(Place(literal: literal, kind: kind)).inserted else {
            throw SchemaError(kind: .endlessReference, pointer: index.pointer(literal.node))
        }
        guard open.count <= Normalizer.depthLimit else {
            leave(literal, kind: kind)
            throw SchemaError(
                kind: .limit("combinations are nested too deep", Normalizer.depthLimit),
                pointer: index.pointer(literal.node))
        }
    }

    private func leave(_ literal: Literal, kind: ObjectIdentifier?) {
        open.remove(Place(literal: literal, kind: kind))
    }

    // MARK: Emptiness

    /// Whether it is proved, a few levels deep, that no value satisfies `conjunction`. False proves nothing.
    func isProvablyEmpty(_ conjunction: Conjunction, depth: Int = 4) -> Bool {
        if conjunction == .nothing { return true }
        if conjunction == .everything || depth == 0 { return false }
        if let known = emptiness[conjunction] { return known }
        let result = (try? proveEmpty(conjunction, depth: depth)) ?? false
        if result || depth == 4 { emptiness[conjunction] = result }
        return result
    }

    private func proveEmpty(_ conjunction: Conjunction, depth: Int) throws(SchemaError) -> Bool {
        guard scalarAlgebra.isProvablyEmpty(try scalars(conjunction)) else { return false }
        for shape in try alternatives(conjunction, of: ArrayConstraint.self)
        where !shape.isProvablyEmpty(self, depth: depth - 1) {
            return false
        }
        for shape in try alternatives(conjunction, of: ObjectConstraint.self)
        where !shape.isProvablyEmpty(self, depth: depth - 1) {
            return false
        }
        return true
    }
}

/// A simple shape of arrays or of objects: a conjunction of conditions.
protocol StructureConstraint {
    static var memo: ReferenceWritableKeyPath<Normalizer, [Literal: [Self]]> { get }
    /// The name of the kind of value.
    static var typeName: String { get }
    /// Keywords that are this constraint's own.
    static var keywords: Set<String> { get }

    /// No condition.
    init()
    var isUniversal: Bool { get }
    /// Both; nil where they contradict each other on their face.
    func merged(with other: Self, _ normalizer: Normalizer) -> Self?
    func isProvablyEmpty(_ normalizer: Normalizer, depth: Int) -> Bool

    /// What a schema's own keywords say: each list's alternatives, all lists together.
    static func own(_ schema: Int, _ normalizer: Normalizer) throws(SchemaError) -> [[Self]]
    /// What violates them.
    static func violations(_ schema: Int, _ normalizer: Normalizer) throws(SchemaError) -> [Self]
    /// One value alone; none where it is of another kind.
    static func constant(_ node: Int, _ normalizer: Normalizer) throws(SchemaError) -> [Self]
    /// All but one value.
    static func others(_ node: Int, _ normalizer: Normalizer) throws(SchemaError) -> [Self]
}
