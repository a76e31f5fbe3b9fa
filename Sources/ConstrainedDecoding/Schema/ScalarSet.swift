// Which scalars: null, booleans, numbers and strings. A boolean algebra, as each part is a set of spellings.

/// A set of scalars.
struct ScalarSet: Hashable, Sendable {
    /// 1: null, 2: true, 4: false.
    var constants: UInt8
    /// Spellings of numbers.
    var numbers: RegexID
    /// Contents of strings, without quotes.
    var strings: RegexID

    static let allConstants: UInt8 = 7
}

/// What every schema needs: its expressions are made and walked once, and each arena begins with a copy.
private struct ScalarPrelude: Sendable {
    static let shared = ScalarPrelude()
    /// More derivatives than the common scalars have.
    private static let derivativeLimit = 500

    let arena = RegexArena()
    let all: ScalarSet
    let integers: RegexID
    let quote: RegexID

    private init() {
        all = ScalarSet(
            constants: ScalarSet.allConstants, numbers: NumberRange().expression(in: arena),
            strings: PatternCompiler.anyContent(in: arena))
        integers = NumberRange(isInteger: true).expression(in: arena)
        quote = arena.literal([0x22])
        let words = ["null", "true", "false"].map { arena.literal(Array($0.utf8)) }
        let string = arena.concatenation([quote, all.strings, quote])
        for expression in [string, all.numbers, integers, arena.union([words[1], words[2]])] {
            arena.explore(expression, limit: Self.derivativeLimit)
        }
        arena.explore(arena.union(words + [all.numbers, string]), limit: Self.derivativeLimit)
    }
}

/// The operations on sets of scalars in one arena.
final class ScalarAlgebra {
    let arena: RegexArena
    let all: ScalarSet
    let none: ScalarSet
    let integers: RegexID
    private let quote: RegexID
    /// What is known to match a string or not to, so that no search is made for it.
    private var emptiness: [RegexID: Bool] = [:]

    /// An arena of its own.
    init(integersHave64Bits: Bool = false) {
        let prelude = ScalarPrelude.shared
        arena = RegexArena(after: prelude.arena)
        all = prelude.all
        none = ScalarSet(constants: 0, numbers: arena.nothing, strings: arena.nothing)
        integers =
            integersHave64Bits
            ? NumberRange(
                minimum: NumberBound(ExactDecimal(Int.min)), maximum: NumberBound(ExactDecimal(Int.max)),
                isInteger: true
            ).expression(in: arena)
            : prelude.integers
        quote = prelude.quote
        for expression in [all.numbers, all.strings, integers] { emptiness[expression] = false }
        emptiness[arena.nothing] = true
    }

    /// Notes that an expression matches something by the way in which it was made, unless it is `nothing`.
    func inhabited(_ expression: RegexID) -> RegexID {
        if expression != arena.nothing { emptiness[expression] = false }
        return expression
    }

    func both(_ left: ScalarSet, _ right: ScalarSet) -> ScalarSet {
        ScalarSet(
            constants: left.constants & right.constants,
            numbers: both(left.numbers, right.numbers, all: all.numbers),
            strings: both(left.strings, right.strings, all: all.strings))
    }

    func either(_ left: ScalarSet, _ right: ScalarSet) -> ScalarSet {
        ScalarSet(
            constants: left.constants | right.constants,
            numbers: either(left.numbers, right.numbers, all: all.numbers),
            strings: either(left.strings, right.strings, all: all.strings))
    }

    func complement(_ set: ScalarSet) -> ScalarSet {
        ScalarSet(
            constants: set.constants ^ ScalarSet.allConstants, numbers: complement(set.numbers, all: all.numbers),
            strings: complement(set.strings, all: all.strings))
    }

    func both(_ left: RegexID, _ right: RegexID, all: RegexID) -> RegexID {
        if left == right || right == all { return left }
        return left == all ? right : arena.intersection([left, right])
    }

    private func either(_ left: RegexID, _ right: RegexID, all: RegexID) -> RegexID {
        if left == right || left == all || right == arena.nothing { return left }
        if right == all || left == arena.nothing { return right }
        let result = arena.union([left, right])
        if emptiness[left] == false || emptiness[right] == false { emptiness[result] = false }
        return result
    }

    func complement(_ set: RegexID, all: RegexID) -> RegexID {
        if set == all { return arena.nothing }
        return set == arena.nothing ? all : arena.intersection([all, arena.complement(set)])
    }

    /// Whether the set is proved to be empty within a short search.
    func isProvablyEmpty(_ set: ScalarSet) -> Bool {
        set.constants == 0 && isProvablyEmpty(set.numbers) && isProvablyEmpty(set.strings)
    }

    /// - Parameter limit: how many derivatives the search may meet; beyond, nothing is proved.
    func isProvablyEmpty(_ expression: RegexID, limit: Int = 2_000) -> Bool {
        if let known = emptiness[expression] { return known }
        let result = (try? arena.isEmpty(expression, limit: limit)) ?? false
        emptiness[expression] = result
        return result
    }

    func areProvablyDisjoint(_ left: ScalarSet, _ right: ScalarSet) -> Bool {
        isProvablyEmpty(both(left, right))
    }

    /// The spellings of a set's members.
    func expression(_ set: ScalarSet) -> RegexID {
        var parts: [RegexID] = []
        if set.constants & 1 != 0 { parts.append(arena.literal(Array("null".utf8))) }
        if set.constants & 2 != 0 { parts.append(arena.literal(Array("true".utf8))) }
        if set.constants & 4 != 0 { parts.append(arena.literal(Array("false".utf8))) }
        parts.append(set.numbers)
        if set.strings != arena.nothing { parts.append(quoted(set.strings)) }
        let result = arena.union(parts)
        if set.constants != 0 || emptiness[set.numbers] == false || emptiness[set.strings] == false {
            return inhabited(result)
        }
        return result
    }

    func quoted(_ content: RegexID) -> RegexID { arena.concatenation([quote, content, quote]) }
}
