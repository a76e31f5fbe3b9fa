// What is wrong with expectations, as it is told.

extension BadPlayground {
    static let expectations: [BadPlayground] = [
        expectation(
            "two checks in one", "{contains: a, equals: b}",
            "      - {contains: a, equals: b}", "        ^~~~~~~~~~~~~~~~~~~~~~~~",
            says:
                "9: error: an expectation makes one check, found equals, contains; write an entry each [notebook.value]"
        ),
        expectation(
            "no check", "{at: /topic}", "      - {at: /topic}", "        ^~~~~~~~~~~~",
            says:
                "9: error: an expectation makes one check: equals, contains, startsWith, matches, oneOf, count, calls, "
                + "finish, error, schema or maxTokens [notebook.value]"),
        expectation(
            "check of other tools", "{regex: a}", "      - {regex: a}", "         ^~~~~",
            says: "10: error: unknown key 'regex' in an expectation; write 'matches' [notebook.unknown-key]"),
        expectation(
            "place in a text", "{at: /topic, equals: a}", "      - {at: /topic, equals: a}", "             ^~~~~~",
            says:
                "14: error: the content of this cell is text, and has no parts; 'at' needs 'generating' [notebook.value]"
        ),
        expectation(
            "place of a call", "{at: /topic, finish: stop}", "      - {at: /topic, finish: stop}",
            "             ^~~~~~",
            says: "14: error: 'finish' is about the whole answer; remove 'at' [notebook.value]"),
        expectation(
            "dotted place", "{at: topic, equals: a}", "      - {at: topic, equals: a}", "             ^~~~~",
            says: "14: error: 'topic' is no JSON Pointer; write '/topic' [notebook.value]"),
        expectation(
            "pattern that is none", "{matches: '('}", "      - {matches: '('}", "                  ^~~",
            says: "19: error: pattern '(': '(' without ')' at offset 0 [notebook.value]"),
        expectation(
            "pattern that can't be judged by", "{matches: '(?=a)b'}", "      - {matches: '(?=a)b'}",
            "                  ^~~~~~~~",
            says:
                "19: error: pattern '(?=a)b': a lookahead elsewhere than after the '^' that begins a pattern at offset 0 can't be enforced "
                + "[notebook.value]"),
        expectation(
            "count the wrong way round", "{count: {minimum: 3, maximum: 2}}",
            "      - {count: {minimum: 3, maximum: 2}}",
            "                ^~~~~~~~~~~~~~~~~~~~~~~~",
            says: "17: error: the minimum 3 is above the maximum 2 [notebook.value]"),
        expectation(
            "unknown schema", "{schema: Tickets}", "      - {schema: Tickets}", "                 ^~~~~~~",
            says: "18: error: unknown schema 'Tickets'; declare it under 'schemas' [notebook.unknown-schema]"),
        expectation(
            "unknown end", "{finish: stopped}", "      - {finish: stopped}", "                 ^~~~~~~",
            says: "18: error: unknown value 'stopped'; it must be stop or length [notebook.value]"),
        expectation(
            "not not", "{not: {not: {contains: a}}}", "      - {not: {not: {contains: a}}}", "               ^~~",
            says:
                "16: error: unknown key 'not' in a negated expectation; its keys are at, equals, contains, startsWith, "
                + "matches, oneOf, count, calls, finish, error, schema, maxTokens [notebook.unknown-key]"),
        expectation(
            "check beside not", "{contains: b, not: {contains: a}}", "      - {contains: b, not: {contains: a}}",
            "        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
            says: "9: error: 'contains' stands beside 'not'; write an entry of its own [notebook.value]"),
        expectation(
            "unknown parameter", "{contains: '{{ wort }}'}", "      - {contains: '{{ wort }}'}",
            "                       ^~~~",
            says: "24: error: unknown parameter 'wort'; declare it under 'params', or write '\\{{' for braces "
                + "[notebook.unknown-parameter]"),
    ]

    private static func expectation(
        _ name: String, _ text: String, _ line: String, _ marks: String, says message: String
    ) -> BadPlayground {
        BadPlayground(
            name,
            """
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                expect:
                  - \(text)

            """, says: "desk.playground.yaml:6:\(message)\n  \(line)\n  \(marks)\n")
    }
}
