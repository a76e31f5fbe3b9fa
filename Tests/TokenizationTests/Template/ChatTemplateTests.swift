// The chat template as others use it: the clock, the plain template, mutated templates, and the table of cases against
// the Jinja2 of this machine.

import Foundation
import TestSupport
import Testing

@testable import Tokenization

@Suite struct ChatTemplateTests {
    @Test func `variables are those of Hugging Face's apply_chat_template`() throws {
        let source =
            "{{ messages | length }} {{ tools }} {{ documents }} {{ add_generation_prompt }} {{ bos_token is defined }} {{ x }}"
        let context = TemplateContext(messages: [ChatMessage(role: "user", content: "")], extra: ["x": .integer(3)])
        #expect(try ChatTemplate(source: source).render(context).text == "1 None None True False 3")
    }

    @Test func `a template renders the same again`() throws {
        let source = "{% set n = namespace(x=1) %}{% macro f() %}{{ n.x }}{% endmacro %}{% set n.x = 2 %}{{ f() }}"
        let template = try ChatTemplate(source: source)
        let context = TemplateContext(messages: [ChatMessage]())
        #expect(try template.render(context).text == "2")
        #expect(try template.render(context) == template.render(context))
    }

    // MARK: The clock

    @Test(arguments: [
        (0, "1970-01-01 00:00:00 Thursday 001"), (951_782_400, "2000-02-29 00:00:00 Tuesday 060"),
        (1_720_083_907, "2024-07-04 09:05:07 Thursday 186"), (-1, "1969-12-31 23:59:59 Wednesday 365"),
        (4_107_542_399, "2100-02-28 23:59:59 Sunday 059"), (1_735_689_599, "2024-12-31 23:59:59 Tuesday 366"),
    ])
    func `the clock counts from 1970`(seconds: Int, expected: String) throws {
        let context = TemplateContext(messages: [ChatMessage](), now: CivilDate(secondsSince1970: seconds))
        let template = try ChatTemplate(source: "{{ strftime_now('%F %T %A %j') }}")
        #expect(try template.render(context).text == expected)
    }

    @Test func `a dash leaves out the padding of a time format`() throws {
        let context = TemplateContext(messages: [ChatMessage](), now: CivilDate(year: 2024, month: 7, day: 4))
        let template = try ChatTemplate(source: "{{ strftime_now('%-d.%-m. %-H') }}")
        #expect(try template.render(context).text == "4.7. 0")
    }

    @Test func `a clock that is not there is not defined`() throws {
        let template = try ChatTemplate(
            source: "{{ strftime_now('%Y') if strftime_now is defined else 'once' }}{{ range is defined }}")
        #expect(try template.render(TemplateContext(messages: [ChatMessage]())).text == "onceTrue")
        let now = CivilDate(year: 2024, month: 7, day: 4)
        #expect(try template.render(TemplateContext(messages: [ChatMessage](), now: now)).text == "2024True")
    }

    // MARK: The plain template

    private static func plain(_ messages: [(String, String)], beginningOfText: String? = "<bos>") throws -> String {
        let context = TemplateContext(
            messages: messages.map { ChatMessage(role: $0.0, content: $0.1) }, beginningOfText: beginningOfText)
        return try ChatTemplate.plain().render(context).text
    }

    @Test func `the plain template shows a single question as it is`() throws {
        #expect(try Self.plain([("user", " Once upon ")]) == "<bos>Once upon")
        #expect(try Self.plain([("system", "Be terse."), ("user", "Hi")], beginningOfText: nil) == "Be terse.\n\nHi")
        #expect(try Self.plain([]) == "<bos>")
    }

    @Test func `the plain template tells the turns of a dialogue apart`() throws {
        let text = try Self.plain([("system", "Be terse."), ("user", "A"), ("assistant", "B"), ("user", "C")])
        #expect(text == "<bos>Be terse.\n\nUser: A\n\nAssistant: B\n\nUser: C\n\nAssistant:")
    }

    // MARK: Robustness

    /// A small generator with a fixed start, so that a failure can be had again.
    private struct SplitMix64: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let fragments = [
        "{{", "}}", "{%", "%}", "{#", "#}", "-", "+", "'", "\"", "\\", "(", ")", "[", "]", "{", "}", "|", ".", ",", ":",
        "~",
        " if ", " else ", " for ", " in ", " is ", " not ", "{% endif %}", "{% endfor %}", "{% break %}", "loop",
        "messages",
        "99999999999", "-1", "*", "**", "//", "%", "none", "{% raw %}", "\u{0}", "é", "🎈", "\r\n", "caller()", "ns.x",
    ]

    private static func mutated(_ source: String, using generator: inout SplitMix64) -> String {
        var scalars = Array(source.unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...scalars.count, using: &generator)
            let end = min(scalars.count, place + Int.random(in: 0...6, using: &generator))
            let fragment = fragments.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0...2, using: &generator) {
            case 0: scalars.removeSubrange(place..<end)
            case 1: scalars.insert(contentsOf: fragment.unicodeScalars, at: place)
            default: scalars.replaceSubrange(place..<end, with: fragment.unicodeScalars)
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    @Test func `mutated templates end with a prompt or an error`() throws {
        var generator = SplitMix64(state: 20_240_704)
        let cases = TemplateCase.all.filter { $0.name != "range too long" }
        try #require(!cases.isEmpty)
        var outcomes = (prompts: 0, errors: 0)
        for round in 0..<4_000 {
            let templateCase = cases[round % cases.count]
            let source = Self.mutated(templateCase.source, using: &generator)
            do throws(TemplateError) {
                let segments = try ChatTemplate(source: source).render(
                    TemplateContext(arguments: templateCase.arguments))
                outcomes.prompts += 1
                #expect(segments.allSatisfy { !$0.text.isEmpty })
            } catch {
                outcomes.errors += 1
                #expect(error.position.line >= 1 && error.position.column >= 1)
            }
        }
        #expect(outcomes.prompts > 400 && outcomes.errors > 400)
    }

    // MARK: Jinja2

    /// Runs the script beside the table; nil where there is no Python with Jinja2.
    private static func checkCases(_ arguments: [String]) -> Int32? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static let hasJinja = checkCases(["-c", "import jinja2; assert jinja2.__version__.startswith('3.1')"]) == 0

    @Test(.enabled(if: hasJinja, "no python3 with Jinja2 3.1 on this machine"))
    func `the table of cases is what Jinja2 makes of it`() {
        let script = TemplateCase.folder.appending(path: "template_cases.py").path
        #expect(Self.checkCases([script, "--check"]) == 0)
    }
}
