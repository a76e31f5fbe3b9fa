// A number of a JSON text, kept in one canonical spelling so that 64-bit seeds survive and equal numbers are equal bytes.

/// A JSON number: an integer of up to 64 bits, or a finite double.
package struct JSONNumber: Sendable, Hashable {
    /// The canonical spelling: whole values below 2^53 have no fraction and no exponent.
    package let literal: String

    package init(_ value: some BinaryInteger) {
        literal = String(value)
    }

    /// Nil where `value` is infinite or not a number: JSON has neither.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        if value == value.rounded(), abs(value) < 0x1p53 {
            literal = String(Int64(value))
        } else {
            literal = value.description
        }
    }

    /// Nil where `text` is no JSON number, or none that a double can hold.
    package init?(parsing text: String) {
        if let value = Int64(text) {
            self.init(value)
        } else if let value = UInt64(text) {
            self.init(value)
        } else if let value = Double(text) {
            self.init(value)
        } else {
            return nil
        }
    }

    package var int: Int? { Int(literal) }
    package var unsigned: UInt64? { UInt64(literal) }
    /// The nearest double.
    package var double: Double { Double(literal) ?? .nan }
}
