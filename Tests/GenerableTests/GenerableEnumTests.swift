// `@Generable` on enums: strings, or unions of objects.

import FoundationModels
import Testing

@Suite("Generable enums")
struct GenerableEnumTests {
    private func content(_ json: String) throws -> GeneratedContent { try GeneratedContent(json: json) }

    @Test("Raw values that are strings are the choices; else the names are")
    func choices() throws {
        #expect(
            Mood.generationSchema.debugDescription
                == #"{"type": "string", "title": "Mood", "enum": ["calm", "w i l d", "a \"b\""]}"#)
        #expect(
            Level.generationSchema.debugDescription == #"{"type": "string", "title": "Level", "enum": ["low", "high"]}"#
        )
        #expect(
            Color.generationSchema.debugDescription
                == #"{"type": "string", "title": "Tint", "description": "a colour", "enum": ["red", "default", "dark green"]}"#
        )
        for mood in Mood.allCases {
            #expect(mood.generatedContent.kind == .string(mood.rawValue))
            #expect(try Mood(mood.generatedContent) == mood)
        }
        for color in Color.allCases { #expect(try Color(color.generatedContent) == color) }
        #expect(try Level(GeneratedContent("high")) == .high)
    }

    @Test("A string that names no case is refused")
    func unknown() throws {
        for (json, message) in [
            (#""warm""#, "'warm' is no case of Mood [content.case]"),
            (#""calm"#, "the case of Mood isn't complete: 'calm' [content.case]"),
            ("1", "expected a string, found a number [content.type]"),
        ] {
            let error = #expect(throws: LanguageModelSession.GenerationError.self) { try Mood(content(json)) }
            guard case .decodingFailure(let context) = error else {
                Issue.record("another error: \(String(describing: error))")
                continue
            }
            #expect(context.debugDescription == message)
        }
    }

    @Test("A union tells its cases apart by their names")
    func union() throws {
        let tree = Expression.add(left: .number(1), right: .list([.number(2), .list(nil)]))
        let json = tree.generatedContent.jsonString
        #expect(
            json == ##"""
                {"type": "add", "left": {"type": "number", "value": 1}, \##
                "right": {"type": "list", "value": [{"type": "number", "value": 2}, {"type": "list"}]}}
                """##)
        #expect(try Expression(content(json)) == tree)
        #expect(
            Expression.generationSchema.debugDescription.contains(##""left": {"$ref": "#"}, "right": {"$ref": "#"}"##))
    }

    @Test("The partial form of a union has partial payloads")
    func partial() throws {
        let partial = try Expression.PartiallyGenerated(
            content(#"{"type": "add", "left": {"type": "number", "value": 1}"#))
        guard case .add(.number(let value)?, nil) = partial else {
            Issue.record("another case: \(partial)")
            return
        }
        #expect(value == 1)
        #expect(throws: LanguageModelSession.GenerationError.self) {
            try Expression.PartiallyGenerated(content(#"{"type": "ad"#))
        }
    }

    @Test("The partial form of an enum without payloads is the enum")
    func plainPartial() { #expect(Mood.PartiallyGenerated.self == Mood.self) }
}
