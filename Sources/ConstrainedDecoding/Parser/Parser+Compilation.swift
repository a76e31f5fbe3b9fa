// From the nodes of a grammar to the tables that the parser walks, with everything refused that it could not walk safely.

extension Parser {
    /// How many distinct elements or additional names may be asked for: each needs its own look at those before.
    static let distinctLimit = 128
    /// How many pairs of member and count are kept per object.
    static let objectLimit = 4_000_000

    mutating func compile(_ grammar: Grammar) throws {
        try refuseCycles(grammar)
        nodes.reserveCapacity(grammar.nodes.count)
        for (index, node) in grammar.nodes.enumerated() {
            let id = Grammar.NodeID(index)
            switch node {
            case .lexeme(let expression): nodes.append(.lexeme(try decided(expression, id)))
            case .choice(let options): nodes.append(.choice(options.map { Int32($0.index) }))
            case .object(let shape): nodes.append(.object(try compile(shape, id)))
            case .array(let shape): nodes.append(.array(try compile(shape, id, grammar)))
            }
        }
    }

    private mutating func decided(_ expression: RegexID, _ id: Grammar.NodeID) throws -> Int32 {
        let state = lexemes.state(expression)
        guard lexemes.isDecided(state) else {
            throw GrammarError.tooManyStates(id, limit: LexemeAutomaton.searchLimit)
        }
        return state
    }

    private mutating func compile(_ shape: Grammar.ObjectShape, _ id: Grammar.NodeID) throws -> CompiledObject {
        let count = shape.members.count
        let isBounded = shape.maximumCount.map { !shape.additional.isEmpty || $0 < count } ?? false
        let maximum = isBounded ? shape.maximumCount.map { max($0, 0) } : nil
        let minimum = max(shape.minimumCount, 0)
        if !shape.additional.isEmpty, minimum > Self.distinctLimit + count {
            throw GrammarError.tooLarge(id, count: minimum, limit: Self.distinctLimit + count)
        }
        let countLimit = maximum ?? max(minimum, 1)
        let width = min(countLimit, count) + 1
        let size = width.multipliedSaturated(by: count + 1)
        guard size <= Self.objectLimit else { throw GrammarError.tooLarge(id, count: size, limit: Self.objectLimit) }
        var result = CompiledObject(minimum: minimum, maximum: maximum, countLimit: countLimit, width: width)
        result.charges = [Int32](repeating: Charge.infinite, count: size)
        for member in shape.members {
            let name = member.name + punctuation.colonBytes
            result.firstText.append(texts.number(name, vocabulary))
            result.laterText.append(texts.number(punctuation.commaBytes + name, vocabulary))
            result.value.append(Int32(member.value.index))
            result.isRequired.append(member.isRequired)
        }
        result.nextRequired = [Int](repeating: count, count: count + 1)
        for place in shape.members.indices.reversed() {
            result.nextRequired[place] = shape.members[place].isRequired ? place : result.nextRequired[place + 1]
        }
        for group in shape.additional {
            _ = try decided(group.name, id)
            result.groupName.append(group.name)
            result.groupValue.append(Int32(group.value.index))
        }
        return result
    }

    private mutating func compile(
        _ shape: Grammar.ArrayShape, _ id: Grammar.NodeID, _ grammar: Grammar
    ) throws -> CompiledArray {
        let minimum = max(shape.minimumCount, 0)
        let reachable = shape.contains == nil && shape.rest == nil ? shape.prefix.count : nil
        let bounds = [shape.maximumCount.map { max($0, 0) }, reachable].compactMap { $0 }
        let maximum = bounds.min()
        var result = CompiledArray(
            prefix: shape.prefix.map { Int32($0.index) }, rest: shape.rest.map { Int32($0.index) }, minimum: minimum,
            maximum: maximum, countLimit: maximum ?? max(minimum, shape.prefix.count, 1), isDistinct: shape.isDistinct)
        if let contains = shape.contains {
            result.contains = CompiledContains(
                matching: Int32(contains.matching.index), other: contains.other.map { Int32($0.index) },
                minimum: max(contains.minimum, 0), maximum: contains.maximum.map { max($0, 0) })
        }
        if shape.isDistinct { try spell(shape, id, grammar, into: &result) }
        return result
    }

    /// An expression for each kind of element. Whatever elements are chosen, enough others must remain.
    private mutating func spell(
        _ shape: Grammar.ArrayShape, _ id: Grammar.NodeID, _ grammar: Grammar, into result: inout CompiledArray
    ) throws {
        let needed = max(result.minimum, result.contains?.minimum ?? 0)
        guard needed <= Self.distinctLimit else {
            throw GrammarError.tooLarge(id, count: needed, limit: Self.distinctLimit)
        }
        let kinds = shape.prefix.map { Optional($0) } + [shape.rest, shape.contains?.matching, shape.contains?.other]
        for kind in kinds {
            guard let kind else {
                result.spelling.append(nil)
                continue
            }
            result.spelling.append(try scalars(kind, id, grammar))
        }
        let isMixed = !shape.prefix.isEmpty || shape.contains?.other != nil
        guard isMixed else { return }
        for (kind, spelling) in result.spelling.enumerated() where kind < shape.prefix.count ? kind < needed : true {
            guard let spelling, shape.contains == nil || kind > shape.prefix.count else { continue }
            guard lexemes.languageSize(lexemes.state(spelling), limit: needed) >= needed else {
                throw GrammarError.distinctElements(id)
            }
        }
    }

    private mutating func scalars(
        _ node: Grammar.NodeID, _ array: Grammar.NodeID, _ grammar: Grammar
    ) throws -> RegexID {
        var seen: Set<Grammar.NodeID> = [node]
        var work = [node]
        var found: [RegexID] = []
        while let next = work.popLast() {
            switch grammar.nodes[next.index] {
            case .lexeme(let expression): found.append(expression)
            case .choice(let options): for option in options where seen.insert(option).inserted { work.append(option) }
            case .object, .array: throw GrammarError.distinctElements(array)
            }
        }
        let result = lexemes.store.union(found)
        _ = try decided(result, array)
        return result
    }

    /// Choices that lead back to themselves say nothing, and a walk of them would not end.
    private func refuseCycles(_ grammar: Grammar) throws {
        enum Mark { case fresh, open, done }
        var marks = [Mark](repeating: .fresh, count: grammar.nodes.count)
        for root in grammar.nodes.indices where marks[root] == .fresh {
            var path: [(node: Int, option: Int)] = [(root, 0)]
            marks[root] = .open
            while let top = path.last {
                guard case .choice(let options) = grammar.nodes[top.node], top.option < options.count else {
                    marks[top.node] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].option += 1
                let next = options[top.option].index
                if marks[next] == .open { throw GrammarError.cycle(Grammar.NodeID(next)) }
                if marks[next] == .fresh {
                    marks[next] = .open
                    path.append((next, 0))
                }
            }
        }
    }
}
