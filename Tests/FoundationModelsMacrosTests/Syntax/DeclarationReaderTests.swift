// Declarations read from source: which properties and cases they have.

import Testing

@testable import FoundationModelsMacros

@Suite("DeclarationReader")
struct DeclarationReaderTests {
    @Test(
        "Stored properties with a type are kept, everything else is stepped over",
        arguments: [
            ("let a: Int", ["a: Int"]),
            ("var a: Int; var b: String", ["a: Int", "b: String"]),
            ("var a, b: Int", ["a: Int", "b: Int"]),
            ("var a: Int, b: String = \"x\", c: Bool?", ["a: Int", "b: String", "c: Bool?"]),
            ("let a: Int = 3\nvar b: Int", ["b: Int"]),
            ("let a = 3\nvar b: Int", ["b: Int"]),
            ("static var a = 3\nstatic let b: Int = 1", []),
            ("lazy var a = 3", []),
            ("class var a: Int { 1 }", []),
            ("var a: Int { 1 }\nvar b: Int { get { 1 } set {} }\nvar c: Int { get async throws { 1 } }", []),
            ("var a: Int { didSet {} }\nvar b: Int = 1 { willSet(x) {} }", ["a: Int", "b: Int"]),
            ("var a: Int = 5\n{ didSet {} }\nvar b: Int", ["a: Int", "b: Int"]),
            ("private(set) var a: Int\npublic internal(set) var b: Int", ["a: Int", "b: Int"]),
            ("var `class`: Bool\nvar `my name`: Int", ["`class`: Bool", "`my name`: Int"]),
            ("var a: [String: [Int?]] = [\"}\": [1]]", ["a: [String: [Int?]]"]),
            ("var a: (x: Int, y: (Int) -> Void)?\nvar b: Int", ["a: (x: Int, y: (Int) -> Void)?", "b: Int"]),
            ("var a: Array<Dictionary<String, Int>>.Element?", ["a: Array<Dictionary<String, Int>>.Element?"]),
            ("var a: any Sendable & Codable", ["a: any Sendable & Codable"]),
            (
                "var a: @Sendable (Int) async throws(E) -> Int = f\nvar b: Int",
                ["a: @Sendable (Int) async throws(E) -> Int", "b: Int"]
            ),
            ("var a: Int!", ["a: Int!"]),
            ("var a: [3 of Int]", ["a: [3 of Int]"]),
            ("var a: Bool = x\n    ?? false\nvar b: Int", ["a: Bool", "b: Int"]),
            ("var a: Bool = x ??\n    false\nvar b: Int", ["a: Bool", "b: Int"]),
            ("var a: Int? = f()?\n    .g\nvar b: Int", ["a: Int?", "b: Int"]),
            ("var a: Int? = x as Int?\nvar b: Int", ["a: Int?", "b: Int"]),
            ("var a: Int = try\n    f()\nvar b: Int", ["a: Int", "b: Int"]),
            ("var a: Int = if x { 1 } else { 2 }\nvar b: Int", ["a: Int", "b: Int"]),
            ("var a: Int = if x { 1 }\nelse { 2 }\nvar b: Int", ["a: Int", "b: Int"]),
            ("var a: [Int] = [1, 2].map { x in let z: Int = x; return z }\nvar b: Int", ["a: [Int]", "b: Int"]),
            ("var a: P<Int, Int> = P<Int, Int>(), b: Int", ["a: P<Int, Int>", "b: Int"]),
            ("var a: Bool = x < y, b: Int", ["a: Bool", "b: Int"]),
            ("var a: String = \"\"\"\n  } \\(\"{\") var no: Int\n  \"\"\"\nvar b: Int", ["a: String", "b: Int"]),
            ("// var no: Int }\n/* var no: Int { */ var a: Int // }", ["a: Int"]),
            ("func m(_ c: () -> Int = { 1 }) -> Int { let z: Int = 3; return z }\nvar a: Int", ["a: Int"]),
            ("static func < (l: Self, r: Self) -> Bool { l.a < r.a }\nvar a: Int", ["a: Int"]),
            ("init(a: Int) { self.a = a }\nsubscript(i: Int) -> Int { i }\nvar a: Int", ["a: Int"]),
            ("struct Inner { var no: Int }\nenum E { case no }\nvar a: Int", ["a: Int"]),
            ("typealias Z<T> = (T) -> Int\nvar a: Z<Int>", ["a: Z<Int>"]),
            ("#warning(\"x }\")\nvar a: Int", ["a: Int"]),
            ("@available(*, deprecated) @MainActor var a: Int", ["a: Int"]),
            ("nonisolated(unsafe) var a: Int", ["a: Int"]),
            ("var a: Regex<Substring> = /}/\nvar b: Int", ["a: Regex<Substring>", "b: Int"]),
            ("var a: Int = -\n 1\nvar b: Int", ["a: Int", "b: Int"]),
            ("var a: A.B.C<D>.E\nvar b: Int", ["a: A.B.C<D>.E", "b: Int"]),
            ("let (a, b) = (1, 2)\nvar c: Int", ["c: Int"]),
        ] as [(String, [String])])
    func properties(members: String, expected: [String]) {
        for source in ["struct S { \(members) }", "public struct S: P, Q.R<Int> {\n\(members)\n}"] {
            let (type, problems) = DeclarationReader.type(SourceSyntax(source: source))
            #expect(type.properties.map { "\($0.name): \($0.type.text)" } == expected)
            #expect(problems == [])
        }
    }

