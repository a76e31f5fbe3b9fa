// An expression as a tree and what it matches by definition: the oracle of the arena. Knows nothing of derivatives.

import ConstrainedDecoding

indirect enum NaiveExpression {
    case bytes([UInt8])
    case epsilon
    case nothing
    case concatenation([NaiveExpression])
    case union([NaiveExpression])
    case intersection([NaiveExpression])
    case complement(NaiveExpression)
    case repetition(NaiveExpression, Int, Int?)
    case literals([[UInt8]])

    static func random(_ generator: inout SplitMix, depth: Int) -> NaiveExpression {
        let letters: [UInt8] = [97, 98, 99]
        func some() -> [UInt8] { letters.filter { _ in generator.chance(0.5) } }
        guard depth > 0 else {
            return generator.chance(0.15) ? .epsilon : .bytes(some())
        }
        let count = generator.below(3) + 1
        func parts() -> [NaiveExpression] { (0..<count).map { _ in random(&generator, depth: depth - 1) } }
        switch generator.below(8) {
        case 0, 1: return .concatenation(parts())
        case 2: return .union(parts())
        case 3: return .intersection(parts())
        case 4: return .complement(random(&generator, depth: depth - 1))
        case 5:
            return .literals(
                (0..<generator.below(5)).map { _ in (0..<generator.below(4)).map { _ in letters[generator.below(3)] } })
        default:
            let minimum = generator.below(3)
            let maximum = generator.chance(0.3) ? nil : minimum + generator.below(3)
            return .repetition(random(&generator, depth: depth - 1), minimum, maximum)
        }
    }

    func build(_ arena: RegexArena) -> RegexID {
        switch self {
        case .bytes(let bytes): arena.bytes(ByteSet(bytes))
        case .epsilon: arena.epsilon
        case .nothing: arena.nothing
        case .concatenation(let parts): arena.concatenation(parts.map { $0.build(arena) })
        case .union(let parts): arena.union(parts.map { $0.build(arena) })
        case .intersection(let parts): arena.intersection(parts.map { $0.build(arena) })
        case .complement(let part): arena.complement(part.build(arena))
        case .repetition(let part, let minimum, let maximum):
            arena.repetition(part.build(arena), minimum: minimum, maximum: maximum)
        case .literals(let literals): arena.literals(literals)
        }
    }

    func matches(_ text: [UInt8]) -> Bool { ends(text, from: 0).contains(text.count) }

    /// Where a match that begins at `start` may end.
    private func ends(_ text: [UInt8], from start: Int) -> Set<Int> {
        switch self {
        case .nothing: return []
        case .epsilon: return [start]
        case .bytes(let bytes): return start < text.count && bytes.contains(text[start]) ? [start + 1] : []
        case .concatenation(let parts):
            return parts.reduce([start]) { places, part in
                places.reduce(into: []) { $0.formUnion(part.ends(text, from: $1)) }
            }
        case .union(let parts): return parts.reduce(into: []) { $0.formUnion($1.ends(text, from: start)) }
        case .intersection(let parts):
            let all = parts.map { $0.ends(text, from: start) }
            return all.dropFirst().reduce(all.first ?? Set(start...text.count)) { $0.intersection($1) }
        case .complement(let part): return Set(start...text.count).subtracting(part.ends(text, from: start))
        case .repetition(let part, let minimum, let maximum):
            var result: Set<Int> = minimum == 0 ? [start] : []
            var places: Set<Int> = [start]
            for count in 0..<(maximum ?? minimum + text.count + 1) {
                places = places.reduce(into: []) { $0.formUnion(part.ends(text, from: $1)) }
                if count + 1 >= minimum { result.formUnion(places) }
                if places.isEmpty { break }
            }
            return result
        case .literals(let literals):
            return Set(literals.filter { text[start...].starts(with: $0) }.map { start + $0.count })
        }
    }
}
