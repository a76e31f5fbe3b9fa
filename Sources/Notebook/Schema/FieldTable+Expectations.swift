// The keys of an expectation.

extension FieldTable {
    static let expectation = FieldTable(
        name: "an expectation",
        fields: [
            Field(
                name: "not", summary: "The check inside must fail.", shape: .mapping(.negatedExpectation)),
            at,
        ] + checks)

    static let negatedExpectation = FieldTable(name: "a negated expectation", fields: [at] + checks)

    private static let at = Field(
        name: "at", summary: "A JSON Pointer into the content, such as /topic; the whole content where it is absent.",
        shape: .text, otherNames: ["path": "at", "pointer": "at"])

    private static let checks = [
        Field(
            name: "equals", summary: "The content is this value.", shape: .anything,
            otherNames: ["equal": "equals", "is": "equals", "value": "equals"]),
        Field(
            name: "contains", summary: "The text has this in it.", shape: .text,
            otherNames: ["icontains": "contains", "includes": "contains"]),
        Field(
            name: "startsWith", summary: "The text starts with this.", shape: .text,
            otherNames: ["starts-with": "startsWith", "hasPrefix": "startsWith"]),
        Field(
            name: "matches", summary: "A regular expression (ECMA-262) occurs in the text.", shape: .text,
            otherNames: ["regex": "matches", "pattern": "matches"]),
        Field(
            name: "oneOf", summary: "The content is one of these values.", shape: .list(.anything, minimumCount: 1),
            otherNames: ["enum": "oneOf", "anyOf": "oneOf"]),
        Field(
            name: "count", summary: "How many elements, keys or characters there are: a number, or {minimum, maximum}.",
            shape: .either([.integer(minimum: 0), .mapping(.expectedCount)]),
            otherNames: ["length": "count"]),
        Field(
            name: "calls", summary: "The tools that were called, one for one.",
            shape: .list(.mapping(.expectedCall), minimumCount: 0), otherNames: ["toolCalls": "calls"]),
        Field(
            name: "finish", summary: "How the answer ended.", shape: .word(ExpectedFinish.allCases.map(\.rawValue)),
            otherNames: ["finishReason": "finish", "finish_reason": "finish"]),
        Field(name: "error", summary: "The cell fails with this code or words.", shape: .text),
        Field(
            name: "schema", summary: "The content is JSON by this schema of the file.", shape: .text,
            otherNames: ["is-json": "schema"]),
        Field(
            name: "maxTokens", summary: "The answer has at most so many tokens.", shape: .integer(minimum: 0),
            otherNames: ["maximumTokens": "maxTokens"]),
    ]

    static let expectedCount = FieldTable(
        name: "an expected count",
        fields: [
            Field(name: "minimum", summary: "At least.", shape: .integer(minimum: 0), otherNames: ["min": "minimum"]),
            Field(name: "maximum", summary: "At most.", shape: .integer(minimum: 0), otherNames: ["max": "maximum"]),
        ])

    static let expectedCall = FieldTable(
        name: "an expected call",
        fields: [
            Field(
                name: "tool", summary: "The name of the tool.", shape: .text, isRequired: true,
                otherNames: ["name": "tool", "function": "tool"]),
            Field(
                name: "arguments", summary: "What it was called with; anything where it is absent.", shape: .anything,
                otherNames: ["args": "arguments"]),
        ])
}

/// The words of `finish`.
enum ExpectedFinish: String, Sendable, Hashable, CaseIterable {
    case stop
    /// Cut by its limit.
    case length
}
