// Which numbers, and the expression of their spellings: plain digits, no exponent, no superfluous zero, no "-0". Bounds
// are compared digit by digit, so that they may lie anywhere.

/// A bound of a range of numbers.
package struct NumberBound: Sendable, Hashable {
    package var value: ExactDecimal
    package var isExclusive: Bool

    package init(_ value: ExactDecimal, isExclusive: Bool = false) {
        self.value = value
        self.isExclusive = isExclusive
    }
}

/// All numbers, or all integers, between two bounds.
package struct NumberRange: Sendable, Hashable {
    package var minimum: NumberBound?
    package var maximum: NumberBound?
    package var isInteger: Bool

    /// The most digits that a bound or a constant may have when it is spelled.
    package static let digitLimit = 4_096

    package init(minimum: NumberBound? = nil, maximum: NumberBound? = nil, isInteger: Bool = false) {
        self.minimum = minimum
        self.maximum = maximum
        self.isInteger = isInteger
    }

    /// The spellings of its numbers.
    package func expression(in arena: RegexArena) -> RegexID {
        let writer = RangeWriter(arena: arena, isInteger: isInteger)
        var (low, high) = (minimum, maximum)
        if isInteger {
            low = low.map { NumberBound($0.isExclusive && $0.value.isInteger ? $0.value.successor : $0.value.ceiling) }
            high = high.map {
                NumberBound($0.isExclusive && $0.value.isInteger ? $0.value.predecessor : $0.value.floor)
            }
        }
        let zero = NumberBound(ExactDecimal(0))
        var parts: [RegexID] = []
        // Zero and above.
        if high.map({ !$0.value.isNegative && !($0.value.isZero && $0.isExclusive) }) ?? true {
            let from = low.map { $0.value.isNegative ? zero : $0 } ?? zero
            parts.append(writer.magnitudes(from: from, to: high))
        }
        // Below zero: a sign, and a magnitude above zero.
        if low.map({ $0.value.isNegative }) ?? true {
            var from = NumberBound(ExactDecimal(0), isExclusive: true)
            if isInteger { from = NumberBound(ExactDecimal(1)) }
            if let high, high.value.isNegative {
                from = NumberBound(high.value.magnitude, isExclusive: high.isExclusive)
            }
            let to = low.map { NumberBound($0.value.magnitude, isExclusive: $0.isExclusive) }
            parts.append(arena.concatenation([arena.literal([0x2D]), writer.magnitudes(from: from, to: to)]))
        }
        return arena.union(parts)
    }
}

private struct RangeWriter {
    let arena: RegexArena
    let isInteger: Bool

    func magnitudes(from low: NumberBound, to high: NumberBound?) -> RegexID {
        if let high, high.value < low.value { return arena.nothing }
        if isInteger, let high { return integers(low.value.wholeDigits, high.value.wholeDigits) }
        let lower = low.value.isZero && !low.isExclusive ? all : atLeast(low)
        guard let high else { return lower }
        if high.value == low.value {
            return low.isExclusive || high.isExclusive ? arena.nothing : arena.literal(low.value.spelled)
        }
        return arena.intersection([lower, atMost(high)])
    }

    // MARK: Integers between two

    private func integers(_ low: [UInt8], _ high: [UInt8]) -> RegexID {
        var parts: [RegexID] = []
        if low.count == high.count { return sameLength(low[...], high[...]) }
        parts.append(sameLength(low[...], Array(repeating: 9, count: low.count)[...]))
        if high.count - low.count > 1 {
            parts.append(
                arena.concatenation([
                    digits(1...9),
                    arena.repetition(digits(0...9), minimum: low.count, maximum: high.count - 2),
                ]))
        }
        let first = [1] + Array(repeating: UInt8(0), count: high.count - 1)
        parts.append(sameLength(first[...], high[...]))
        return arena.union(parts)
    }

    /// Digit strings between two of the same length.
    private func sameLength(_ low: ArraySlice<UInt8>, _ high: ArraySlice<UInt8>) -> RegexID {
        let common = zip(low, high).prefix { $0 == $1 }.count
        let head = arena.literal(low.prefix(common).map { $0 + 0x30 })
        let (low, high) = (Array(low.dropFirst(common)), Array(high.dropFirst(common)))
        guard let first = low.first, let last = high.first else { return head }
        let rest = low.count - 1
        var parts: [RegexID] = []
        var (from, to) = (first, last)
        if low.dropFirst().contains(where: { $0 != 0 }) {
            parts.append(arena.concatenation([digits(first...first), tailAtLeast(low.dropFirst())]))
            from += 1
        }
        if high.dropFirst().contains(where: { $0 != 9 }) {
            parts.append(arena.concatenation([digits(last...last), tailAtMost(high.dropFirst())]))
            to -= 1
        }
        if from <= to { parts.append(arena.concatenation([digits(from...to), free(rest)])) }
        return arena.concatenation([head, arena.union(parts)])
    }

    /// Digit strings as long as `low` and not below it.
    private func tailAtLeast(_ low: ArraySlice<UInt8>) -> RegexID {
        var result = arena.epsilon
        for (place, digit) in low.reversed().enumerated() {
            let same = arena.concatenation([digits(digit...digit), result])
            result =
                digit == 9
                ? same : arena.union([same, arena.concatenation([digits((digit + 1)...9), free(place)])])
        }
        return result
    }

