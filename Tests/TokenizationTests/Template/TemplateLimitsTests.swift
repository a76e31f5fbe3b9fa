// Hostile templates and arguments end with an error: none crashes, hangs or fills the memory.

import Testing

@testable import Tokenization

@Suite struct TemplateLimitsTests {
    /// The standard limits, but for less work, so that the tests are quick.
    private static let limits = TemplateLimits(steps: 60_000, textLength: 60_000)

    private static func error(of source: String) -> TemplateError? {
        let context = TemplateContext(messages: [ChatMessage](), addGenerationPrompt: false)
        do throws(TemplateError) {
            _ = try ChatTemplate(source: source).render(context, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    /// `count` copies of `open`, then `middle`, then as many of `close`.
    private static func nest(_ open: String, _ middle: String, _ close: String, count: Int) -> String {
        String(repeating: open, count: count) + middle + String(repeating: close, count: count)
    }

    private static let nestings: [(open: String, middle: String, close: String)] = [
        ("(", "1", ")"), ("[", "1", "]"), ("{1: ", "1", "}"), ("not ", "1", ""), ("- ", "1", ""), ("x[", "1", "]"),
        ("f(", "1", ")"), ("x | d(", "1", ")"), ("1 if 1 else ", "1", ""), ("x[1:", "1", "]"),
    ]

    @Test(arguments: nestings)
    func `deep nesting of expressions is refused`(_ nesting: (open: String, middle: String, close: String)) {
        let inner = Self.nest(nesting.open, nesting.middle, nesting.close, count: 20_000)
        let error = Self.error(of: "{{ " + inner + " }}")
        #expect(error?.kind == .tooDeep(limit: Self.limits.sourceDepth))
    }

    @Test(arguments: [
        ("{% if 1 %}", "{% endif %}"), ("{% for x in y %}", "{% endfor %}"), ("{% macro f() %}", "{% endmacro %}"),
        ("{% set x %}", "{% endset %}"), ("{% with %}", "{% endwith %}"), ("{% generation %}", "{% endgeneration %}"),
        ("{% filter upper %}", "{% endfilter %}"), ("{% call f() %}", "{% endcall %}"),
    ])
    func `deep nesting of blocks is refused`(open: String, close: String) {
        let error = Self.error(of: Self.nest(open, "x", close, count: 20_000))
        #expect(error?.kind == .tooDeep(limit: Self.limits.sourceDepth))
    }

    @Test func `nesting up to the limit works`() throws {
        let source = "{{ " + Self.nest("(", "1", ")", count: Self.limits.sourceDepth - 4) + " }}"
        let context = TemplateContext(messages: [ChatMessage]())
        #expect(try ChatTemplate(source: source).render(context).text == "1")
    }

    @Test func `long chains are no nesting`() throws {
        let context = TemplateContext(messages: [ChatMessage]())
        let sum = "{{ 0" + String(repeating: " + 1", count: 5_000) + " }}"
        #expect(try ChatTemplate(source: sum).render(context).text == "5000")
        let trims = "{{ 'a'" + String(repeating: " | trim", count: 5_000) + " }}"
        #expect(try ChatTemplate(source: trims).render(context).text == "a")
        let branches = "{% if 0 %}" + String(repeating: "{% elif 0 %}", count: 5_000) + "{% else %}x{% endif %}"
        #expect(try ChatTemplate(source: branches).render(context).text == "x")
    }

    @Test func `a macro that calls itself without end is refused`() {
        let error = Self.error(of: "{% macro f(n) %}{{ f(n + 1) }}{% endmacro %}{{ f(1) }}")
        #expect(error?.kind == .tooDeep(limit: Self.limits.callDepth))
    }

    @Test func `values that nest deeper and deeper are refused`() {
        let source = "{% set n = namespace(x=[]) %}{% for i in range(1000) %}{% set n.x = [n.x] %}{% endfor %}"
        #expect(Self.error(of: source)?.kind == .tooDeep(limit: Self.limits.valueDepth))
    }

    @Test func `arguments that nest too deeply are refused`() {
        var value = TemplateValue.none
        for _ in 0..<500 { value = .list([value]) }
        let context = TemplateContext(messages: .list([]), tools: value)
        let error = #expect(throws: TemplateError.self) { try ChatTemplate(source: "x").render(context) }
        #expect(error?.kind == .tooDeep(limit: Self.limits.valueDepth))
    }

    @Test(arguments: [
        "{{ 'a' * 9223372036854775807 }}", "{{ 'ab' * 9223372036854775807 }}", "{{ [1] * 5000000 }}",
        "{{ 'a'.center(9223372036854775807) }}", "{{ ('a' * 3000).replace('', 'a' * 3000) }}",
        "{{ ('a' * 1000) | list | join('b' * 5000) }}", "{% for i in range(200) %}{{ 'a' * 3000 }}{% endfor %}",
        "{% set n = namespace(x='a') %}{% for i in range(100) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
    ])
    func `texts that grow without bound are refused`(source: String) {
        #expect(Self.error(of: source)?.kind == .tooLong(limit: Self.limits.textLength))
    }

    @Test(arguments: [
        "{% for i in range(1000) %}{% set x = 'a' * 60000 %}{% endfor %}",
        "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x == n.x }}",
    ])
    func `work without bound is refused`(source: String) {
        #expect(Self.error(of: source)?.kind == .tooMuchWork(limit: Self.limits.steps))
    }

    @Test func `shared lists that print exponentially are refused`() {
        let source = "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}"
        #expect(Self.error(of: source + "{{ n.x }}")?.kind == .tooLong(limit: Self.limits.textLength))
        #expect(Self.error(of: source + "{{ n.x | tojson }}")?.kind == .tooLong(limit: Self.limits.textLength))
    }

    @Test func `a range has the sandbox's bound`() {
        let limit = Self.limits.rangeLength
        #expect(Self.error(of: "{{ range(\(limit)) | length }}") == nil)
        #expect(Self.error(of: "{{ range(\(limit) + 1) }}")?.kind == .rangeTooLong(limit: limit))
        #expect(
            Self.error(of: "{{ range(-9223372036854775807, 9223372036854775807) }}")?.kind
                == .rangeTooLong(limit: limit))
    }

    @Test(arguments: [
        "{{ -9223372036854775807 - 2 }}", "{{ 9223372036854775807 + 1 }}", "{{ 3037000500 * 3037000500 }}",
        "{{ (-9223372036854775807 - 1) // -1 }}", "{{ -(-9223372036854775807 - 1) }}",
        "{{ (-9223372036854775807 - 1) | abs }}", "{{ 10 ** 19 }}",
    ])
    func `integers beyond 64 bits are refused`(source: String) {
        #expect(Self.error(of: source)?.kind == .overflow)
    }

    @Test(arguments: [
        "{{ 'abc'[9223372036854775807:-9223372036854775807:-9223372036854775807] }}",
        "{{ 'abc'[-9223372036854775807] }}",
        "{{ (-9223372036854775807 - 1) % -1 }}", "{{ 1e308 * 10 | int }}", "{{ (1e308 * 10) | round }}",
        "{{ 'abc'.find('c', -9223372036854775807) }}", "{{ 'abc'.center(-9223372036854775807) }}",
        "{{ 'x' | indent(-1) }}", "{{ '%99999999999d' | format(1) }}", "{{ '%' | format }}", "{{ '{' | format }}",
        "{{ 1.5 | round(99999) }}", "{{ [1] | batch(0) | list }}", "{{ cycler() }}", "{{ 'a' | int(base=99) }}",
        "{{ [3] | tojson(indent=-5) }}", "{{ loop }}{{ loop.index }}", "{{ 'a'.split(none, -5) }}", "{{ '(' % () }}",
        "{{ '%(a' | format }}", "{{ '%(a)' | format(a=1) }}", "{{ ''.zfill(3) }}{{ ''.center(0) }}",
    ])
    func `odd numbers and formats never trap`(source: String) {
        _ = Self.error(of: source)
    }
}
