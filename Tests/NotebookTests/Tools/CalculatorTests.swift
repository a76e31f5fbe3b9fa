// Arithmetic, and what is none.

import Testing

@testable import Notebook

@Suite("Calculator")
struct CalculatorTests {
    static let values: [(String, String)] = [
        ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("2^3^2", "512"), ("-2^2", "-4"), ("2^-1", "0.5"), ("10 / 4", "2.5"),
        ("1 - 2 - 3", "-4"), ("8 / 2 / 2", "2"), (".5 + 1.", "1.5"), ("--3", "3"), ("0.1 + 0.2", "0.30000000000000004"),
        ("10^20", "1e+20"),
    ]

    @Test("computes as one writes", arguments: values)
    func value(expression: String, text: String) throws {
        #expect(Calculator.text(of: try Calculator.value(of: expression)) == text)
    }

    static let problems: [(String, String)] = [
        ("", "a number is missing"), ("1 +", "a number is missing"), ("(1", "a ')' is missing"),
        ("1 2 x", "unexpected 'x' in the expression"), ("1/0", "division by zero"),
        ("1.2.3", "a number has two points"),
        ("10^999", "the value is not finite"), ("import os", "a number is missing"),
        (String(repeating: "(", count: 5000), "the expression is nested too deeply"),
        (String(repeating: "-", count: 5000), "the expression is nested too deeply"),
    ]

    @Test("says what is wrong", arguments: problems)
    func problem(expression: String, reason: String) {
        #expect(throws: Calculator.Problem(reason: reason)) { try Calculator.value(of: expression) }
    }
}
