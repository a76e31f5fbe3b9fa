// Random JSON Schemas, the same for the same seed: objects with optional members and counts, arrays, enumerations, patterns
// with lengths, wide ranges of integers, choices and recursion. Some have no instance; whoever asks compiles them first.

import TestSupport

struct RandomSchema {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    private static let names = [
        "a", "id", "name", "items", "Zeit", "gr\u{F6}\u{DF}e", "x y", "don't", "is_ok", "2nd", "na", "\\\"q\\\"",
    ]
    private static let words = [
        "", "a", "red", "green", "New York", "it's", "caf\u{E9}", "\u{1F989} owl", "say \\\"hi\\\"", "a\\nb", "  two",
        "12", "</b>", "\u{65E5}\u{672C}",
    ]
    private static let patterns = [
        "^[A-Z][a-z]+$", "^[0-9]{2,5}$", "^(ab|cd)*$", "^[^a-z]+$", "^x", "ing$", "^[a-f0-9]{4}-[a-f0-9]{2}$", "^'?s+$",
        "^[\\\\[{]+$", "^ *[a-z]+ *$",
    ]

    /// A schema whose root is an object or an array.
    mutating func next() -> String {
        let root = chance(0.8) ? object(depth: 3) : array(depth: 3)
        let node = """
            {"type":"object","additionalProperties":false,"properties":{"v":\(scalar()),"next":{"$ref":"#/$defs/Node"},\
            "kids":{"type":"array","items":{"$ref":"#/$defs/Node"},"maxItems":\(1 + below(3))}},"required":["v"]}
            """
        return "\(root.dropLast()),\"$defs\":{\"Node\":\(node)}}"
    }

    private mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    private mutating func chance(_ probability: Double) -> Bool {
        Double(generator.next() >> 11) * 0x1p-53 < probability
    }

    private mutating func pick(_ values: [String]) -> String { values[below(values.count)] }

    private mutating func value(depth: Int) -> String {
        guard depth > 0 else { return scalar() }
        switch below(10) {
        case 0, 1: return object(depth: depth)
        case 2, 3: return array(depth: depth)
        case 4: return #"{"anyOf":[\#(value(depth: depth - 1)),\#(value(depth: depth - 1))]}"#
        case 5: return ##"{"$ref":"#/$defs/Node"}"##
        default: return scalar()
        }
    }

    private mutating func object(depth: Int) -> String {
        var members: [String] = []
        var required: [String] = []
        var used: Set<String> = []
        for _ in 0..<(1 + below(4)) {
            let name = pick(Self.names)
            guard used.insert(name).inserted else { continue }
            members.append("\"\(name)\":\(value(depth: depth - 1))")
            if chance(0.6) { required.append("\"\(name)\"") }
        }
        var result = #"{"type":"object","properties":{\#(members.joined(separator: ","))}"#
        if chance(0.85) { result += #","additionalProperties":false"# }
        if chance(0.2) { result += #","minProperties":\#(1 + below(members.count))"# }
        if chance(0.15) { result += #","maxProperties":\#(max(required.count, 1) + below(3))"# }
        return result + #","required":[\#(required.joined(separator: ","))]}"#
    }

    private mutating func array(depth: Int) -> String {
        let low = below(3)
        var result = #"{"type":"array","items":\#(value(depth: depth - 1)),"minItems":\#(low)"#
        if chance(0.8) { result += #","maxItems":\#(low + below(4))"# }
        return result + "}"
    }

    private mutating func scalar() -> String {
        switch below(9) {
        case 0: return #"{"type":"boolean"}"#
        case 1: return #"{"enum":["\#(pick(Self.words))","\#(pick(Self.words))x",\#(below(100)),null]}"#
        case 2: return #"{"const":"\#(pick(Self.words))"}"#
        case 3, 4: return integer()
        case 5: return #"{"type":"string","pattern":"\#(pick(Self.patterns))","maxLength":\#(2 + below(14))}"#
        case 6:
            let low = below(4)
            return #"{"type":"string","minLength":\#(low),"maxLength":\#(low + below(20))}"#
        case 7: return #"{"type":"string","minLength":\#(below(12))}"#
        default: return #"{"type":["null","boolean","integer"],"minimum":0,"maximum":\#(below(2000))}"#
        }
    }

    private mutating func integer() -> String {
        let wide = Int64(bitPattern: generator.next()) >> (3 + Int64(below(58)))
        let width = Int64(generator.next() >> (4 + UInt64(below(59))))
        var result = #"{"type":"integer","minimum":\#(wide),"maximum":\#(wide + width)"#
        if chance(0.2) { result += #","multipleOf":\#(1 + below(12))"# }
        return result + "}"
    }
}
