// The exact value of a decimal number: a sign, digits without needless zeros, and a power of ten.

/// ± digits · 10^exponent, where the first and the last digit are not 0. Zero has no digits and no sign.
package struct DecimalDigits: Sendable, Hashable {
    package let isNegative: Bool
    /// Values from 0 to 9.
    package let digits: [UInt8]
    package let exponent: Int

    package static let zero = DecimalDigits(isNegative: false, digits: [], exponent: 0)

    private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        self.isNegative = isNegative
        self.digits = digits
        self.exponent = exponent
    }

    /// How many digits stand before the point; 0 or less for numbers below 1.
    private var pointPosition: Int { digits.count + exponent }

    /// Reads a number as JSON and Swift spell it. Nil where `text` is none, or where its exponent has more than 9 digits.
    package init?(_ text: String) {
        var digits: [UInt8] = []
        var exponent = 0
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        let mantissa = bytes.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        var isFraction = false
        for byte in mantissa {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                if isFraction { exponent -= 1 }
            case UInt8(ascii: ".") where !isFraction: isFraction = true
            default: return nil
            }
        }
        guard !digits.isEmpty else { return nil }
        let trailing = digits.reversed().prefix { $0 == 0 }.count
        digits.removeLast(trailing)
        exponent += trailing
        digits.removeFirst(digits.prefix { $0 == 0 }.count)
        if mantissa.endIndex < bytes.endIndex, !digits.isEmpty {
            let power = bytes[(mantissa.endIndex + 1)...]
            guard let value = Int(String(decoding: power, as: UTF8.self)), abs(value) < 1_000_000_000 else {
                return nil
            }
            exponent += value
        }
        self.init(
            isNegative: isNegative && !digits.isEmpty, digits: digits, exponent: digits.isEmpty ? 0 : exponent)
    }

    /// Zeros that a spelling without an exponent may have to write.
    private static let zeroLimit = 400

    /// The canonical spelling: all digits and no exponent, as answers by a schema are written, too, but for numbers so large
    /// or so small that they are hundreds of zeros.
    package var literal: String {
        guard !digits.isEmpty else { return "0" }
        return max(exponent, -pointPosition) <= Self.zeroLimit ? plain : scientific
    }

    private var sign: String { isNegative ? "-" : "" }

    private var text: String { String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self) }

    /// All digits, no exponent.
    private var plain: String {
        if exponent >= 0 { return sign + text + String(repeating: "0", count: exponent) }
        guard pointPosition > 0 else {
            return sign + "0." + String(repeating: "0", count: -pointPosition) + text
        }
        return sign + text.prefix(pointPosition) + "." + text.dropFirst(pointPosition)
    }

    /// One digit before the point, and an exponent.
    var scientific: String {
        let fraction = digits.count > 1 ? "." + text.dropFirst() : ""
        let power = pointPosition - 1
        return sign + text.prefix(1) + fraction + "e" + (power < 0 ? "" : "+") + String(power)
    }
}

extension DecimalDigits: Comparable {
    package static func < (left: DecimalDigits, right: DecimalDigits) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Compares without regard to the sign.
    private func isSmaller(than other: DecimalDigits) -> Bool {
        guard !digits.isEmpty, !other.digits.isEmpty else { return digits.isEmpty && !other.digits.isEmpty }
        guard pointPosition == other.pointPosition else { return pointPosition < other.pointPosition }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
