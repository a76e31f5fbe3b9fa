// What `@Generable` and `@Guide` refuse: whole messages, at the bytes that are marked `«…»`.

import Testing

@testable import FoundationModelsMacros

@Suite("Generable diagnostics")
struct GenerableDiagnosticsTests {
    private static let untyped = "a property of a '@Generable' type needs its type written out: "
    private static let wrapper = "a property of a '@Generable' type can't have the property wrapper or macro "
    private static let dictionary = "a dictionary can't be generated; use an array of a '@Generable' struct"
    private static let tuple = "a tuple can't be generated; use a '@Generable' struct"
    private static let ofString = "doesn't apply to 'String'; it takes 'constant', 'anyOf' or 'pattern'"
    private static let ofInt = "doesn't apply to 'Int'; it takes 'minimum', 'maximum' or 'range'"
    private static let ofArray =
        "doesn't apply to '[Int]'; it takes 'minimumCount', 'maximumCount', 'count' or 'element'"
    private static let notUnderstood = "'@Generable' doesn't understand this member"

    private static func condition(_ word: String) -> String {
        "'#\(word)' inside a '@Generable' type is not supported; put the whole type under the condition"
    }

    @Test(
        "Each problem of a declaration is told at its place",
        arguments: [
            // Kinds of types.
            ("«@Generable» class A {}", ["'@Generable' can only be used on structs and enums."]),
            (
                "«@Generable(description: \"é\")» final class A { var a: Int = 1 }",
                ["'@Generable' can only be used on structs and enums."]
            ),
            ("«@Generable» actor A {}", ["'@Generable' can only be used on structs and enums."]),
            ("«@Generable» protocol A {}", ["'@Generable' can only be used on structs and enums."]),
            ("«@Generable» extension A {}", ["'@Generable' can only be used on structs and enums."]),
            (
                "@Generable struct A«<T>» { var a: Int }",
                ["'@Generable' can't be used on a generic type: its schema would need one name for many types"]
            ),
            (
                "@Generable public enum A«<T: P, U>» where T: Q { case a(T) }",
                ["'@Generable' can't be used on a generic type: its schema would need one name for many types"]
            ),
            ("@Generable enum «A» {}", ["a '@Generable' enum needs at least one case"]),
            ("@Generable enum «A»: String { var x: Int { 1 } }", ["a '@Generable' enum needs at least one case"]),
            // Properties.
            ("@Generable struct A { var «a» = 5 }", [untyped + "'a: <#type#>'"]),
            ("/* é */ @Generable struct A {\n // é\n var «é» = 5\n}", [untyped + "'é: <#type#>'"]),
            (
                "@Generable struct A { var «a» = 5, b: Int; var «`in`» = f() }",
                [untyped + "'a: <#type#>'", untyped + "'`in`: <#type#>'"]
            ),
            ("@Generable struct A { var «a», «b» = 5 }", [untyped + "'a: <#type#>'", untyped + "'b: <#type#>'"]),
            (
                "@Generable struct A { var «(»a, b): (Int, Int) }",
                ["a property of a '@Generable' type can't be a tuple pattern"]
            ),
            ("@Generable struct A { «@State» var a: Int }", [wrapper + "'@State'"]),
            (
                "@Generable struct A { @available(*, deprecated) «@UI.Clamped(1...2, by: \"}\")» var a: Int }",
                [wrapper + "'@UI.Clamped'"]
            ),
            ("@Generable struct A { «@Published<Int>» var a: Int }", [wrapper + "'@Published'"]),
            ("@Generable struct A { var a: «[String: Int]» }", [dictionary]),
            ("@Generable struct A { var a: «[[Int]: [Int]]?» = nil }", [dictionary]),
            ("@Generable struct A { var a: «(Int, String)» }", [tuple]),
            ("@Generable struct A { var a: «(x: Int, y: [Int: Int])?» }", [tuple]),
            ("@Generable struct A { var a: «(Int) -> Void» }", ["a function can't be generated"]),
            ("@Generable struct A { let a: «any P» }", ["'any P' can't be generated: it names no type"]),
            ("@Generable struct A { var a: «some P» }", ["'some P' can't be generated: it names no type"]),
            (
                "@Generable struct A { var id: «GenerationID» }",
                ["'GenerationID' can't be generated; 'PartiallyGenerated' has an 'id' of its own"]
            ),
            // Members that can't be read.
            ("@Generable struct A {\n «#if» X\n var a: Int\n #endif\n}", [condition("if")]),
            ("@Generable enum A { case a; «#if» os(Linux)\n case b\n #endif }", [condition("if")]),
            ("@Generable struct A { var «x» = 1; «#if» X\n #endif }", [untyped + "'x: <#type#>'", condition("if")]),
            ("@Generable struct A { «5» }", [notUnderstood]),
            ("@Generable struct A { «import» B }", [notUnderstood]),
            // Guides.
            (
                "@Generable struct A { @Guide(description: \"é\", «.range(1...5)») var a: String }",
                ["guide 'range' \(ofString)"]
            ),
            ("@Generable struct A { @Guide(«.count(3)») var a: String? }", ["guide 'count' \(ofString)"]),
            ("@Generable struct A { @Guide(«.anyOf([\"x\"])», .minimum(1)) var a: Int }", ["guide 'anyOf' \(ofInt)"]),
            (
                "@Generable struct A { @Guide(«.constant(\"x\")») @Guide(«.count(1)») var a: Optional<Int> }",
                ["guide 'constant' \(ofInt)", "guide 'count' \(ofInt)"]
            ),
            (
                "@Generable struct A { @Guide(description: \"x\", «/a,b)/») var a: Int }".replacing(
                    "a,b)", with: "a,b"), ["a regex guide \(ofInt)"]
            ),
            (
                "@Generable struct A { @Guide(«#/a\"(/)/#») var a: Int }".replacing("(/)", with: "/"),
                ["a regex guide \(ofInt)"]
            ),
            ("@Generable struct A { @Guide(«.minimum(1)») var a: [Int] }", ["guide 'minimum' \(ofArray)"]),
            (
                "@Generable struct A { @Guide(«.range(1...2)») var a: Bool }",
                ["guide 'range' doesn't apply to 'Bool', which takes none"]
            ),
            (
                "@Generable struct A { @Guide(description: \"x\") @Guide(«description: \"y\"», .minimum(1)) var a: Int }"
                    .replacing("«description: \"y\"»", with: "description: «\"y\"»"), ["'a' is described twice"]
            ),
            (
                "@Generable struct A { @FoundationModels.Guide(«.count(3)») var a: Swift.String }",
                ["guide 'count' doesn't apply to 'Swift.String'; it takes 'constant', 'anyOf' or 'pattern'"]
            ),
            // Cases.
            (
                "@Generable enum A { case a(type: «String») }",
                ["this value would be generated as 'type', which names the case; label it otherwise"]
            ),
            (
                "@Generable enum A { case a(value1: Int, «Int») }",
                ["this value would be generated as 'value1', which another value has; label it otherwise"]
            ),
            (
                "@Generable enum A { case a(x: Int); case «a»(y: Int) }",
                ["two cases of a '@Generable' enum can't share the name 'a'"]
            ),
            (
                "@Generable enum A { case a(«[Int: Int]», b: «(Int) -> Int») }",
                [dictionary, "a function can't be generated"]
            ),
            // Arguments.
            (
                "@Generable(representNilExplicitlyInGeneratedContent: «flag») struct A {}",
                ["'representNilExplicitlyInGeneratedContent' must be 'true' or 'false'"]
            ),
        ] as [(String, [String])])
    func refused(marked: String, messages: [String]) {
        let source = MarkedSource(marked)
        let found = GenerableExpander(.of(source.text)).expansion().diagnostics
        #expect(found.map { Report($0) } == zip(source.ranges, messages).map { Report($0, $1) })
        #expect(source.ranges.count == messages.count)
        #expect(GenerableExpander(.of(source.text, role: "extension")).expansion().diagnostics == [])
    }

