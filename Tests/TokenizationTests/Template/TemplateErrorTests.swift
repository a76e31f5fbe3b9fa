// The whole message of every kind of error, with its place.

import Testing

@testable import Tokenization

/// A template and the message that it ends with, at parsing or at rendering.
struct BadTemplate: Sendable, CustomTestStringConvertible {
    let source: String
    let message: String

    init(_ source: String, _ message: String) {
        self.source = source
        self.message = message
    }

    var testDescription: String { source }

    static let all: [BadTemplate] = [
        // Syntax
        .init("a\nb {{ 1 + }}", "2:10: error: found '}}', wanted an expression [template.syntax]"),
        .init("{{ 1 2 }}", "1:6: error: found '2', wanted '}}' [template.syntax]"),
        .init("{{ (1] }}", "1:6: error: found ']', wanted ')' [template.syntax]"),
        .init("{{ 1) }}", "1:5: error: found ')', wanted '}}' [template.syntax]"),
        .init("{{ a ? b }}", "1:6: error: found '?', wanted an expression [template.syntax]"),
        .init("{% for 1 in x %}{% endfor %}", "1:8: error: found '1', wanted a name [template.syntax]"),
        .init("{% for x of y %}{% endfor %}", "1:10: error: found 'of', wanted 'in' [template.syntax]"),
        .init("{% if true %}{% endfor %}", "1:14: error: unknown tag 'endfor' [template.unknown-tag]"),
        .init("{% if %}{% endif %}", "1:7: error: found '%}', wanted an expression [template.syntax]"),
        .init("{{ f(a=1, 2) }}", "1:11: error: found '2', wanted a named argument [template.syntax]"),
        .init(
            "{% macro f(a=1, b) %}{% endmacro %}",
            "1:18: error: found ')', wanted a default value, as the parameter before has one [template.syntax]"),
        .init("{% set true = 1 %}", "1:8: error: found 'true', wanted a name to assign to [template.syntax]"),
        .init("{{ x[1:2:3:4] }}", "1:11: error: found ':', wanted ']' [template.syntax]"),
        .init("{{ '\\x4' }}", "1:6: error: found '\\x4', wanted 2 hex digits [template.syntax]"),
        .init("{{ '\\ud800' }}", "1:6: error: found 'd800', wanted the code of a character [template.syntax]"),
        .init(
            "{{ 99999999999999999999 }}",
            "1:4: error: found '99999999999999999999', wanted an integer of 64 bits [template.syntax]"),
        .init(
            "{% call x %}{% endcall %}", "1:9: error: found an expression, wanted the call of a macro [template.syntax]"
        ),
        .init("{{ 'a", "1:4: error: a string is never closed; add \"'\" [template.unclosed]"),
        .init("{{ [1", "1:4: error: '[' is never closed; add ']' [template.unclosed]"),
        .init("\n {{ 1", "2:2: error: '{{' is never closed; add '}}' [template.unclosed]"),
        .init("{# x", "1:1: error: '{#' is never closed; add '#}' [template.unclosed]"),
        .init("{% raw %}x", "1:1: error: '{% raw %}' is never closed; add '{% endraw %}' [template.unclosed]"),
        .init("{% for x in y %}", "1:1: error: '{% for %}' is never closed; add '{% endfor %}' [template.unclosed]"),
        .init("{% nope %}", "1:1: error: unknown tag 'nope' [template.unknown-tag]"),
        .init(
            "{% include 'x' %}",
            "1:1: error: the tag 'include' is not supported in a chat template [template.unsupported]"),
        .init(
            "{% for x in y recursive %}{% endfor %}",
            "1:15: error: a recursive loop is not supported in a chat template [template.unsupported]"),
        // Names that are not there
        .init("{{ 1 | nope }}", "1:6: error: unknown filter 'nope' [template.unknown-filter]"),
        .init("{{ 1 is nope }}", "1:6: error: unknown test 'nope' [template.unknown-test]"),
        .init(
            "{{ [1] | random }}",
            "1:8: error: the filter 'random' is not supported in a chat template [template.unsupported]"),
        .init("{{ nothing.x }}", "1:11: error: 'nothing' is undefined [template.undefined]"),
        .init("{{ {'a': 1}.b.c }}", "1:14: error: a dict has no attribute 'b' [template.undefined]"),
        .init("{{ [1][3] + 1 }}", "1:11: error: a list has no item 3 [template.undefined]"),
        .init("{{ [] | first + 'a' }}", "1:15: error: the sequence has no first element [template.undefined]"),
        .init(
            "{{ ('a' if false) + 'b' }}", "1:19: error: the inline 'if' is false and has no 'else' [template.undefined]"
        ),
        // Types and arguments
        .init("{{ 'a' + 1 }}", "1:8: error: '+' doesn't take a str and an int [template.type]"),
        .init("{{ 1 < 'a' }}", "1:6: error: an int and a str have no order [template.type]"),
        .init("{% for x in 5 %}{% endfor %}", "1:1: error: an int can't be looped over [template.type]"),
        .init("{{ 1() }}", "1:5: error: an int can't be called [template.type]"),
        .init("{{ 5 | length }}", "1:6: error: an int has no length [template.type]"),
        .init("{{ {[1]: 2} }}", "1:5: error: a list can't be the key of a dictionary [template.type]"),
        .init("{% set a, b = [1] %}", "1:1: error: found 1 values to unpack, wanted 2 [template.type]"),
        .init(
            "{% set d = {} %}\n{% set d.a = 1 %}",
            "2:1: error: 'd' is no namespace; only attributes of a namespace can be set [template.type]"),
        .init("{{ nothing | tojson }}", "1:12: error: 'tojson' doesn't take a value of type undefined [template.type]"),
        .init("{{ 'a' | replace('b') }}", "1:8: error: 'replace' needs 'new' [template.argument]"),
        .init(
            "{{ 'a'.upper(1, 2).split(',', 1, 2) }}",
            "1:25: error: 'split' takes 2 arguments at most, found 3 [template.argument]"),
        .init(
            "{% macro f(a) %}{% endmacro %}{{ f(1, 2) }}",
            "1:35: error: 'f' takes 1 argument at most, found 2 [template.argument]"),
        .init("{{ [1] | sort(by=1) }}", "1:8: error: 'sort' has no parameter 'by' [template.argument]"),
        .init("{{ 'a'.split('') }}", "1:13: error: the separator is empty [template.argument]"),
        .init("{{ 'abc'[::0] }}", "1:9: error: the step of a slice is zero [template.argument]"),
        .init("{{ strftime_now('%Y') }}", "1:16: error: 'strftime_now' has no clock to read [template.argument]"),
        .init(
            "{{ [1].append(2) }}",
            "1:14: error: 'append' would change a list, and the values of a template never change; make a new one, as in "
                + "'a + [b]' [template.mutation]"),
        .init(
            "{{ {}.update(a=2) }}",
            "1:13: error: 'update' would change a dict, and the values of a template never change; make a new one, as in "
                + "'dict(a, key=b)' [template.mutation]"),
        .init("{{ 1 // 0 }}", "1:6: error: division by zero [template.arithmetic]"),
        .init("{{ 2 ** 64 }}", "1:6: error: the result does not fit into 64 bits [template.arithmetic]"),
        // Refusal
        .init(
            "{{ raise_exception('system role not supported') }}",
            "1:19: error: the template refuses this conversation: system role not supported [template.raised]"),
    ]
}

@Suite struct TemplateErrorTests {
    @Test(arguments: BadTemplate.all)
    func `a bad template ends with a located message`(_ bad: BadTemplate) {
        let context = TemplateContext(messages: [ChatMessage](), addGenerationPrompt: false)
        let error = #expect(throws: TemplateError.self) { try ChatTemplate(source: bad.source).render(context) }
        #expect(error?.description == "template:" + bad.message)
    }

    @Test func `a refusal is a kind of its own and carries the template's words`() {
        let context = TemplateContext(messages: [ChatMessage(role: "user", content: "x")])
        let error = #expect(throws: TemplateError.self) {
            try ChatTemplate(source: "{{ raise_exception('no ' + messages[0].content) }}").render(context)
        }
        #expect(error?.kind == .raised(message: "no x"))
    }
}
