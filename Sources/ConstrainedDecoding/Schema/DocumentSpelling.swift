// Any JSON value in the one spelling that a grammar generates it in, members in the grammar's order: what judges and
// tests need to compare documents of others with a grammar.

package enum DocumentSpelling {
    /// How deep a value may be nested.
    package static let depthLimit = 500

    /// The spelling of a value as `grammar` generates it; nil where it generates no such value.
    package static func spell(_ document: JSONDocument, as grammar: Grammar) -> [UInt8]? {
        var speller = Speller(document: document, grammar: grammar)
        return speller.spell(document.root, as: grammar.root, depth: 0)
    }

    /// The spelling of a value inside `document` with its members as they stand; nil where it is nested too deep.
    package static func spell(_ document: JSONDocument, node: Int, spacing: Grammar.Spacing) -> [UInt8]? {
        spell(document, node, spacing, depth: 0)
    }

    private static func spell(
        _ document: JSONDocument, _ node: Int, _ spacing: Grammar.Spacing, depth: Int
    ) -> [UInt8]? {
        guard depth <= depthLimit else { return nil }
        switch document[node] {
        case .array(let elements):
            var parts: [[UInt8]] = []
            for element in elements {
                guard let part = spell(document, element, spacing, depth: depth + 1) else { return nil }
                parts.append(part)
            }
            return joined(parts, 0x5B, 0x5D, spacing)
        case .object(let members):
            var parts: [[UInt8]] = []
            for member in members {
                guard let part = spell(document, member.value, spacing, depth: depth + 1) else { return nil }
                parts.append(pair(member.name.spelled, part, spacing))
            }
            return joined(parts, 0x7B, 0x7D, spacing)
        default: return scalar(document[node])
        }
    }

    fileprivate static func scalar(_ node: JSONDocument.Node) -> [UInt8]? {
        switch node {
        case .null: Array("null".utf8)
        case .boolean(let value): Array((value ? "true" : "false").utf8)
        case .number(let value): value.plainDigitCount <= NumberRange.digitLimit ? value.spelled : nil
        case .string(let text): text.spelled
        case .array, .object: nil
        }
    }

    fileprivate static func pair(_ name: [UInt8], _ value: [UInt8], _ spacing: Grammar.Spacing) -> [UInt8] {
        name + (spacing == .compact ? [0x3A] : [0x3A, 0x20]) + value
    }

    fileprivate static func joined(
        _ parts: [[UInt8]], _ open: UInt8, _ close: UInt8, _ spacing: Grammar.Spacing
    ) -> [UInt8] {
        [open] + Array(parts.joined(separator: spacing == .compact ? [0x2C] : [0x2C, 0x20])) + [close]
    }
}

private struct Speller {
    private struct Question: Hashable {
        let value: Int
        let node: Int
    }

    let document: JSONDocument
    let grammar: Grammar
    private var memo: [Question: [UInt8]?] = [:]

    init(document: JSONDocument, grammar: Grammar) {
        self.document = document
        self.grammar = grammar
    }

    mutating func spell(_ value: Int, as node: Grammar.NodeID, depth: Int) -> [UInt8]? {
        guard depth <= DocumentSpelling.depthLimit else { return nil }
        let question = Question(value: value, node: node.index)
        if let known = memo[question] { return known }
        memo[question] = .some(nil)  // a choice that leads back to itself adds nothing
        let result: [UInt8]?
        switch grammar.nodes[node.index] {
        case .lexeme(let expression):
            result = DocumentSpelling.scalar(document[value]).flatMap {
                grammar.arena.matches(expression, $0) ? $0 : nil
            }
        case .choice(let parts):
            var found: [UInt8]?
            for part in parts where found == nil { found = spell(value, as: part, depth: depth + 1) }
            result = found
        case .object(let shape): result = object(value, shape, depth)
        case .array(let shape): result = array(value, shape, depth)
        }
        memo[question] = result
        return result
    }

    private mutating func object(_ value: Int, _ shape: Grammar.ObjectShape, _ depth: Int) -> [UInt8]? {
        guard case .object(let members) = document[value], members.count >= shape.minimumCount,
            members.count <= shape.maximumCount ?? .max
        else { return nil }
        var left: [(name: [UInt8], value: Int)] = members.map { ($0.name.spelled, $0.value) }
        var parts: [[UInt8]] = []
        for member in shape.members {
            guard let place = left.firstIndex(where: { $0.name == member.name }) else {
                if member.isRequired { return nil }
                continue
            }
            guard let part = spell(left[place].value, as: member.value, depth: depth + 1) else { return nil }
            parts.append(DocumentSpelling.pair(member.name, part, grammar.spacing))
            left.remove(at: place)
        }
        for member in left {
            guard let group = shape.additional.first(where: { grammar.arena.matches($0.name, member.name) }),
                let part = spell(member.value, as: group.value, depth: depth + 1)
            else { return nil }
            parts.append(DocumentSpelling.pair(member.name, part, grammar.spacing))
        }
        return DocumentSpelling.joined(parts, 0x7B, 0x7D, grammar.spacing)
    }

    private mutating func array(_ value: Int, _ shape: Grammar.ArrayShape, _ depth: Int) -> [UInt8]? {
        guard case .array(let elements) = document[value], elements.count >= shape.minimumCount,
            elements.count <= shape.maximumCount ?? .max
        else { return nil }
        var parts: [[UInt8]] = []
        var matches = 0
        for (place, element) in elements.enumerated() {
            var part: [UInt8]?
            if let contains = shape.contains {
                part = spell(element, as: contains.matching, depth: depth + 1)
                if part != nil { matches += 1 }
                if part == nil, let other = contains.other { part = spell(element, as: other, depth: depth + 1) }
            } else if let node = place < shape.prefix.count ? shape.prefix[place] : shape.rest {
                part = spell(element, as: node, depth: depth + 1)
            }
            guard let part else { return nil }
            parts.append(part)
        }
        if let contains = shape.contains, matches < contains.minimum || matches > contains.maximum ?? .max {
            return nil
        }
        if shape.isDistinct, Set(parts).count < parts.count { return nil }
        return DocumentSpelling.joined(parts, 0x5B, 0x5D, grammar.spacing)
    }
}