    @Test(
        "Cases are read with their values and raw values",
        arguments: [
            ("case a", ["a"]),
            ("case a, b", ["a", "b"]),
            ("case a = \"x\", b", ["a = \"x\"", "b"]),
            ("case a = -1\ncase b = 2", ["a = -1", "b = 2"]),
            ("case a(Int), b", ["a(_: Int)", "b"]),
            (
                "case a(x: Int, _ y: [String: Int] = [:], z w: (Int) -> Void)",
                ["a(x: Int, _: [String: Int], z: (Int) -> Void)"]
            ),
            ("indirect case a(E)\nvar x: Int { 1 }", ["a(_: E)"]),
            ("case `default`, `self`(`in`: Int)", ["`default`", "`self`(`in`: Int)"]),
            ("@available(*, deprecated) case a\nfunc f() { switch self { case .a: break } }", ["a"]),
            ("case a(\n  x: Int, // the }\n  y: Int\n)", ["a(x: Int, y: Int)"]),
        ] as [(String, [String])])
    func cases(members: String, expected: [String]) {
        let (type, problems) = DeclarationReader.type(SourceSyntax(source: "enum E: String { \(members) }"))
        #expect(problems == [])
        let found = type.cases.map { item in
            let values = item.values.map { "\($0.label ?? "_"): \($0.type.text)" }.joined(separator: ", ")
            return item.name + (values.isEmpty ? "" : "(\(values))") + (item.rawValue.map { " = \($0)" } ?? "")
        }
        #expect(found == expected)
    }

    @Test("The head tells access, generic parameters and what is inherited")
    func head() {
        let source =
            "/// A {\n@Generable(description: \"}\") public final indirect enum E<T: P>: A, B<C> where T: Q { case a }"
        let (type, problems) = DeclarationReader.type(SourceSyntax(source: source))
        #expect(problems == [])
        #expect(type.access == "public" && type.keyword == "enum" && type.name == "E")
        #expect(type.modifiers == ["public", "final", "indirect"])
        #expect(type.genericParameters.map { String(decoding: Array(source.utf8)[$0], as: UTF8.self) } == "<T: P>")
        #expect(type.inherited == ["A", "B<C>"])
    }

    @Test("Attributes under a condition are read, whatever the condition is")
    func conditionalAttributes() {
        let source = "@A\n#if X && os(Linux)\n@B(1)\n#else\n@C\n#endif\npublic struct S { var a: Int }"
        let (type, problems) = DeclarationReader.type(SourceSyntax(source: source))
        #expect(problems == [])
        #expect(type.attributes.map(\.name) == ["A", "B", "C"])
        #expect(type.name == "S" && type.access == "public" && type.properties.map(\.name) == ["a"])
    }

    @Test("Arguments are cut at the outer commas, and a member or a regex literal is known as such")
    func arguments() throws {
        var reader = DeclarationReader(
            SourceSyntax(
                source: #"@Guide(description: "a, (b)", .range(1...f(2, 3)), /a,b\/(c)"/, .anyOf(x) + y, .all)"#))
        let attribute = try #require(try reader.attributes().first)
        #expect(attribute.name == "Guide")
        #expect(
            attribute.arguments.map(\.text)
                == [#""a, (b)""#, ".range(1...f(2, 3))", #"/a,b\/(c)"/"#, ".anyOf(x) + y", ".all"])
        #expect(attribute.arguments.map(\.label) == ["description", nil, nil, nil, nil])
        #expect(attribute.arguments.map(\.memberName) == [nil, "range", nil, nil, "all"])
        #expect(attribute.arguments.map(\.isRegex) == [false, false, true, false, false])
    }

    @Test("Any beginning of a declaration is read without a trap")
    func prefixes() {
        let source = Array(
            #"@A(b: 1, .c) public struct S<T>: P where T: Q { @G(/x/) var a, b: [Int: (x) -> Y]? = f { $0 } { didSet {} }; case c(d: E = 1) = "x""#
                .utf8)
        for count in 0...source.count {
            let text = String(decoding: source.prefix(count), as: UTF8.self)
            _ = DeclarationReader.type(SourceSyntax(source: text))
            _ = DeclarationReader.type(SourceSyntax(source: text.replacing("struct S", with: "enum S")))
            _ = try? DeclarationReader.variable(SourceSyntax(source: text))
        }
    }
}
