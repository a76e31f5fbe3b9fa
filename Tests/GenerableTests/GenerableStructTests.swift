// `@Generable` on structs: their schemas, and the way to content and back.

import FoundationModels
import Testing

@Suite("Generable structs")
struct GenerableStructTests {
    private func content(_ json: String) throws -> GeneratedContent { try GeneratedContent(json: json) }

    @Test("The schema tells properties, descriptions and guides in the order of the source")
    func schema() {
        #expect(
            Trip.generationSchema.debugDescription
                == ##"""
                {"type": "object", "title": "Trip", "description": "a trip", "properties": {\##
                "city": {"type": "string", "description": "where to"}, \##
                "days": {"type": "integer", "description": "how long", "maximum": 10, "minimum": 1}, \##
                "budget": {"type": "number"}, \##
                "stops": {"type": "array", "items": {"$ref": "#/$defs/Stop"}, "maxItems": 2, "minItems": 2}, \##
                "code": {"type": "string", "description": "letters, /\"", "pattern": "[a-z]+,/\"(x)"}, \##
                "age": {"type": "integer", "description": "full years", "maximum": 5, "minimum": 1}}, \##
                "required": ["city", "days", "stops", "code"], "additionalProperties": false, \##
                "x-order": ["city", "days", "budget", "stops", "code", "age"], "$defs": {\##
                "DiscriminatedRest": {"type": "object", "title": "DiscriminatedRest", \##
                "properties": {"type": {"const": "rest"}}, "required": ["type"], \##
                "additionalProperties": false, "x-order": ["type"]}, \##
                "DiscriminatedSay": {"type": "object", "title": "DiscriminatedSay", \##
                "properties": {"type": {"const": "say"}, "value": {"type": "string"}}, "required": ["type"], \##
                "additionalProperties": false, "x-order": ["type", "value"]}, \##
                "DiscriminatedVisit": {"type": "object", "title": "DiscriminatedVisit", \##
                "properties": {"type": {"const": "visit"}, "place": {"type": "string"}, \##
                "value1": {"type": "integer"}}, "required": ["type", "place", "value1"], \##
                "additionalProperties": false, "x-order": ["type", "place", "value1"]}, \##
                "Stop": {"title": "Stop", "anyOf": [{"$ref": "#/$defs/DiscriminatedRest"}, \##
                {"$ref": "#/$defs/DiscriminatedVisit"}, {"$ref": "#/$defs/DiscriminatedSay"}]}}}
                """##)
    }

    @Test("Every kind of guide reaches the schema")
    func guides() {
        let text = Everything.generationSchema.debugDescription
        for part in [
            #""constant": {"const": "x"}"#, #""choice": {"type": "string", "enum": ["a", "b"]}"#,
            #""pattern": {"type": "string", "pattern": "\"[/]?\\d{2}\""}"#,
            #""double": {"type": "number", "description": "limits", "maximum": 2, "minimum": 0.5}"#,
            #""float": {"type": "number", "maximum": 1, "minimum": -1}"#,
            #""counted": {"type": "array", "items": {"type": "string"}, "maxItems": 3, "minItems": 1}"#,
            #""elements": {"type": "array", "items": {"type": "integer", "maximum": 9, "minimum": 1}, "maxItems": 2, "minItems": 1}"#,
            #""texts": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}"#,
            #""named": {"type": "integer", "minimum": 7}"#,
        ] {
            #expect(text.contains(part))
        }
    }

    @Test("A type that holds itself refers to itself")
    func recursion() throws {
        #expect(Node.generationSchema.debugDescription.contains(##""items": {"$ref": "#"}"##))
        let tree = Node(value: 1, children: [Node(value: 2, children: []), Node(value: 3, children: [])])
        #expect(try Node(tree.generatedContent) == tree)
        let folder = Folder(name: "a", entries: [.file("b"), .folder(Folder(name: "c", entries: []))])
        #expect(try Folder(content(folder.generatedContent.jsonString)) == folder)
        #expect(Folder.generationSchema.debugDescription.contains(##""value": {"$ref": "#"}"##))
    }

    @Test("A value becomes content and the same value again; nil is left out")
    func roundTrip() throws {
        let trip = Trip(
            city: "Oslo", days: 3, budget: nil, stops: [.rest, .visit(place: "fjord", 2), .say(nil), .say("x")],
            code: "b", age: 4)
        let json = trip.generatedContent.jsonString
        #expect(
            json == ##"""
                {"city": "Oslo", "days": 3, "stops": [{"type": "rest"}, \##
                {"type": "visit", "place": "fjord", "value1": 2}, {"type": "say"}, \##
                {"type": "say", "value": "x"}], "code": "b", "age": 4}
                """##)
        #expect(try Trip(content(json)).generatedContent.jsonString == json)
        let inside = Outer.Inside(pair: 4)
        #expect(try Outer.Inside(inside.generatedContent) == inside)
    }

    @Test("Nil is written as null where the author asked for it, and read as nil")
    func explicitNil() throws {
        let json = #"{"name": null, "class": true, "level": {"type": "b", "x": null}, "secret": 1, "id": "i", "ok": 2}"#
        let account = try Account(content(json))
        #expect(account.name == nil && account.level == .b(x: nil))
        // The payload's enum was not asked, and leaves nil out.
        #expect(account.generatedContent.jsonString == json.replacing(#", "x": null"#, with: ""))
    }

    @Test("Private, hidden, isolated and empty types have what the others have")
    @MainActor
    func access() throws {
        #expect(try Outer.hidden(content(#"{"a": 7}"#)) == 7)
        #expect(try PrivateTypes.lonely(content("{}")) == "{}")
        #expect(try Outer.Choice(GeneratedContent("off")) == .off)
        let main = OnMain(a: 1, mood: .wild)
        #expect(try OnMain(main.generatedContent) == main)
    }

    @Test("What is missing or has another shape is told with its place")
    func failures() throws {
        for (json, message) in [
            (#"{"city": "Oslo"}"#, "the property 'days' is missing [content.property]"),
            (#"{"city": 1}"#, "#/city: error: expected a string, found a number [content.type]"),
        ] {
            let error = #expect(throws: LanguageModelSession.GenerationError.self) { try Trip(content(json)) }
            guard case .decodingFailure(let context) = error else {
                Issue.record("another error: \(String(describing: error))")
                continue
            }
            #expect(context.debugDescription == message)
        }
    }

    @Test("The partial form has what is there so far")
    func partial() throws {
        let partial = try Trip.PartiallyGenerated(content(#"{"city": "Os"#))
        #expect(partial.city == "Os" && partial.days == nil && partial.stops == nil)
        let stops = try Trip.PartiallyGenerated(
            content(#"{"city": "Oslo", "stops": [{"type": "visit", "place": "fj"#)
        ).stops
        guard case .visit(let place, let number) = try #require(stops?.first) else {
            Issue.record("another case")
            return
        }
        #expect(place == "fj" && number == nil)
        let id: String? = try Account.PartiallyGenerated(content(#"{"id": "x"}"#)).id
        #expect(id == "x")
    }

    @Test("Every beginning of a value's text has a partial form, which only grows")
    func prefixes() throws {
        let trip = Trip(
            city: "Oslo", days: 3, budget: 1.5, stops: [.visit(place: "fjord", 2), .rest, .say("x")], code: "b", age: 4)
        let json = trip.generatedContent.jsonString
        var known = 0
        for count in 1...json.count {
            let partial = try Trip.PartiallyGenerated(content(String(json.prefix(count))))
            let now = [
                partial.city != nil, partial.days != nil, partial.budget != nil, partial.stops != nil,
                partial.code != nil, partial.age != nil,
            ].filter { $0 }.count
            #expect(now >= known, "after \(json.prefix(count))")
            known = now
        }
        #expect(known == 6)
    }

    @Test("The identity of a partial form is the content's")
    func identity() throws {
        let id = GenerationID()
        let content = GeneratedContent(try content(#"{"value": 1}"#), id: id)
        #expect(try Node.PartiallyGenerated(content).id == id)
    }
}