    @Test(
        "These are no problem",
        arguments: [
            "@Generable struct A {}",
            "@Generable struct A { let a = 5; static var b = 1; lazy var c = 2; var d: Int { 1 } }",
            "@Generable struct A { @Guide(.range(1...5)) var a: Mine; @Guide(.anyOf([])) var b: Other.Kind? }",
            "@Generable struct A { @Guide(limits) var a: String; @Guide(.init(x)) var b: Int }",
            "@Generable struct A { @Guide(.count(2)) @Guide(.element(.range(1...2))) var a: Array<Int> }",
            "@Generable struct A { @MainActor @available(*, deprecated) var a: (Int) }",
            "@Generable struct A { var a: [Int?]?; var b: [[String]] }",
            "@Generable private enum A: Int { case a = 1 }",
        ])
    func accepted(source: String) {
        let expansion = GenerableExpander(.of(source)).expansion()
        #expect(expansion.diagnostics == [])
        #expect(expansion.source != "")
    }

    @Test("A wrong guide is left out, and the rest of the type is expanded")
    func objection() {
        let source = "@Generable struct A { @Guide(description: \"d\", .range(1...5), .anyOf([\"x\"])) var a: String }"
        let expansion = GenerableExpander(.of(source)).expansion()
        #expect(expansion.diagnostics.count == 1)
        #expect(expansion.source.contains(".anyOf([\"x\"])") && !expansion.source.contains(".range"))
    }

