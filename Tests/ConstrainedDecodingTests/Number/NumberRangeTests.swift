// Ranges and multiples of numbers against arithmetic on every number of a grid.

import ConstrainedDecoding
import Testing

struct NumberRangeTests {
    /// `value` hundredths.
    static func hundredths(_ value: Int) -> ExactDecimal {
        ExactDecimal(isNegative: value < 0, digits: String(value.magnitude).utf8.map { $0 - 0x30 }, exponent: -2)
    }

    @Test("a range holds the numbers between its bounds and no other", arguments: 0..<6)
    func grid(seed: Int) {
        var generator = SplitMix(UInt64(seed))
        let arena = RegexArena()
        for _ in 0..<4 {
            let step = [1, 5, 10, 100].randomElement(using: &generator) ?? 1
            let bounds = [Int.random(in: -30...30, using: &generator), Int.random(in: -30...30, using: &generator)]
                .sorted()
            let low: NumberBound? =
                Bool.random(using: &generator)
                ? NumberBound(Self.hundredths(bounds[0] * step), isExclusive: Bool.random(using: &generator)) : nil
            let high: NumberBound? =
                Bool.random(using: &generator)
                ? NumberBound(Self.hundredths(bounds[1] * step), isExclusive: Bool.random(using: &generator)) : nil
            let isInteger = Bool.random(using: &generator)
            let range = NumberRange(minimum: low, maximum: high, isInteger: isInteger)
            let expression = range.expression(in: arena)
            var wrong: [ExactDecimal] = []
            for value in stride(from: -1_300, through: 1_300, by: step == 100 ? 7 : 1) {
                let number = Self.hundredths(value)
                var isIn = !isInteger || value % 100 == 0
                if let low { isIn = isIn && (low.isExclusive ? number > low.value : number >= low.value) }
                if let high { isIn = isIn && (high.isExclusive ? number < high.value : number <= high.value) }
                if arena.matches(expression, number.spelled) != isIn { wrong.append(number) }
            }
            #expect(wrong.isEmpty, "\(range)")
        }
    }

    @Test("integers of many digits are compared digit by digit", arguments: 0..<20)
    func integers(seed: Int) {
        var generator = SplitMix(UInt64(seed) + 1_000)
        let arena = RegexArena()
        for _ in 0..<20 {
            let limit = [10, 1_000, 100_000, Int.max / 2].randomElement(using: &generator) ?? 10
            let bounds = [
                Int.random(in: -limit...limit, using: &generator), Int.random(in: -limit...limit, using: &generator),
            ]
            .sorted()
            let expression = NumberRange(
                minimum: NumberBound(ExactDecimal(bounds[0])), maximum: NumberBound(ExactDecimal(bounds[1])),
                isInteger: true
            ).expression(in: arena)
            for value in [bounds[0] - 1, bounds[0], bounds[0] + 1, bounds[1] - 1, bounds[1], bounds[1] + 1, 0, -1, 1] {
                #expect(arena.matches(expression, Array(String(value).utf8)) == (bounds[0]...bounds[1]).contains(value))
            }
            for _ in 0..<20 {
                let value = Int.random(in: -limit...limit, using: &generator)
                #expect(arena.matches(expression, Array(String(value).utf8)) == (bounds[0]...bounds[1]).contains(value))
            }
        }
    }

    @Test(
        "only the one spelling of a number is in a range",
        arguments: ["-0", "00", "1.0", "1.50", "1e2", "+1", ".5", "1.", "-", ""])
    func otherSpellings(text: String) {
        let arena = RegexArena()
        let ranges = [
            NumberRange(), NumberRange(minimum: NumberBound(ExactDecimal(-5))),
            NumberRange(maximum: NumberBound(ExactDecimal(5))),
            NumberRange(isInteger: true),
        ]
        for range in ranges { #expect(!arena.matches(range.expression(in: arena), Array(text.utf8))) }
    }

    @Test("multiples are those of arithmetic", arguments: [1, 2, 3, 7, 10, 25, 50, 99, 100, 150, 250, 1_000, 12_300])
    func multiples(divisor: Int) throws {
        let arena = RegexArena()
        let expression = try #require(MultipleAutomaton.expression(of: Self.hundredths(divisor), in: arena))
        let wrong = (-3_000...3_000).filter {
            arena.matches(expression, Self.hundredths($0).spelled) != ($0 % divisor == 0)
        }
        #expect(wrong.isEmpty)
    }

    @Test("bounds beyond 2^53 and long fractions are exact")
    func exactBounds() throws {
        let arena = RegexArena()
        let bound = ExactDecimal(
            isNegative: false, digits: Array("900719925474099300001".utf8).map { $0 - 0x30 }, exponent: -5)
        let expression = NumberRange(minimum: NumberBound(bound)).expression(in: arena)
        #expect(arena.matches(expression, Array("9007199254740993.00001".utf8)))
        #expect(!arena.matches(expression, Array("9007199254740993".utf8)))
        #expect(!arena.matches(expression, Array("9007199254740993.000009".utf8)))
        #expect(arena.matches(expression, Array("9007199254740993.000011".utf8)))
    }
}
