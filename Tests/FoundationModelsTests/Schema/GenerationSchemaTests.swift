// Schemas of Swift types as JSON Schema documents: properties, choices, guides, nesting, recursion and names.

import Foundation
import FoundationModels
import Testing

/// Generable by its schema alone.
protocol Shape: Generable {}

extension Shape {
    init(_ content: GeneratedContent) throws { throw CancellationError() }
    var generatedContent: GeneratedContent { .null }
}

enum Role: Shape {
    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: ["captain", "cook", "engineer"])
    }
}

enum Crew: Shape {
    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self, description: "People on a ship",
            properties: [
                .init(name: "name", description: "Family name", type: String.self),
                .init(name: "role", description: "What they do", type: Role.self),
                .init(name: "deputies", type: [Crew].self, guides: [.maximumCount(2)]),
                .init(name: "age", type: Int?.self, guides: [.range(18...70)]),
            ])
    }
}

enum Fleet: Shape {
    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "flagship", type: Crew.self), .init(name: "others", type: [Crew].self),
            ])
    }
}

enum Dock: Shape {
    enum Item: Shape {
        static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, anyOf: ["crane"]) }
    }
    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "here", type: Item.self), .init(name: "there", type: Shop.Item.self),
                .init(name: "everywhere", type: [Shop.Item].self),
            ])
    }
}

enum Shop {
    enum Item: Shape {
        static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, anyOf: ["apple"]) }
    }
}

/// A union as `@Generable` makes it of an enum with payloads.
enum Order: Shape {
    private enum DiscriminatedDrink: Shape {
        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [
                    .init(name: "type", type: String.self, guides: [.constant("drink")]),
                    .init(name: "value", type: String.self),
                ])
        }
    }
    private enum DiscriminatedNone: Shape {
        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self, properties: [.init(name: "type", type: String.self, guides: [.constant("none")])])
        }
    }
    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: [DiscriminatedDrink.self, DiscriminatedNone.self])
    }
}

enum Wish: Shape {
    private enum DiscriminatedNone: Shape {
        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self, properties: [.init(name: "type", type: String.self, guides: [.constant("nothing")])])
        }
    }
    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: [DiscriminatedNone.self, Order.self])
    }
}

enum Tree: Shape {
    static var generationSchema: GenerationSchema { [Tree].generationSchema }
}

/// A type that contains ever new types.
struct Endless<Content: Generable>: Shape {
    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "inner", type: Endless<Endless<Content>>?.self)])
    }
}

/// Two types that say of themselves only that they are the other.
enum Ping: Shape {
    static var generationSchema: GenerationSchema { Pong.dynamic(Pong.self) }
}

enum Pong: Shape {
    static var generationSchema: GenerationSchema { dynamic(Ping.self) }

    static func dynamic<Value: Generable>(_ type: Value.Type) -> GenerationSchema {
        do {
            return try GenerationSchema(root: .init(arrayOf: .init(type: type)), dependencies: [])
        } catch {
            return String.generationSchema
        }
    }
}

@Suite struct TypedSchemaTests {
    @Test func aRecursiveTypeRefersToTheRoot() {
        #expect(
            Crew.generationSchema.debugDescription
                == #"{"type": "object", "title": "Crew", "description": "People on a ship", "properties": "#
                + #"{"name": {"type": "string", "description": "Family name"}, "#
                + ##""role": {"$ref": "#/$defs/Role", "description": "What they do"}, "##
                + ##""deputies": {"type": "array", "items": {"$ref": "#"}, "maxItems": 2}, "##
                + #""age": {"type": "integer", "maximum": 70, "minimum": 18}}, "#
                + #""required": ["name", "role", "deputies"], "additionalProperties": false, "#
                + #""x-order": ["name", "role", "deputies", "age"], "#
                + #""$defs": {"Role": {"type": "string", "title": "Role", "enum": ["captain", "cook", "engineer"]}}}"#)
        #expect(Crew.generationSchema.name == "Crew")
    }

    @Test func insideAnotherTypeItRefersToItselfByName() throws {
        let document = Fleet.generationSchema.document
        #expect(
            document["properties"]?.text(.compact)
                == ##"{"flagship":{"$ref":"#/$defs/Crew"},"others":{"type":"array","items":{"$ref":"#/$defs/Crew"}}}"##)
        let crew = try #require(document["$defs"]?["Crew"])
        #expect(crew["properties"]?["deputies"]?["items"]?.text(.compact) == ##"{"$ref":"#/$defs/Crew"}"##)
        #expect(document["$defs"]?["Role"]?["title"] == .string("Role"))
    }

    @Test func typesOfOneNameAreToldApartByWhatEnclosesThem() {
        #expect(
            Dock.generationSchema.document["properties"]?.text(.compact)
                == ##"{"here":{"$ref":"#/$defs/Dock.Item"},"there":{"$ref":"#/$defs/Shop.Item"},"##
                + ##""everywhere":{"type":"array","items":{"$ref":"#/$defs/Shop.Item"}}}"##)
        #expect(
            Dock.generationSchema.document["$defs"]?.text(.compact)
                == #"{"Dock.Item":{"type":"string","title":"Item","enum":["crane"]},"#
                + #""Shop.Item":{"type":"string","title":"Item","enum":["apple"]}}"#)
    }

