// The program of a client: the same source for every language mode.

import FoundationModels
import Playgrounds

@Generable(description: "a recipe")
struct Recipe {
    @Guide(description: "title", .anyOf(["soup", "cake"])) var title: String
    @Guide(.range(1...8)) var servings: Int
    var note: String?
    @Guide(.count(1...3)) var steps: [Step]
    @Guide(#/[a-z]+\//#) var code: String

    @Generable
    enum Step {
        case wait(minutes: Int)
        case mix(String, with: String?)
        case done
    }
}

@Generable enum Season: String, CaseIterable { case spring, autumn = "fall" }

@Generable struct Menu {
    var season: Season
    var parts: [Menu]
}

@Generable public struct Shared: Sendable {
    public var text: String
}

enum Namespace {
    @Generable fileprivate struct Inner { var menu: Menu }
}

#Playground("client") { print("a playground ran") }

let json =
    #"{"title": "cake", "servings": 2, "steps": [{"type": "mix", "value0": "egg"}, {"type": "done"}], "code": "a/"}"#
let recipe = try Recipe(GeneratedContent(json: json))
print(recipe.generatedContent.jsonString == json)
print(try Recipe.PartiallyGenerated(GeneratedContent(json: #"{"title": "ca"#)).title ?? "nothing")
print(Menu.generationSchema.debugDescription)
print(try Namespace.Inner(GeneratedContent(json: #"{"menu": {"season": "fall", "parts": []}}"#)).menu.season)
print(Recipe.generationSchema.name, Shared.generationSchema.name)
for block in PlaygroundBlock.all {
    print(block.name ?? "nameless", block.line)
    try await block.run()
}
