// Arithmetic on doubles, by recursive descent: sums of products of powers. Reads nothing but numbers, signs and parentheses.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

enum Calculator {
    struct Problem: Error, Equatable {
        var reason: String
    }

    /// Levels of parentheses and signs.
    private static let depthLimit = 64

    /// The value of an expression. Cost: linear in its length.
    static func value(of expression: String) throws(Problem) -> Double {
        guard expression.utf8.count <= 10_000 else { throw Problem(reason: "the expression is too long") }
        var parser = Parser(rest: Array(expression.utf8.filter { $0 != 0x20 && $0 != 0x09 })[...])
        let value = try parser.sum(depth: 0)
        if let next = parser.rest.first {
            throw Problem(reason: "unexpected '\(String(decoding: [next], as: UTF8.self))' in the expression")
        }
        guard value.isFinite else { throw Problem(reason: "the value is not finite") }
        return value
    }

    /// Whole numbers without a point, others in the shortest spelling that reads back the same.
    static func text(of value: Double) -> String {
        if let whole = Int64(exactly: value), abs(whole) < 1 << 53 { return "\(whole)" }
        return "\(value)"
    }

    private struct Parser {
        var rest: ArraySlice<UInt8>

        private mutating func take(_ character: Character) -> Bool {
            guard rest.first == character.asciiValue else { return false }
            rest.removeFirst()
            return true
        }

        mutating func sum(depth: Int) throws(Problem) -> Double {
            guard depth < Calculator.depthLimit else { throw Problem(reason: "the expression is nested too deeply") }
            var value = try product(depth: depth)
            while true {
                if take("+") {
                    value += try product(depth: depth)
                } else if take("-") {
                    value -= try product(depth: depth)
                } else {
                    return value
                }
            }
        }

        private mutating func product(depth: Int) throws(Problem) -> Double {
            var value = try power(depth: depth)
            while true {
                if take("*") {
                    value *= try power(depth: depth)
                } else if take("/") {
                    let divisor = try power(depth: depth)
                    guard divisor != 0 else { throw Problem(reason: "division by zero") }
                    value /= divisor
                } else {
                    return value
                }
            }
        }

        /// To the right: `2^3^2` is `2^9`; a sign in front holds for the whole power.
        private mutating func power(depth: Int) throws(Problem) -> Double {
            guard depth < Calculator.depthLimit else { throw Problem(reason: "the expression is nested too deeply") }
            if take("-") { return -(try power(depth: depth + 1)) }
            if take("+") { return try power(depth: depth + 1) }
            let base = try factor(depth: depth)
            return take("^") ? pow(base, try power(depth: depth + 1)) : base
        }

        private mutating func factor(depth: Int) throws(Problem) -> Double {
            if take("(") {
                let value = try sum(depth: depth + 1)
                guard take(")") else { throw Problem(reason: "a ')' is missing") }
                return value
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2e }
            guard let value = Double(String(decoding: digits, as: UTF8.self)) else {
                throw Problem(reason: digits.isEmpty ? "a number is missing" : "a number has two points")
            }
            rest = rest[digits.endIndex...]
            return value
        }
    }
}
