// Schemas that are put together at run time: every kind of part, names, references, and all that can be wrong.

import Foundation
import FoundationModels
import Testing

@Suite struct DynamicGenerationSchemaTests {
    private typealias Part = DynamicGenerationSchema
    private static let dish = Written.dish

    @Test(arguments: Written.all)
    func everyPartIsWritten(_ example: Written) throws {
        let text = try GenerationSchema(root: example.root, dependencies: example.dependencies).jsonSchemaText
        #expect(text == example.json)
        let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
        let again = try JSONDecoder().decode(GenerationSchema.self, from: try JSONEncoder().encode(schema))
        #expect(again.jsonSchemaText == example.json)
    }

    @Test func aRootThatIsATypeIsTheTypesSchema() throws {
        let schema = try GenerationSchema(root: .init(type: Crew.self), dependencies: [])
        #expect(schema == Crew.generationSchema)
        #expect(schema.name == "Crew")
        #expect(try GenerationSchema(root: .init(referenceTo: "Dish"), dependencies: [Self.dish]).name == "Dish")
        #expect(try GenerationSchema(root: Self.dish, dependencies: []).name == "Dish")
    }

    @Test func whatStandsInSeveralPlacesIsDefinedOnce() throws {
        let menu = Part(
            name: "Menu",
            properties: [
                .init(name: "first", schema: Self.dish), .init(name: "second", schema: Self.dish),
                .init(name: "third", schema: .init(referenceTo: "Dish")),
            ])
        let document = try GenerationSchema(root: menu, dependencies: []).document
        #expect(
            document["properties"]?.text(.compact)
                == ##"{"first":{"$ref":"#/$defs/Dish"},"second":{"$ref":"#/$defs/Dish"},"third":{"$ref":"#/$defs/Dish"}}"##
        )
        #expect(try GenerationSchema(root: menu, dependencies: [Self.dish]).document == document)
    }

    @Test func aTypeWhoseSchemaIsMadeAtRunTimeKeepsItsOwnNames() throws {
        let schema = GenerationSchema(
            type: Crew.self, name: "Both",
            properties: [.init(name: "a", type: Runtime.self), .init(name: "b", type: OtherRuntime.self)])
        #expect(
            schema.document["$defs"]?.text(.compact)
                == ##"{"Part":{"type":"string","title":"Part","enum":["1"]},"##
                + ##""Part_2":{"type":"string","title":"Part","enum":["2"]},"##
                + ##""Whole":{"title":"Whole","anyOf":[{"$ref":"#/$defs/Part"},{"$ref":"#/$defs/Whole"}]},"##
                + ##""Whole_2":{"title":"Whole","anyOf":[{"$ref":"#/$defs/Part_2"},{"$ref":"#/$defs/Whole_2"}]}}"##)
    }

    @Test func aTypeWhoseSchemaIsATextIsMovedWhole() throws {
        let schema = GenerationSchema(
            type: Crew.self, name: "S", properties: [.init(name: "a", description: "d", type: Foreign.self)])
        #expect(
            schema.document["properties"]?.text(.compact) == ##"{"a":{"$ref":"#/$defs/Foreign","description":"d"}}"##)
        #expect(
            schema.document["$defs"]?.text(.compact)
                == ##"{"Foreign":{"type":"object","properties":{"b":{"$ref":"#/$defs/Foreign"},"##
                + ##""a":{"$ref":"#/$defs/Foreign/$defs/X"},"$ref":{"type":"string"}},"$defs":{"X":{"const":{"$ref":"#"}}}}}"##
        )
    }

    private static func failure(
        _ root: DynamicGenerationSchema, _ dependencies: [DynamicGenerationSchema] = []
    ) -> GenerationSchema.SchemaError? {
        #expect(throws: GenerationSchema.SchemaError.self) {
            try GenerationSchema(root: root, dependencies: dependencies)
        }
    }

    @Test func twoShapesOfOneNameAreRefused() {
        let other = Part(name: "Dish", anyOf: ["soup"])
        let cases: [(Part, [Part])] = [
            (Part(arrayOf: Self.dish), [other, other]), (Self.dish, [other]), (Self.dish, [Self.dish]),
            (Part(name: "Dish", properties: [.init(name: "side", schema: Self.dish)]), []),
            (Part(arrayOf: Part(name: "Role", anyOf: ["x"])), [Part(type: Role.self)]),
            (
                Part(name: "Menu", properties: [.init(name: "a", schema: Self.dish), .init(name: "b", schema: other)]),
                []
            ),
        ]
        for (root, dependencies) in cases {
            guard case .duplicateType(_, let type, _)? = Self.failure(root, dependencies) else {
                Issue.record("expected a duplicate type")
                return
            }
            #expect(type == "Dish" || type == "Role")
        }
        let error = Self.failure(Self.dish, [other])
        #expect(error?.errorDescription == "the schema 'Dish' has two parts named 'Dish' [schema.duplicate-type]")
        #expect(error?.recoverySuggestion == "give each shape a name of its own, and list each dependency once")
    }

    @Test func twoPropertiesOfOneNameAreRefused() {
        let property = Part.Property(name: "a", schema: .init(type: Int.self))
        let error = Self.failure(Part(arrayOf: Part(name: "P", properties: [property, property])))
        guard case .duplicateProperty("P", "a", _)? = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(error?.errorDescription == "the schema 'P' has two properties named 'a' [schema.duplicate-property]")
        #expect(error?.recoverySuggestion == "give each property of an object a name of its own")
    }

    @Test func nothingToChooseFromIsRefused() {
        for root in [Part(name: "E", anyOf: [String]()), Part(name: "E", anyOf: [Part]())] {
            let error = Self.failure(.null, [root])
            guard case .emptyTypeChoices("E", _)? = error else {
                Issue.record("unexpected \(String(describing: error))")
                return
            }
            #expect(error?.errorDescription == "the schema 'E' has no choices [schema.empty-choices]")
            #expect(error?.recoverySuggestion == "give at least one choice")
        }
    }

    @Test func referencesThatLeadNowhereAreRefused() {
        let root = Part(
            name: "R",
            properties: [
                .init(name: "a", schema: .init(referenceTo: "X")), .init(name: "b", schema: .init(referenceTo: "Dish")),
                .init(name: "c", schema: .init(arrayOf: .init(referenceTo: "Y"))),
                .init(name: "d", schema: .init(referenceTo: "X")),
            ])
        let error = Self.failure(root, [Self.dish])
        guard case .undefinedReferences("R", ["X", "Y"], _)? = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(
            error?.errorDescription
                == "the schema 'R' refers to 'X', 'Y', which no part defines [schema.undefined-reference]")
        #expect(error?.recoverySuggestion == "pass the schemas of these names as dependencies")
        guard case .undefinedReferences(nil, ["X"], _)? = Self.failure(.init(referenceTo: "X")) else {
            Issue.record("expected an undefined reference")
            return
        }
    }
}