    @Test func localTypesOfOneNameGetNumbers() {
        func one() -> any Generable.Type {
            enum Local: Shape {
                static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, anyOf: ["a"]) }
            }
            return Local.self
        }
        func other() -> any Generable.Type {
            enum Local: Shape {
                static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, anyOf: ["b"]) }
            }
            return Local.self
        }
        #expect(
            GenerationSchema(type: Order.self, anyOf: [one(), other(), one()]).document.text(.compact)
                == ##"{"title":"Order","anyOf":[{"$ref":"#/$defs/TypedSchemaTests.Local"},"##
                + ##"{"$ref":"#/$defs/TypedSchemaTests.Local_2"},"##
                + ##"{"$ref":"#/$defs/TypedSchemaTests.Local"}],"$defs":{"##
                + ##""TypedSchemaTests.Local":{"type":"string","title":"Local","enum":["a"]},"##
                + ##""TypedSchemaTests.Local_2":{"type":"string","title":"Local","enum":["b"]}}}"##)
    }

    @Test func unionsOfPrivateTypesDoNotMix() {
        let schema = Wish.generationSchema.document
        #expect(
            schema["anyOf"]?.text(.compact)
                == ##"[{"$ref":"#/$defs/Wish.DiscriminatedNone"},{"$ref":"#/$defs/Order"}]"##)
        #expect(
            schema["$defs"]?["Order"]?.text(.compact)
                == ##"{"title":"Order","anyOf":[{"$ref":"#/$defs/DiscriminatedDrink"},"##
                + ##"{"$ref":"#/$defs/Order.DiscriminatedNone"}]}"##)
        #expect(
            schema["$defs"]?["Wish.DiscriminatedNone"]?["properties"]?.text(.compact)
                == #"{"type":{"const":"nothing"}}"#)
        #expect(schema["$defs"]?["Order.DiscriminatedNone"]?["title"] == .string("DiscriminatedNone"))
    }

    @Test func aShapeWithoutANameThatContainsItselfGetsOne() {
        #expect(
            Tree.generationSchema.document.text(.compact)
                == ##"{"type":"array","items":{"$ref":"#/$defs/Tree"},"##
                + ##""$defs":{"Tree":{"type":"array","items":{"$ref":"#/$defs/Tree"}}}}"##)
    }

    @Test func typesWithoutAnEndFailWhereTheSchemaIsUsed() {
        let document = Endless<Int>.generationSchema.document
        guard case .object(let definitions) = document["$defs"] else {
            Issue.record("expected definitions")
            return
        }
        #expect(definitions.count == 256)
        #expect(definitions.contains { $0.value["properties"]?["inner"] == .members(["enum": .array([])]) })
        #expect(
            Ping.generationSchema.document.text(.compact)
                == ##"{"type":"array","items":{"$ref":"#/$defs/Pong"},"$defs":{"Pong":{"type":"array","items":"##
                + ##"{"type":"array","items":{"$ref":"#/$defs/Pong"}}}}}"##)
    }

    @Test(arguments: [
        (Bool.generationSchema, #"{"type":"boolean"}"#),
        (String.generationSchema, #"{"type":"string"}"#),
        (Int.generationSchema, #"{"type":"integer"}"#),
        (Float.generationSchema, #"{"type":"number"}"#),
        (Double.generationSchema, #"{"type":"number"}"#),
        (Decimal.generationSchema, #"{"type":"number"}"#),
        (Never.generationSchema, #"{"type":"string","enum":[]}"#),
        (GeneratedContent.generationSchema, "{}"),
        ([[Int]].generationSchema, #"{"type":"array","items":{"type":"array","items":{"type":"integer"}}}"#),
        (
            GenerationSchema(type: Role.self, name: "Rank", description: "d", anyOf: ["a"]),
            #"{"type":"string","title":"Rank","description":"d","enum":["a"]}"#
        ),
        (
            GenerationSchema(
                type: Role.self, representNilExplicitlyInGeneratedContent: true,
                properties: [.init(name: "a", type: Int?.self), .init(name: "a", type: String.self)]),
            #"{"type":"object","title":"Role","properties":{"a":{"type":"integer"}},"required":[],"#
                + #""additionalProperties":false,"x-order":["a"]}"#
        ),
    ])
    func everyInitializerMakesADocument(_ schema: GenerationSchema, json: String) throws {
        #expect(schema.jsonSchemaText == json)
        #expect(schema.ignoredKeywords == [])
        let data = try JSONEncoder().encode(schema)
        let again = try JSONDecoder().decode(GenerationSchema.self, from: data)
        #expect(again == schema)
        #expect(again.jsonSchemaText == json)
    }

    @Test(arguments: [
        Crew.generationSchema, Fleet.generationSchema, Dock.generationSchema, Wish.generationSchema,
        Tree.generationSchema,
    ])
    func whatIsDecodedIsWhatWasEncoded(_ schema: GenerationSchema) throws {
        let once = try JSONDecoder().decode(GenerationSchema.self, from: try JSONEncoder().encode(schema))
        let twice = try JSONDecoder().decode(GenerationSchema.self, from: try JSONEncoder().encode(once))
        #expect(once.debugDescription == schema.debugDescription)
        #expect(twice.debugDescription == schema.debugDescription)
        #expect(once.name == schema.name)
    }
}
