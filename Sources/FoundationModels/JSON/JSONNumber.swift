// A number of a JSON text, kept digit for digit in one canonical spelling, so that 64-bit seeds and decimals survive and
// equal numbers are equal bytes. What it becomes (an integer, a double, a decimal) is decided by whoever reads it.

/// A JSON number: every digit of the text counts, its spelling does not.
package struct JSONNumber: Sendable, Hashable {
    /// The canonical spelling: all digits, without an exponent unless that would be hundreds of zeros.
    package let literal: String

    package init(_ value: some BinaryInteger) {
        let text = String(value)
        literal = DecimalDigits(text)?.literal ?? text
    }

    /// Nil where `value` is infinite or not a number: JSON has neither.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(parsing: value.description)
    }

    /// The number with the shortest spelling that `value` is nearest to; nil as for a double.
    package init?(_ value: Float) {
        guard value.isFinite else { return nil }
        self.init(parsing: value.description)
    }

    /// Nil where `text` is no JSON number, or where its exponent has more than 9 digits.
    package init?(parsing text: String) {
        if text.utf8.count <= 18, let value = Int64(text) {
            literal = String(value)
        } else if let digits = DecimalDigits(text) {
            literal = digits.literal
        } else {
            return nil
        }
    }

    package var int: Int? { Int(literal) }
    package var unsigned: UInt64? { UInt64(literal) }
    /// The nearest double; infinite where there is none.
    package var double: Double { Double(literal) ?? .nan }
    /// The nearest single-precision number; infinite where there is none.
    package var float: Float { Float(literal) ?? .nan }
    /// Whether there is nothing behind the point.
    package var isWhole: Bool { digits.exponent >= 0 }

    /// The exact value.
    package var digits: DecimalDigits { DecimalDigits(literal) ?? DecimalDigits.zero }
}

extension JSONNumber: CustomStringConvertible {
    /// For people: the literal where it is short, else with an exponent.
    package var description: String { literal.utf8.count <= 38 ? literal : digits.scientific }
}

extension JSONNumber: Comparable {
    package static func < (left: JSONNumber, right: JSONNumber) -> Bool { left.digits < right.digits }
}
