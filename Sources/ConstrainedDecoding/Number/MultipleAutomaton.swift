// The multiples of a decimal number, read digit by digit: a state is the remainder so far and how many digits stand
// after the point. Nothing is tabulated; a state is a number that is computed.

/// Accepts the spellings of multiples of `modulus` * 10^-`scale`, a sign in front included.
package struct MultipleAutomaton: ByteAutomaton {
    /// The greatest modulus: how many states a search may meet.
    package static let modulusLimit = 1 << 20

    private let modulus: Int
    private let scale: Int
    /// 10^n modulo `modulus`, for n up to `scale`.
    private let powers: [Int]

    /// Nil where the divisor has too many digits for `modulusLimit`.
    /// - Parameter divisor: above zero.
    package init?(of divisor: ExactDecimal) {
        guard divisor.exponent >= -400, divisor.exponent <= 0,
            let modulus = ExactDecimal(
                isNegative: false, digits: divisor.digits, exponent: 0
            ).intValue, modulus <= MultipleAutomaton.modulusLimit
        else { return nil }
        self.modulus = modulus
        scale = -divisor.exponent
        var powers = [1 % modulus]
        for _ in 0..<scale { powers.append(powers[powers.count - 1] * 10 % modulus) }
        self.powers = powers
    }

    // States: 0 before the sign, 1 after it, then (place * modulus + remainder) + 2, where place 0 is before the point and
    // place n + 1 has n digits after it.
    package var start: Int { 0 }

    package func step(_ state: Int, _ byte: UInt8) -> Int? {
        switch (state, byte) {
        case (0, 0x2D): return 1
        case (0...1, 0x30...0x39): return 2 + Int(byte - 0x30) % modulus
        case (0...1, _): return nil
        default: break
        }
        let (place, remainder) = ((state - 2) / modulus, (state - 2) % modulus)
        switch byte {
        case 0x2E: return place == 0 && scale > 0 ? 2 + modulus + remainder : nil
        case 0x30...0x39:
            if place > scale { return nil }
            return 2 + (place == 0 ? 0 : place + 1) * modulus + (remainder * 10 + Int(byte - 0x30)) % modulus
        default: return nil
        }
    }

    package func accepts(_ state: Int) -> Bool {
        guard state >= 2 else { return false }
        let (place, remainder) = ((state - 2) / modulus, (state - 2) % modulus)
        if place == 1 { return false }
        let read = max(place - 1, 0)
        return remainder * powers[scale - read] % modulus == 0
    }

    package func bytes(from state: Int) -> ByteSet {
        ByteSet([0x2D, 0x2E] + Array(0x30...0x39)).filtered { step(state, $0) != nil }
    }

    /// The spellings of the multiples of `divisor`; nil where they are too many to tell apart.
    package static func expression(of divisor: ExactDecimal, in arena: RegexArena) -> RegexID? {
        if divisor.exponent <= 0 {
            return MultipleAutomaton(of: divisor).map { arena.automaton($0) }
        }
        // Multiples of m * 10^e: those of m with e zeros behind, and zero.
        guard divisor.exponent <= 400,
            let head = MultipleAutomaton(of: ExactDecimal(isNegative: false, digits: divisor.digits, exponent: 0))
        else { return nil }
        let digits = ByteSet(0x30...0x39)
        let nonzero = arena.concatenation([
            arena.repetition(arena.literal([0x2D]), minimum: 0, maximum: 1), arena.bytes(ByteSet(0x31...0x39)),
            arena.repetition(arena.bytes(digits), minimum: 0, maximum: nil),
        ])
        return arena.union([
            arena.literal([0x30]),
            arena.concatenation([
                arena.intersection([arena.automaton(head), nonzero]),
                arena.literal(Array(repeating: 0x30, count: divisor.exponent)),
            ]),
        ])
    }
}

extension ByteSet {
    fileprivate func filtered(_ isIncluded: (UInt8) -> Bool) -> ByteSet { ByteSet(bytes.filter(isIncluded)) }
}