    private func tailAtMost(_ high: ArraySlice<UInt8>) -> RegexID {
        var result = arena.epsilon
        for (place, digit) in high.reversed().enumerated() {
            let same = arena.concatenation([digits(digit...digit), result])
            result =
                digit == 0
                ? same : arena.union([same, arena.concatenation([digits(0...(digit - 1)), free(place)])])
        }
        return result
    }

    // MARK: Decimals

    private func digits(_ range: ClosedRange<UInt8>) -> RegexID {
        arena.bytes(ByteSet((range.lowerBound + 0x30)...(range.upperBound + 0x30)))
    }

    private func free(_ count: Int) -> RegexID {
        arena.repetition(digits(0...9), minimum: count, maximum: count)
    }

    private var anyDigits: RegexID { arena.repetition(digits(0...9), minimum: 0, maximum: nil) }
    /// Further digits of a fraction: some, and not zero at the end.
    private var moreFraction: RegexID { arena.concatenation([anyDigits, digits(1...9)]) }
    private var optionalMoreFraction: RegexID { arena.union([arena.epsilon, moreFraction]) }
    private var point: RegexID { arena.literal([0x2E]) }
    private var fraction: RegexID {
        isInteger ? arena.epsilon : arena.union([arena.epsilon, arena.concatenation([point, moreFraction])])
    }

    private var all: RegexID {
        let whole = arena.union([digits(0...0), arena.concatenation([digits(1...9), anyDigits])])
        return arena.concatenation([whole, fraction])
    }

    /// Magnitudes not below `bound`.
    private func atLeast(_ bound: NumberBound) -> RegexID {
        let whole = bound.value.wholeDigits
        var parts = [
            arena.concatenation([
                digits(1...9), arena.repetition(digits(0...9), minimum: whole.count, maximum: nil), fraction,
            ])
        ]
        for (place, digit) in whole.enumerated() where digit < 9 {
            parts.append(
                arena.concatenation([
                    arena.literal(whole[..<place].map { $0 + 0x30 }), digits((digit + 1)...9),
                    free(whole.count - 1 - place), fraction,
                ]))
        }
        parts.append(
            arena.concatenation([
                arena.literal(whole.map { $0 + 0x30 }),
                fractionsAtLeast(bound.value.fractionDigits, isExclusive: bound.isExclusive),
            ]))
        return arena.union(parts)
    }

    private func fractionsAtLeast(_ bound: [UInt8], isExclusive: Bool) -> RegexID {
        if bound.isEmpty {
            if !isExclusive { return fraction }
            return isInteger ? arena.nothing : arena.concatenation([point, moreFraction])
        }
        if isInteger { return arena.nothing }
        var parts: [RegexID] = []
        for (place, digit) in bound.enumerated() where digit < 9 {
            parts.append(
                arena.concatenation([
                    arena.literal(bound[..<place].map { $0 + 0x30 }), digits((digit + 1)...9), optionalMoreFraction,
                ]))
        }
        let same = arena.literal(bound.map { $0 + 0x30 })
        parts.append(arena.concatenation([same, isExclusive ? moreFraction : optionalMoreFraction]))
        return arena.concatenation([point, arena.union(parts)])
    }

    /// Magnitudes not above `bound`.
    private func atMost(_ bound: NumberBound) -> RegexID {
        let whole = bound.value.wholeDigits
        var parts: [RegexID] = []
        if whole.count > 1 {
            parts.append(arena.concatenation([digits(0...0), fraction]))
            parts.append(
                arena.concatenation([
                    digits(1...9), arena.repetition(digits(0...9), minimum: 0, maximum: whole.count - 2), fraction,
                ]))
        }
        for (place, digit) in whole.enumerated() {
            let least: UInt8 = place == 0 && whole.count > 1 ? 1 : 0
            guard digit > least else { continue }
            parts.append(
                arena.concatenation([
                    arena.literal(whole[..<place].map { $0 + 0x30 }), digits(least...(digit - 1)),
                    free(whole.count - 1 - place), fraction,
                ]))
        }
        parts.append(
            arena.concatenation([
                arena.literal(whole.map { $0 + 0x30 }),
                fractionsAtMost(bound.value.fractionDigits, isExclusive: bound.isExclusive),
            ]))
        return arena.union(parts)
    }

    private func fractionsAtMost(_ bound: [UInt8], isExclusive: Bool) -> RegexID {
        if bound.isEmpty { return isExclusive ? arena.nothing : arena.epsilon }
        if isInteger { return arena.epsilon }
        var parts: [RegexID] = []
        for (place, digit) in bound.enumerated() {
            let head = arena.literal(bound[..<place].map { $0 + 0x30 })
            if place > 0, bound[place - 1] != 0 { parts.append(head) }
            if digit > 0 { parts.append(arena.concatenation([head, digits(0...0), moreFraction])) }
            if digit > 1 { parts.append(arena.concatenation([head, digits(1...(digit - 1)), optionalMoreFraction])) }
        }
        if !isExclusive { parts.append(arena.literal(bound.map { $0 + 0x30 })) }
        return arena.union([arena.epsilon, arena.concatenation([point, arena.union(parts)])])
    }
}
