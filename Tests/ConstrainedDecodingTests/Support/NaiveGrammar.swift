// Random grammars and all their documents, by plain recursion over the shapes: the oracle of parser and masks.

import ConstrainedDecoding

/// A grammar whose lexemes also are lists of strings.
struct NaiveGrammar {
    var nodes: [Grammar.Node] = []
    var languages: [Int: [[UInt8]]] = [:]
    /// The languages of additional names, by node and group.
    var names: [Int: [[[UInt8]]]] = [:]
    var root = 0
    var spacing = Grammar.Spacing.compact
    let arena = RegexArena()

    var grammar: Grammar {
        Grammar(arena: arena, nodes: nodes, root: Grammar.NodeID(root), spacing: spacing)
    }

    static let keys = ["name", "value", "orderId", "x", "tags", "a b", "é", "it's", "n1", "  y"].map { "\"\($0)\"" }
    static let words = ["red", "dark green", "a  b", "é", "", "x\\ny", "it's", "2nd", "long string", " lead", "trail "]
        .map { Array("\"\($0)\"".utf8) }
    static let numbers = ["0", "1", "12", "120", "-1", "-12", "true", "false", "null", "1.5"].map { Array($0.utf8) }

    /// A finite grammar without recursion.
    static func random(_ generator: inout SplitMix, depth: Int) -> NaiveGrammar {
        var result = NaiveGrammar()
        result.spacing = generator.chance(0.3) ? .spaced : .compact
        result.root = result.node(&generator, depth: depth)
        return result
    }

