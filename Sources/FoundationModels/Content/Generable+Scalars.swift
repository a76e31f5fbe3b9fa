// The types of Swift that JSON has a scalar for. A number is told by its value: 3.0 is an integer, 3.5 is none.

public import FoundationEssentials

extension Bool: Generable {
    /// `{"type":"boolean"}`
    public static var generationSchema: GenerationSchema { GenerationSchema(node: .scalar(.boolean)) }

    /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` where `content` is no boolean.
    public init(_ content: GeneratedContent) throws {
        guard case .bool(let value) = content.kind else { throw content.mismatch("a boolean") }
        self = value
    }

    public var generatedContent: GeneratedContent { GeneratedContent(kind: .bool(self)) }
}

extension String: Generable {
    /// `{"type":"string"}`
    public static var generationSchema: GenerationSchema { GenerationSchema(node: .scalar(.string)) }

    /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` where `content` is no string.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.kind else { throw content.mismatch("a string") }
        self = text
    }

    public var generatedContent: GeneratedContent { GeneratedContent(kind: .string(self)) }

    /// The text itself, without quotes.
    public var promptRepresentation: Prompt { return Prompt(parts: [self]) }

    /// The text itself, without quotes.
    public var instructionsRepresentation: Instructions { return Instructions(parts: [self]) }
}

extension Int: Generable {
    /// `{"type":"integer"}`
    public static var generationSchema: GenerationSchema { GenerationSchema(node: .scalar(.integer)) }

    /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` where `content` is no number, has a fraction, or does
    ///   not fit.
    public init(_ content: GeneratedContent) throws {
        let number = try content.finite("an integer")
        guard number.isWhole else {
            throw content.conversionFailure("expected an integer, found \(number)", code: "type")
        }
        guard let value = number.int else {
            throw content.conversionFailure(
                "\(number) is out of range; an Int is from \(Int.min) to \(Int.max)", code: "range")
        }
        self = value
    }

    public var generatedContent: GeneratedContent { GeneratedContent(number: JSONNumber(self)) }
}

extension Double: Generable {
    /// `{"type":"number"}`
    public static var generationSchema: GenerationSchema { GenerationSchema(node: .scalar(.number)) }

    /// The nearest double.
    /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` where `content` is no number or does not fit.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let value) = content.kind else { throw content.mismatch("a number") }
        if let number = content.number, value.isInfinite {
            throw content.conversionFailure(
                "\(number) is out of range; a Double is at most \(Double.greatestFiniteMagnitude)", code: "range")
        }
        self = value
    }

    public var generatedContent: GeneratedContent { GeneratedContent(kind: .number(self)) }
}

extension Float: Generable {
    /// `{"type":"number"}`
    public static var generationSchema: GenerationSchema { GenerationSchema(node: .scalar(.number)) }

    /// The nearest single-precision number.
    /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` where `content` is no number or does not fit.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let value) = content.kind else { throw content.mismatch("a number") }
        guard let number = content.number else {
            self = Float(value)
            return
        }
        guard number.float.isFinite else {
            throw content.conversionFailure(
                "\(number) is out of range; a Float is at most \(Float.greatestFiniteMagnitude)", code: "range")
        }
        self = number.float
    }

    public var generatedContent: GeneratedContent {
        JSONNumber(self).map(GeneratedContent.init(number:)) ?? GeneratedContent(kind: .number(Double(self)))
    }
}

extension Decimal: Generable {
    /// `{"type":"number"}`
    public static var generationSchema: GenerationSchema { GenerationSchema(node: .scalar(.number)) }

    /// The number with its first 38 digits.
    /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` where `content` is no number or does not fit.
    public init(_ content: GeneratedContent) throws {
        let number = try content.finite("a number")
        guard let value = Decimal(number.digits) else {
            throw content.conversionFailure(
                "\(number) is out of range; a Decimal has 38 digits and an exponent from -128 to 127",
                code: "range")
        }
        self = value
    }

    public var generatedContent: GeneratedContent {
        JSONNumber(parsing: description).map(GeneratedContent.init(number:)) ?? GeneratedContent(kind: .number(.nan))
    }
}

extension Decimal {
    /// Nil where the exponent is too large or too small. Digits after the 38th are rounded, halves away from zero.
    init?(_ number: DecimalDigits) {
        var digits = number.digits
        var exponent = number.exponent
        let excess = Swift.max(digits.count - 38, -128 - exponent)
        if excess > 0 {
            guard excess <= digits.count else { return nil }
            let isRoundedUp = digits[digits.count - excess] >= 5
            digits.removeLast(excess)
            exponent += excess
            if isRoundedUp {
                var index = digits.count - 1
                while index >= 0, digits[index] == 9 {
                    digits[index] = 0
                    index -= 1
                }
                if index >= 0 { digits[index] += 1 } else { digits.insert(1, at: 0) }
            }
            guard digits.contains(where: { $0 > 0 }) else { return nil }
        }
        while exponent > 127, digits.count < 38 {
            digits.append(0)
            exponent -= 1
        }
        guard exponent <= 127 else { return nil }
        var significand = Decimal(0)
        for digit in digits { significand = significand * 10 + Decimal(Int(digit)) }
        self.init(sign: number.isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }
}

extension Never: Generable {
    /// A schema that no value satisfies.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(node: .constrained(.scalar(.string), [.impossible]))
    }

    /// - Throws: always.
    public init(_ content: GeneratedContent) throws {
        throw content.conversionFailure("expected no value at all, found \(content.json.typeName)", code: "type")
    }

    public var generatedContent: GeneratedContent { switch self {} }
}

extension GeneratedContent {
    /// The number with all its digits.
    fileprivate func finite(_ wanted: String) throws -> JSONNumber {
        guard case .number(let value) = kind else { throw mismatch(wanted) }
        guard let number else { throw conversionFailure("expected \(wanted), found \(value)", code: "type") }
        return number
    }
}
