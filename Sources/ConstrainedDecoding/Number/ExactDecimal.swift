// Decimal numbers as digits: bounds beyond 2^53 and fractions stay what was written.

/// `0.1` is a tenth here. Zero has no digits and no sign.
package struct ExactDecimal: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let isNegative: Bool
    /// 0...9, neither leading nor trailing zeros.
    package let digits: [UInt8]
    /// The power of ten of the last digit.
    package let exponent: Int

    package init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        let leading = digits.prefix { $0 == 0 }.count
        guard leading < digits.count else {
            self.isNegative = false
            self.digits = []
            self.exponent = 0
            return
        }
        let trailing = digits.reversed().prefix { $0 == 0 }.count
        self.isNegative = isNegative
        self.digits = Array(digits[leading..<(digits.count - trailing)])
        self.exponent = exponent + trailing
    }

    package init(_ value: Int) {
        self.init(
            isNegative: value < 0, digits: String(value.magnitude).utf8.map { $0 - 0x30 }, exponent: 0)
    }

    package var isZero: Bool { digits.isEmpty }
    package var isInteger: Bool { exponent >= 0 }
    package var negated: ExactDecimal { ExactDecimal(isNegative: !isNegative, digits: digits, exponent: exponent) }
    package var magnitude: ExactDecimal { ExactDecimal(isNegative: false, digits: digits, exponent: exponent) }

    /// How many digits its plain spelling has.
    package var plainDigitCount: Int {
        isZero ? 1 : max(digits.count, digits.count + exponent, 1 - exponent)
    }

    /// Digits before the point, "0" at least, without leading zeros.
    package var wholeDigits: [UInt8] {
        let count = digits.count + exponent
        if count <= 0 { return [0] }
        return count <= digits.count
            ? Array(digits[..<count]) : digits + Array(repeating: 0, count: count - digits.count)
    }

    /// Digits after the point, without trailing zeros.
    package var fractionDigits: [UInt8] {
        let count = digits.count + exponent
        if exponent >= 0 { return [] }
        return count >= 0 ? Array(digits[count...]) : Array(repeating: 0, count: -count) + digits
    }

    /// Its one spelling: plain, without exponent, superfluous zeros or a sign before zero.
    package var spelled: [UInt8] {
        let fraction = fractionDigits
        return (isNegative ? [0x2D] : []) + wholeDigits.map { $0 + 0x30 }
            + (fraction.isEmpty ? [] : [0x2E] + fraction.map { $0 + 0x30 })
    }

    package var description: String {
        plainDigitCount <= 40
            ? String(decoding: spelled, as: UTF8.self)
            : (isNegative ? "-" : "") + digits.map(String.init).joined() + "e\(exponent)"
    }

    /// Its value where it is an integer that `Int` holds.
    package var intValue: Int? {
        guard isInteger, digits.count + exponent <= 19 else { return nil }
        return Int(String(decoding: spelled, as: UTF8.self))
    }

    /// The greatest integer that is not above it.
    package var floor: ExactDecimal {
        if isInteger { return self }
        let whole = ExactDecimal(isNegative: isNegative, digits: wholeDigits, exponent: 0)
        return isNegative ? whole.magnitude.incremented.negated : whole
    }

    /// The least integer that is not below it.
    package var ceiling: ExactDecimal { negated.floor.negated }

    /// The next integer, for an integer.
    package var successor: ExactDecimal {
        guard isNegative else { return incremented }
        var digits = wholeDigits
        var index = digits.count - 1
        while digits[index] == 0 {
            digits[index] = 9
            index -= 1
        }
        digits[index] -= 1
        return ExactDecimal(isNegative: true, digits: digits, exponent: 0)
    }

    /// The integer before it, for an integer.
    package var predecessor: ExactDecimal { negated.successor.negated }

    private var incremented: ExactDecimal {
        var digits = [0] + wholeDigits
        var index = digits.count - 1
        while digits[index] == 9 {
            digits[index] = 0
            index -= 1
        }
        digits[index] += 1
        return ExactDecimal(isNegative: false, digits: digits, exponent: 0)
    }

    package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        let (low, high) = left.isNegative ? (right, left) : (left, right)
        if low.isZero || high.isZero { return low.isZero && !high.isZero }
        let lowPlace = low.digits.count + low.exponent
        let highPlace = high.digits.count + high.exponent
        if lowPlace != highPlace { return lowPlace < highPlace }
        return low.digits.lexicographicallyPrecedes(high.digits)
    }
}