    private mutating func add(_ node: Grammar.Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func lexeme(_ generator: inout SplitMix) -> Int {
        let (expression, language) = self.language(&generator)
        let id = add(.lexeme(expression))
        languages[id] = language
        return id
    }

    /// An expression and its strings, which are found without it.
    private mutating func language(_ generator: inout SplitMix) -> (RegexID, [[UInt8]]) {
        switch generator.below(5) {
        case 0, 1:
            let words = (0..<(1 + generator.below(4))).map { _ in Self.words[generator.below(Self.words.count)] }
            return (arena.literals(words), words)
        case 2:
            let words = (0..<(1 + generator.below(4))).map { _ in Self.numbers[generator.below(Self.numbers.count)] }
            return (arena.union(words.map(arena.literal)), words)
        default:
            // Strings over two letters of a length in a range that don't begin as one of them says.
            let pairs = ["ab", "th", " a", "'s", "1x", "na"]
            let letters = Array(pairs[generator.below(pairs.count)].utf8)
            let low = generator.below(3)
            let high = low + generator.below(3)
            let content = arena.repetition(arena.bytes(ByteSet(letters)), minimum: low, maximum: high)
            let quote = arena.literal([34])
            var expression = arena.concatenation([quote, content, quote])
            var language: [[UInt8]] = []
            var layer: [[UInt8]] = [[]]
            for length in 0...high {
                if length >= low { language += layer.map { [34] + $0 + [34] } }
                layer = layer.flatMap { text in letters.map { text + [$0] } }
            }
            if generator.chance(0.4) {
                let banned: [UInt8] = [34, letters[0]]
                let anything = arena.repetition(arena.bytes(.all), minimum: 0, maximum: nil)
                let bad = arena.concatenation([arena.literal(banned), anything])
                expression = arena.intersection([expression, arena.complement(bad)])
                language = language.filter { !$0.starts(with: banned) }
            }
            return (expression, language)
        }
    }

    private mutating func node(_ generator: inout SplitMix, depth: Int) -> Int {
        guard depth > 0 else { return lexeme(&generator) }
        switch generator.below(10) {
        case 0, 1: return lexeme(&generator)
        case 2:
            let options = (0..<(1 + generator.below(3))).map { _ in Grammar.NodeID(node(&generator, depth: depth - 1)) }
            return add(.choice(options))
        case 3, 4, 5: return array(&generator, depth: depth)
        default: return object(&generator, depth: depth)
        }
    }

    private mutating func array(_ generator: inout SplitMix, depth: Int) -> Int {
        func some(_ grammar: inout NaiveGrammar, _ depth: Int) -> Grammar.NodeID {
            Grammar.NodeID(grammar.node(&generator, depth: depth))
        }
        var shape = Grammar.ArrayShape(rest: nil)
        shape.minimumCount = generator.below(3)
        shape.maximumCount = shape.minimumCount + generator.below(2)
        switch generator.below(5) {
        case 0:
            shape.isDistinct = true
            if generator.chance(0.5) {
                shape.rest = some(&self, 0)
            } else {
                let options = (0..<2).map { _ in some(&self, 0) }
                shape.rest = Grammar.NodeID(add(.choice(options)))
            }
        case 1:
            // Two languages that share nothing.
            let matching = some(&self, 0)
            let strings = languages[matching.index] ?? []
            let other = Self.numbers.filter { !strings.contains($0) }.prefix(2)
            let otherID = add(.lexeme(arena.literals(Array(other))))
            languages[otherID] = Array(other)
            let minimum = generator.below(2)
            shape.contains = Grammar.ArrayShape.Contains(
                matching: matching, other: generator.chance(0.8) ? Grammar.NodeID(otherID) : nil, minimum: minimum,
                maximum: generator.chance(0.5) ? minimum + generator.below(2) : nil)
            shape.rest = matching
        case 2:
            shape.prefix = (0..<(1 + generator.below(2))).map { _ in some(&self, depth - 1) }
            shape.rest = generator.chance(0.5) ? some(&self, 0) : nil
        default: shape.rest = some(&self, depth - 1)
        }
        return add(.array(shape))
    }

    private mutating func object(_ generator: inout SplitMix, depth: Int) -> Int {
        var keys = Self.keys
        var members: [Grammar.ObjectShape.Member] = []
        for _ in 0..<generator.below(4) {
            let key = keys.remove(at: generator.below(keys.count))
            members.append(
                Grammar.ObjectShape.Member(
                    name: Array(key.utf8), value: Grammar.NodeID(node(&generator, depth: depth - 1)),
                    isRequired: generator.chance(0.5)))
        }
        var shape = Grammar.ObjectShape(members: members)
        var groupNames: [[[UInt8]]] = []
        if generator.chance(0.35) {
            let names = (0..<(1 + generator.below(3))).map { Array("\"k\($0)\"".utf8) }
            shape.additional = [
                Grammar.ObjectShape.Group(name: arena.literals(names), value: Grammar.NodeID(lexeme(&generator)))
            ]
            groupNames = [names]
        }
        if generator.chance(0.4) { shape.minimumCount = generator.below(4) }
        if generator.chance(0.4) { shape.maximumCount = shape.minimumCount + generator.below(3) }
        if !groupNames.isEmpty, shape.maximumCount == nil { shape.maximumCount = 3 }
        let id = add(.object(shape))
        names[id] = groupNames
        return id
    }

    // MARK: Documents

    /// More documents than this are not listed.
    static let limit = 1500

    struct TooMany: Error {}

    func documents() throws -> Set<[UInt8]> { try documents(of: root) }

    private var comma: [UInt8] { Array((spacing == .compact ? "," : ", ").utf8) }
    private var colon: [UInt8] { Array((spacing == .compact ? ":" : ": ").utf8) }

    private func documents(of node: Int) throws -> Set<[UInt8]> {
        var result: Set<[UInt8]> = []
        switch nodes[node] {
        case .lexeme: result = Set(languages[node] ?? [])
        case .choice(let options): for option in options { result.formUnion(try documents(of: option.index)) }
        case .object(let shape):
            var open: [(text: [UInt8], count: Int, used: Set<[UInt8]>)] = [([], 0, [])]
            for member in shape.members {
                let values = try documents(of: member.value.index)
                var next = member.isRequired ? [] : open
                for (text, count, used) in open {
                    for value in values {
                        next.append((text + (count > 0 ? comma : []) + member.name + colon + value, count + 1, used))
                    }
                }
                if next.count > Self.limit { throw TooMany() }
                open = next
            }
            let groupValues = try shape.additional.map { try documents(of: $0.value.index) }
            var all: [(text: [UInt8], count: Int, used: Set<[UInt8]>)] = []
            while !open.isEmpty {
                all += open.filter { $0.count >= shape.minimumCount && $0.count <= shape.maximumCount ?? .max }
                var next: [(text: [UInt8], count: Int, used: Set<[UInt8]>)] = []
                for (text, count, used) in open where count < shape.maximumCount ?? .max {
                    for (group, values) in groupValues.enumerated() {
                        for name in names[node]?[group] ?? [] where !used.contains(name) {
                            for value in values {
                                let longer = text + (count > 0 ? comma : []) + name + colon + value
                                next.append((longer, count + 1, used.union([name])))
                            }
                        }
                    }
                }
                if all.count + next.count > Self.limit { throw TooMany() }
                open = next
            }
            result = Set(all.map { [123] + $0.text + [125] })
        case .array(let shape): result = try arrays(shape)
        }
        if result.count > Self.limit { throw TooMany() }
        return result
    }

    private func arrays(_ shape: Grammar.ArrayShape) throws -> Set<[UInt8]> {
        var result: Set<[UInt8]> = []
        var open: [(elements: [[UInt8]], matches: Int)] = [([], 0)]
        var count = 0
        while !open.isEmpty {
            for (elements, matches) in open where count >= shape.minimumCount && count <= shape.maximumCount ?? .max {
                if let contains = shape.contains {
                    guard matches >= contains.minimum, matches <= contains.maximum ?? .max else { continue }
                }
                result.insert([91] + elements.joined(separator: comma) + [93])
            }
            guard count < shape.maximumCount ?? .max else { break }
            var values: [(value: [UInt8], matches: Int)] = []
            if let contains = shape.contains {
                values += try documents(of: contains.matching.index).map { ($0, 1) }
                if let other = contains.other { values += try documents(of: other.index).map { ($0, 0) } }
            } else if count < shape.prefix.count {
                values = try documents(of: shape.prefix[count].index).map { ($0, 0) }
            } else if let rest = shape.rest {
                values = try documents(of: rest.index).map { ($0, 0) }
            }
            var next: [(elements: [[UInt8]], matches: Int)] = []
            for (elements, matches) in open {
                for (value, more) in values where !(shape.isDistinct && elements.contains(value)) {
                    next.append((elements + [value], matches + more))
                }
            }
            if next.count + result.count > Self.limit { throw TooMany() }
            open = next
            count += 1
        }
        return result
    }
}
