// What the builder of dynamic instructions makes of each kind of statement.

import FoundationModels
import Testing

@Suite struct DynamicInstructionsTests {
    private struct Text: DynamicInstructions {
        let text: String

        var body: some DynamicInstructions { Instructions(text) }
    }

    private struct Branches: DynamicInstructions {
        var flag: Bool
        var mode: Mode

        var body: some DynamicInstructions {
            Instructions {
                "a"
                "b"
            }
            NamedTool(name: "first")
            if flag { Text(text: "flagged") }
            if flag {
                NamedTool(name: "yes")
            } else {
                Text(text: "no")
                NamedTool(name: "no")
            }
            switch mode {
            case .draft: Text(text: "draft")
            case .review: [NamedTool(name: "rule"), OtherTool(name: "law")] as [any Tool]
            case .idle: EmptyDynamicInstructions()
            }
            if #available(macOS 15, *) { NamedTool(name: "last") }
        }
    }

    @Test(
        "every kind of statement adds its part, in the order of the body",
        arguments: [
            (true, Mode.draft, "a\nb | flagged | draft | [first yes last]"),
            (true, .review, "a\nb | flagged | [first yes rule law last]"),
            (false, .idle, "a\nb | no | [first no last]"),
        ])
    func branches(flag: Bool, mode: Mode, summary: String) {
        #expect(resolve(instructions: Branches(flag: flag, mode: mode)).summary == summary)
    }

    private struct Nothing: DynamicInstructions {
        var body: some DynamicInstructions {}
    }

    @Test("a body of nothing is neither instructions nor tools")
    func nothing() {
        let resolved = resolve(instructions: Nothing())
        #expect(resolved.summary == "[]")
        #expect(resolved.joinedInstructions == nil)
    }

    @Test("empty instructions are none")
    func emptyInstructions() {
        #expect(resolve(instructions: Instructions {}).instructions.isEmpty)
    }

    private struct Listed: Identifiable {
        let id: Int
        let name: String
    }

    private struct Loops: DynamicInstructions {
        let names: [String]
        let listed: [Listed]

        var body: some DynamicInstructions {
            ForEach(names, id: \.self) { name in
                Instructions("about \(name)")
                NamedTool(name: name)
            }
            ForEach(listed) { Text(text: $0.name) }
        }
    }

    @Test("ForEach adds its content for each element once, in order")
    func loops() {
        let loops = Loops(
            names: ["a", "b", "a"],
            listed: [Listed(id: 2, name: "two"), Listed(id: 1, name: "one"), Listed(id: 2, name: "2")])
        #expect(resolve(instructions: loops).summary == "about a | about b | two | one | [a b]")
    }

    @Test("the types that the builder makes can be made by hand")
    func byHand() {
        let conditional = ConditionalDynamicInstructions<Text, Instructions>(.falseContent(Instructions("false")))
        let optional: Text? = Text(text: "some")
        let tuple = TupleDynamicInstructions(
            AnyDynamicInstructions(conditional), optional, Text?.none,
            AnyDynamicInstructions(erasing: Text(text: "any")))
        #expect(resolve(instructions: tuple).summary == "false | some | any | []")
    }

    private struct Repeated: DynamicInstructions {
        var body: some DynamicInstructions {
            NamedTool(name: "find")
            NamedTool(name: "find")
            OtherTool(name: "find")
        }
    }

    @Test("a tool named twice is there once; another type of the same name is left for the session to refuse")
    func repeatedTools() {
        #expect(resolve(instructions: Repeated()).tools.map { "\(type(of: $0))" } == ["NamedTool", "OtherTool"])
    }

    private final class Switch: @unchecked Sendable {
        var isOn = false
    }

    private struct Switched: DynamicInstructions {
        let control: Switch

        var body: some DynamicInstructions {
            Instructions("always")
            if control.isOn { NamedTool(name: "on") }
        }
    }

    @Test("a body is evaluated anew each time")
    func evaluatedAnew() {
        let control = Switch()
        let evaluator = ProfileEvaluator(dynamicInstructions: Switched(control: control))
        let values = SessionPropertyValues()
        #expect(evaluator.resolve(in: values).summary == "always | []")
        control.isOn = true
        #expect(evaluator.resolve(in: values).summary == "always | [on]")
    }

    @Test("what a request began with can be handed on to another session")
    func rootInstructions() {
        let values = SessionPropertyValues()
        #expect(resolve(instructions: AnyDynamicInstructions(values.rootDynamicInstructions)).summary == "[]")
        let first = ProfileEvaluator(dynamicInstructions: Branches(flag: false, mode: .idle)).resolve(in: values)
        let second = resolve(instructions: AnyDynamicInstructions(values.rootDynamicInstructions))
        #expect(second.summary == first.summary)
    }
}