    @Test("A nested private type is refused, since its extension couldn't see it")
    func privateType() {
        let source = MarkedSource("@Generable private struct «A» { var a: Int }")
        let message =
            "a nested '@Generable' type can't be 'private', since its extension couldn't see it; make it 'fileprivate'"
        let nested = GenerableExpander(.of(source.text, context: ["struct Outer {}"])).expansion()
        #expect(nested.diagnostics.map { Report($0) } == [Report(source.ranges[0], message)])
        #expect(GenerableExpander(.of(source.text)).expansion().diagnostics == [])
    }

    @Test(
        "A type inside a function is left to the compiler, which refuses it",
        arguments: ["func f() ", "init() ", "{ _ in }", "var x: Int ", "@A public func f() "])
    func local(context: String) {
        let request = AttachedRequest.of("@Generable struct A { var a = 5 }", context: ["struct B {}", context])
        #expect(GenerableExpander(request).expansion() == Expansion(source: ""))
    }

    @Test(
        "A guide is refused where it has no place",
        arguments: [
            ("@Guide(description: \"x\") func f() {}", "struct A {}", "'@Guide' can only be used on properties"),
            ("@Guide(description: \"x\") struct B {}", "struct A {}", "'@Guide' can only be used on properties"),
            (
                "@Guide(description: \"x\") case a", "enum A {}",
                "'@Guide' can only be used on properties; describe a case by its name"
            ),
            (
                "@Guide(description: \"x\") static var a: Int = 1", "struct A {}",
                "'@Guide' can only be used on stored properties, and a 'static' property takes no part in generation"
            ),
            (
                "@Guide(description: \"x\") lazy var a: Int = 1", "struct A {}",
                "'@Guide' can only be used on stored properties, and a 'lazy' property takes no part in generation"
            ),
            (
                "@Guide(description: \"x\") var a: Int { 1 }", "struct A {}",
                "'@Guide' can only be used on stored properties, and 'a' is computed"
            ),
            (
                "@Guide(description: \"x\") let a: Int = 1", "struct A {}",
                "'@Guide' has no effect on a constant with a value, which takes no part in generation"
            ),
        ])
    func guide(declaration: String, type: String, message: String) {
        let request = AttachedRequest.of(declaration, role: "peer", context: ["@Generable \(type)"])
        let error = #expect(throws: Diagnostic.self) { try GuideExpander.expand(request) }
        #expect(error.map { Report($0) } == Report(0..<24, message))
    }

    @Test("A guide on a stored property expands to nothing; outside of a generable type it draws a warning")
    func guidePlace() throws {
        let declaration = "@Guide(description: \"x\") var a: Int { didSet {} }"
        for context in [
            ["@Generable struct A {}"], ["@FoundationModels.Generable(description: \"}\") enum A {}", "struct B {}"],
        ] {
            let expansion = try GuideExpander.expand(.of(declaration, role: "peer", context: context))
            #expect(expansion == Expansion(source: ""))
        }
        for context in [["struct A {}"], [], ["struct A {}", "@Generable struct B {}"]] {
            let expansion = try GuideExpander.expand(.of(declaration, role: "peer", context: context))
            #expect(expansion.diagnostics.map(\.severity) == [.warning])
            #expect(expansion.diagnostics.map(\.message) == ["'@Guide' has no effect outside of a '@Generable' type"])
        }
    }
}