/// Parts and what they are written as.
struct Written: Sendable {
    var root: DynamicGenerationSchema
    var dependencies: [DynamicGenerationSchema]
    var json: String

    init(_ root: DynamicGenerationSchema, _ json: String, with dependencies: [DynamicGenerationSchema] = []) {
        self.root = root
        self.dependencies = dependencies
        self.json = json
    }

    private static let dishText: String =
        #"{"type":"object","title":"Dish","description":"Food","properties":"#
        + #"{"name":{"type":"string","description":"What it is called"},"price":{"type":"integer","minimum":1}},"#
        + #""required":["name"],"additionalProperties":false,"x-order":["name","price"]}"#

    private static let roleText: String =
        #"{"type":"string","title":"Role","enum":["captain","cook","engineer"]}"#

    static let dish = DynamicGenerationSchema(
        name: "Dish", description: "Food",
        properties: [
            .init(name: "name", description: "What it is called", schema: .init(type: String.self)),
            .init(name: "price", schema: .init(type: Int.self, guides: [.minimum(1)]), isOptional: true),
        ])

    static let all: [Written] = [
        Written(dish, dishText),
        Written(.init(type: Int.self), #"{"type":"integer"}"#),
        Written(.null, #"{"type":"null"}"#),
        Written(
            .init(type: [Int].self, guides: [.count(2)]),
            #"{"type":"array","items":{"type":"integer"},"maxItems":2,"minItems":2}"#),
        Written(
            .init(name: "Size", description: "d", anyOf: ["S", "L"]),
            #"{"type":"string","title":"Size","description":"d","enum":["S","L"]}"#),
        Written(
            .init(arrayOf: dish, minimumElements: 1, maximumElements: 3),
            ##"{"type":"array","items":{"$ref":"#/$defs/Dish"},"maxItems":3,"minItems":1,"$defs":{"Dish":\##(dishText)}}"##
        ),
        Written(.init(arrayOf: .init(type: Bool.self)), #"{"type":"array","items":{"type":"boolean"}}"#),
        Written(
            .init(name: "Maybe", anyOf: [dish, .null]),
            ##"{"title":"Maybe","anyOf":[{"$ref":"#/$defs/Dish"},{"type":"null"}],"$defs":{"Dish":\##(dishText)}}"##),
        Written(
            .init(arrayOf: .init(referenceTo: "Dish")),
            ##"{"type":"array","items":{"$ref":"#/$defs/Dish"},"$defs":{"Dish":\##(dishText)}}"##, with: [dish]),
        Written(
            .init(referenceTo: "Dish"), ##"{"$ref":"#/$defs/Dish","$defs":{"Dish":\##(dishText)}}"##, with: [dish]),
        Written(
            .init(
                name: "Node", representNilExplicitlyInGeneratedContent: true,
                properties: [
                    .init(name: "next", description: "d", schema: .init(referenceTo: "Node"), isOptional: true),
                    .init(name: "role", schema: .init(type: Role.self)),
                ]),
            ##"{"type":"object","title":"Node","properties":{"next":{"$ref":"#","description":"d"},"##
                + ##""role":{"$ref":"#/$defs/Role"}},"required":["role"],"additionalProperties":false,"##
                + ##""x-order":["next","role"],"$defs":{"Role":\##(roleText)}}"##),
        Written(
            .init(arrayOf: .init(referenceTo: "Role")),
            ##"{"type":"array","items":{"$ref":"#/$defs/Role"},"$defs":{"Role":\##(roleText)}}"##,
            with: [.init(type: Role.self)]),
        Written(
            .init(name: "Ménu 1/2", anyOf: [.init(name: "a b", anyOf: ["x"]), .init(name: "a/b", anyOf: ["y"])]),
            ##"{"title":"Ménu 1/2","anyOf":[{"$ref":"#/$defs/a_b"},{"$ref":"#/$defs/a_b_2"}],"$defs":{"##
                + ##""a_b":{"type":"string","title":"a b","enum":["x"]},"##
                + ##""a_b_2":{"type":"string","title":"a/b","enum":["y"]}}}"##),
    ]
}

private enum Runtime: Shape {
    static var generationSchema: GenerationSchema { whole("1") }

    static func whole(_ choice: String) -> GenerationSchema {
        do {
            return try GenerationSchema(
                root: .init(
                    name: "Whole", anyOf: [.init(name: "Part", anyOf: [choice]), .init(referenceTo: "Whole")]),
                dependencies: [])
        } catch {
            return String.generationSchema
        }
    }
}

private enum OtherRuntime: Shape {
    static var generationSchema: GenerationSchema { Runtime.whole("2") }
}

private enum Foreign: Shape {
    static var generationSchema: GenerationSchema {
        let text =
            ##"{"type":"object","properties":{"b":{"$ref":"#"},"a":{"$ref":"#/$defs/X"},"$ref":{"type":"string"}},"##
            + ##""$defs":{"X":{"const":{"$ref":"#"}}}}"##
        do {
            return try GenerationSchema(jsonSchema: text)
        } catch {
            return String.generationSchema
        }
    }
}
