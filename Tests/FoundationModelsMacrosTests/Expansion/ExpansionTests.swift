// What the macros expand to, word for word.

import Testing

@testable import FoundationModelsMacros

@Suite("Expansion")
struct ExpansionTests {
    private func members(_ source: String, context: [String] = []) -> String {
        GenerableExpander(.of(source, context: context)).expansion().source
    }

    private func conversions(_ source: String, context: [String] = []) -> String {
        GenerableExpander(.of(source, role: "extension", context: context)).expansion().source
    }

    @Test("A struct becomes an object with a member for each property")
    func structure() {
        let source = """
            @Generable(description: "a trip") public struct Trip {
                @Guide(description: "where to") public var city: String
                @Guide(.range(1...10)) var days: Int?
                var stops: [Stop]
            }
            """
        #expect(
            members(source) == """
                nonisolated public static var generationSchema: FoundationModels.GenerationSchema {
                let __0 = FoundationModels.GenerationSchema.Property(name: "city", description: "where to", type: String.self)
                #sourceLocation(file: "test.swift", line: 2)
                let __1guides: [FoundationModels.GenerationGuide<Int>] = [
                           .range(1...10)
                ]
                #sourceLocation()
                let __1 = FoundationModels.GenerationSchema.Property(name: "days", type: Int?.self, guides: __1guides)
                #sourceLocation(file: "test.swift", line: 3)
                let __2 =
                               FoundationModels.GenerationSchema.Property(name: "stops", type: [Stop].self)
                #sourceLocation()
                return FoundationModels.GenerationSchema(type: Self.self, description: "a trip", properties: [__0, __1, __2])
                }
                nonisolated public struct PartiallyGenerated: Swift.Identifiable, FoundationModels.ConvertibleFromGeneratedContent {
                public var id: FoundationModels.GenerationID
                public var city: String.PartiallyGenerated?
                var days: Int?.PartiallyGenerated?
                #sourceLocation(file: "test.swift", line: 4)
                var stops: [Stop].PartiallyGenerated?
                #sourceLocation()
                public init(_ content: FoundationModels.GeneratedContent) throws {
                self.id = content.id ?? FoundationModels.GenerationID()
                self.city = try content.value(forProperty: "city")
                self.days = try content.value(forProperty: "days")
                self.stops = try content.value(forProperty: "stops")
                }
                }

                """)
        #expect(
            conversions(source) == """
                extension Trip: nonisolated FoundationModels.Generable {
                nonisolated public init(_ content: FoundationModels.GeneratedContent) throws {
                self.city = try content.value(forProperty: "city")
                self.days = try content.value(forProperty: "days")
                self.stops = try content.value(forProperty: "stops")
                }
                nonisolated public var generatedContent: FoundationModels.GeneratedContent {
                var properties: [(Swift.String, any FoundationModels.ConvertibleToGeneratedContent)] = []
                properties.append(("city", self.city))
                if let value = self.days { properties.append(("days", value)) }
                properties.append(("stops", self.stops))
                return FoundationModels.GeneratedContent(properties: properties, uniquingKeysWith: { _, last in last })
                }
                }
                """)
    }

    @Test("Nil is written where the author asked for it")
    func explicitNil() {
        let source =
            "@Generable(name: \"N\", representNilExplicitlyInGeneratedContent: true) struct A { var `in`: Int? }"
        #expect(conversions(source).contains("GeneratedContent(properties: [\"in\": self.`in`])"))
        #expect(
            members(source).contains(
                "(type: Self.self, name: \"N\", representNilExplicitlyInGeneratedContent: true, properties: [__0])"))
    }

    @Test("A struct without properties has empty content")
    func empty() {
        #expect(conversions("@Generable struct A {}").contains("GeneratedContent(properties: [:])"))
    }

    @Test(
        "An enum without payloads is a list of strings: raw values where they are strings, else names",
        arguments: [
            ("case a, b", #"["a", "b"]"#),
            ("case a = \"x y\", b", #"["x y", "b"]"#),
            ("case `default`, `a b`", #"["default", "a b"]"#),
        ])
    func choice(cases: String, literals: String) {
        #expect(members("@Generable enum A: String, P { \(cases) }").contains("anyOf: \(literals))"))
    }

    @Test(
        "Only strings are taken for raw values",
        arguments: [
            ("Int", "case a = 1, b", #"["a", "b"]"#),
            ("Character", "case a = \"x\", b = \"y\"", #"["a", "b"]"#),
            ("CaseIterable", "case a, b", #"["a", "b"]"#),
            ("Alias", "case a = \"x\", b", #"["x", "b"]"#),
            ("Swift.String", "case a = #\"x\"#, b", ##"[#"x"#, "b"]"##),
        ])
    func rawType(type: String, cases: String, literals: String) {
        #expect(members("@Generable enum A: \(type) { \(cases) }").contains("anyOf: \(literals))"))
    }

    @Test("An enum with payloads becomes a union, told apart by the case's name")
    func union() {
        let source = "@Generable indirect enum A { case rest, say(String), visit(at: Int?, A) }"
        #expect(
            members(source) == """
                nonisolated static var generationSchema: FoundationModels.GenerationSchema {
                return FoundationModels.GenerationSchema(type: Self.self, anyOf: [DiscriminatedRest.self, DiscriminatedSay.self, DiscriminatedVisit.self])
                }
                nonisolated private struct DiscriminatedRest: FoundationModels.Generable {
                static var generationSchema: FoundationModels.GenerationSchema {
                let name: [FoundationModels.GenerationGuide<Swift.String>] = [.constant("rest")]
                let __type = FoundationModels.GenerationSchema.Property(name: "type", type: Swift.String.self, guides: name)
                return FoundationModels.GenerationSchema(type: Self.self, properties: [__type])
                }
                let generatedContent: FoundationModels.GeneratedContent
                init(_ content: FoundationModels.GeneratedContent) { generatedContent = content }
                }
                nonisolated private struct DiscriminatedSay: FoundationModels.Generable {
                static var generationSchema: FoundationModels.GenerationSchema {
                let name: [FoundationModels.GenerationGuide<Swift.String>] = [.constant("say")]
                let __type = FoundationModels.GenerationSchema.Property(name: "type", type: Swift.String.self, guides: name)
                let __0 = FoundationModels.GenerationSchema.Property(name: "value", type: String.self)
                return FoundationModels.GenerationSchema(type: Self.self, properties: [__type, __0])
                }
                let generatedContent: FoundationModels.GeneratedContent
                init(_ content: FoundationModels.GeneratedContent) { generatedContent = content }
                }
                nonisolated private struct DiscriminatedVisit: FoundationModels.Generable {
                static var generationSchema: FoundationModels.GenerationSchema {
                let name: [FoundationModels.GenerationGuide<Swift.String>] = [.constant("visit")]
                let __type = FoundationModels.GenerationSchema.Property(name: "type", type: Swift.String.self, guides: name)
                let __0 = FoundationModels.GenerationSchema.Property(name: "at", type: Int?.self)
                #sourceLocation(file: "test.swift", line: 1)
                let __1 =
                                                                                     FoundationModels.GenerationSchema.Property(name: "value1", type: A.self)
                #sourceLocation()
                return FoundationModels.GenerationSchema(type: Self.self, properties: [__type, __0, __1])
                }
                let generatedContent: FoundationModels.GeneratedContent
                init(_ content: FoundationModels.GeneratedContent) { generatedContent = content }
                }
                nonisolated indirect enum PartiallyGenerated: FoundationModels.ConvertibleFromGeneratedContent {
                case rest
                case say(String.PartiallyGenerated?)
                #sourceLocation(file: "test.swift", line: 1)
                case visit(at: Int?.PartiallyGenerated?, A.PartiallyGenerated?)
                #sourceLocation()
                init(_ content: FoundationModels.GeneratedContent) throws {
                switch try content.__caseName(of: Self.self, forProperty: "type") {
                case "rest": self = .rest
                case "say": self = .say(try content.value(forProperty: "value"))
                case "visit": self = .visit(at: try content.value(forProperty: "at"), try content.value(forProperty: "value1"))
                case let other: throw FoundationModels.GeneratedContent.__unknownCase(other, of: Self.self)
                }
                }
                }

                """)
        #expect(
            conversions(source).contains(
                """
                case .visit(let __0, let __1):
                var properties: [(Swift.String, any FoundationModels.ConvertibleToGeneratedContent)] = []
                properties.append(("type", "visit"))
                if let value = __0 { properties.append(("at", value)) }
                properties.append(("value1", __1))
                """))
    }

    @Test("Cases whose names differ in their first letter's size have shapes of their own")
    func capitals() {
        #expect(
            members("@Generable enum A { case a(Int), A(Int), `a b`(Int) }")
                .contains("[DiscriminatedA.self, DiscriminatedA_.self, `DiscriminatedA b`.self]"))
    }

    @Test(
        "Members are as visible as the type",
        arguments: [
            ("struct A", [], "nonisolated static var"),
            ("public struct A", [], "nonisolated public static var"),
            ("package enum A", [], "nonisolated package static var"),
            ("fileprivate struct A", [], "nonisolated static var"),
            ("struct A", ["public extension B {}"], "nonisolated public static var"),
            ("struct A", ["extension B {}", "public struct C {}"], "nonisolated static var"),
            ("struct A", ["public struct B {}"], "nonisolated static var"),
            ("internal struct A", ["public extension B {}"], "nonisolated static var"),
        ] as [(String, [String], String)])
    func access(head: String, context: [String], expected: String) {
        #expect(
            members(
                "@Generable \(head) { \(head.contains("enum") ? "case" : "let") a }".replacing("let a", with: ""),
                context: context
            ).hasPrefix(expected))
    }

    @Test("A property called id is the identity of the partial form")
    func identity() {
        let source = members("@Generable public struct A { var id: String }")
        #expect(source.contains("public var id: String.PartiallyGenerated?") && !source.contains("GenerationID"))
    }

    @Test(
        "The spelling of optional types survives what is put behind it",
        arguments: [
            ("Int?", "Int?.PartiallyGenerated?", "Int?.self"),
            ("Int!", "Int?.PartiallyGenerated?", "Int?.self"),
            ("Optional<[Int]>", "[Int]?.PartiallyGenerated?", "[Int]?.self"),
            ("A & B", "(A & B).PartiallyGenerated?", "(A & B).self"),
            ("A.B<C>", "A.B<C>.PartiallyGenerated?", "A.B<C>.self"),
        ])
    func spelling(type: String, partial: String, metatype: String) {
        #expect(GeneratedType(type).partial == partial)
        #expect(GeneratedType(type).metatype == metatype)
    }

    @Test(
        "A session property gets a key that holds its default",
        arguments: [
            ("var tone: String = \"dry\"", "static var defaultValue: String {\n\"dry\"\n}"),
            ("public var tone: [Int] = [1,\n2] ", "static var defaultValue: [Int] {\n[1,\n2]\n}"),
            ("var tone: Int?", "static var defaultValue: Int? {\nnil\n}"),
            ("var tone = f(1)", "@FoundationModels.__SessionPropertyEntryDefaultValue static var defaultValue = f(1)"),
        ])
    func entry(declaration: String, value: String) throws {
        let source = "@SessionPropertyEntry \(declaration)"
        #expect(
            try EntryExpander.expand(.of(source, role: "peer")).source
                == "nonisolated private struct __Key_tone: FoundationModels.SessionPropertyKey {\n\(value)\n}\n")
        #expect(
            try EntryExpander.expand(.of(source, role: "accessor")).source
                == "get { self[__Key_tone.self] }\nset { self[__Key_tone.self] = newValue }\n")
    }

    @Test("The default of a session property becomes a getter")
    func entryDefault() throws {
        let request = AttachedRequest.of("@__SessionPropertyEntryDefaultValue static var defaultValue = [1].map { $0 }")
        #expect(try EntryExpander.expandDefaultValue(request).source == "get {\n[1].map { $0 }\n}\n")
    }

    @Test(
        "A session property that can't be one is refused once, at its name",
        arguments: [
            ("@SessionPropertyEntry var «a»: Int", "'a' needs a default: 'var a: Int = <#value#>'"),
            (
                "@SessionPropertyEntry var «a»: Int { 1 }",
                "'@SessionPropertyEntry' makes 'a' computed by itself; give it a default instead"
            ),
            (
                "@SessionPropertyEntry let «a»: Int = 1",
                "'@SessionPropertyEntry' can only be used on variables of an extension of 'SessionPropertyValues'"
            ),
            (
                "@SessionPropertyEntry static var «a»: Int = 1",
                "'@SessionPropertyEntry' can only be used on variables of an extension of 'SessionPropertyValues'"
            ),
        ])
    func entryRefused(marked: String, message: String) throws {
        let source = MarkedSource(marked)
        let error = #expect(throws: Diagnostic.self) { try EntryExpander.expand(.of(source.text, role: "peer")) }
        #expect(error.map { Report($0) } == Report(source.ranges[0], message))
        _ = try EntryExpander.expand(.of(source.text, role: "accessor"))
    }

    @Test(
        "A playground becomes a record that adds its block, whose lines stay the author's",
        arguments: [
            ("#Playground { f() }", "nil", 12, "{ f() }"),
            ("#Playground(\"a, b\") {\n  f()\n}", "\"a, b\"", 20, "{\n  f()\n}"),
            ("#Playgrounds.Playground(\"x\", body: { f(\")\") })", "\"x\"", 35, "{ f(\")\") }"),
        ])
    func playground(source: String, name: String, column: Int, body: String) throws {
        let request = FreestandingRequest(
            syntax: SourceSyntax(source: "// x\n\(source)", fileName: "a\"b.swift", offset: 90, line: 7),
            discriminator: "$s1")
        #expect(
            try PlaygroundExpander.expand(request).source == """
                nonisolated enum $s110PlaygroundfMu_ {
                #sourceLocation(file: "a\\"b.swift", line: 7)
                nonisolated private static let body: @MainActor @Sendable () async throws -> Swift.Void =
                \(String(repeating: " ", count: column))\(body)
                #sourceLocation()
                #if objectFormat(MachO)
                @section("__DATA,playgrounds")
                #else
                @section("playgrounds")
                #endif
                @used
                nonisolated private static let record: @convention(c) () -> Swift.Void = {
                Playgrounds.PlaygroundBlock.__add(name: \(name), fileID: #fileID, line: 8, body: $s110PlaygroundfMu_.body)
                }
                }

                """)
    }

    @Test("A playground without a block is refused")
    func playgroundWithoutBlock() {
        let request = FreestandingRequest(syntax: SourceSyntax(source: "#Playground(\"x\")"), discriminator: "")
        let error = #expect(throws: Diagnostic.self) { try PlaygroundExpander.expand(request) }
        #expect(error.map { Report($0) } == Report(0..<16, "'#Playground' needs a block of code"))
    }
}
