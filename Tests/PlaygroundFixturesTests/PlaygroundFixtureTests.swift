// The committed notebooks as fixtures of a test of an app.

import Foundation
import FoundationModels
import PlaygroundFixtures
import TestSupport
import Testing

@Generable
enum Course: String {
    case breakfast, soup, main, dessert
}

@Generable
struct Card {
    var name: String
    var course: Course
    @Guide(description: "How many eat of it", .range(1...8)) var serves: Int
    @Guide(.range(5...120)) var minutes: Int
    @Guide(.count(3...5)) var ingredients: [String]
    var isVegetarian: Bool
}

/// With a property too few, and one that may be absent.
@Generable
struct ShortCard {
    var name: String
    var course: Course
}

@Generable
struct LooseCard {
    var name: String
    var course: Course?
    @Guide(.range(1...8)) var serves: Int
    @Guide(.range(5...120)) var minutes: Int
    @Guide(.count(3...5)) var ingredients: [String]
    var isVegetarian: Bool
}

private let notebooks = Locations.repository.appending(path: "notebooks").path
private let recipes = "\(notebooks)/recipe-card.playground.yaml"
private let quickstart = "\(notebooks)/quickstart.playground.yaml"

@Suite("Playground fixtures")
struct PlaygroundFixtureTests {
    @Test("Recorded answers are texts and values of the app's types")
    func answers() throws {
        let fixture = try PlaygroundFixture(path: recipes)
        #expect(fixture.cellIDs == ["soup", "pancakes", "shown", "shopping"])
        let card = try fixture.value(of: "soup", as: Card.self)
        #expect(card.course == .main && card.ingredients == ["lettuce", "lemon", "olive oil"])
        #expect(try fixture.value(of: "shopping", as: String.self) == fixture.content(of: "shopping"))
        #expect(throws: FixtureError.self) { try fixture.value(of: "shopping", as: Card.self) }
    }

    @Test("A transcript is that of the file beside the playground")
    func transcripts() throws {
        let fixture = try PlaygroundFixture(path: quickstart)
        let file = try Transcript(fixture: "\(notebooks)/quickstart.transcripts/shorter.json")
        let made = try fixture.transcript(of: "shorter")
        #expect(file.map(\.id) == made.map(\.id) && file.count == 5)
        #expect(throws: FixtureError.self) { try Transcript(fixture: quickstart) }
        #expect(throws: FixtureError.self) { try Transcript(fixture: "\(notebooks)/none.json") }
    }

    @Test("A replaying model goes through a recorded conversation, turn by turn, and refuses everything else")
    func replay() async throws {
        let fixture = try PlaygroundFixture(path: quickstart)
        let transcript = try fixture.transcript(of: "shorter")
        guard case .instructions(let instructions) = transcript[0], case .prompt(let first) = transcript[1],
            case .prompt(let second) = transcript[3]
        else {
            Issue.record("another conversation")
            return
        }
        let session = LanguageModelSession(model: try fixture.replayingModel(), instructions: instructions.description)
        #expect(try await session.respond(to: first.description).content == fixture.content(of: "greet"))
        #expect(try await session.respond(to: second.description).content == fixture.content(of: "shorter"))
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "Tell me more.") }
        #expect("\(error as Any)".contains("after 5 entries: found the prompt 'Tell me more.' [fixtures.not-recorded]"))
    }

    @Test("A recorded stream comes in its pieces")
    func stream() async throws {
        let fixture = try PlaygroundFixture(path: quickstart)
        let text = try fixture.content(of: "greet")
        let folder = try ScratchFolder()
        let bytes = text.utf8.count
        try folder.write(
            String(
                decoding: try JSONEncoder().encode(Stream(text: text, boundaries: [1, 4, bytes])), as: UTF8.self),
            to: "greet.json")
        let stream = try StreamFixture(path: folder["greet.json"])
        #expect(stream.snapshots == [String(text.prefix(1)), String(text.prefix(4)), text])
        let transcript = try fixture.transcript(of: "greet")
        guard case .prompt(let prompt) = transcript[1], case .instructions(let instructions) = transcript[0] else {
            return
        }
        let session = LanguageModelSession(
            model: ScriptedLanguageModel(replaying: [transcript], stream: stream),
            instructions: instructions.description)
        var snapshots: [String] = []
        for try await snapshot in session.streamResponse(to: prompt.description)
        where snapshots.last != snapshot.content {
            snapshots.append(snapshot.content)
        }
        #expect(snapshots == stream.snapshots)

        try folder.write(#"{"snapshots": 1, "key": "", "text": "äb", "boundaries": [1, 3]}"#, to: "bad.json")
        let bad = #expect(throws: FixtureError.self) { try StreamFixture(path: folder["bad.json"]) }
        #expect(
            bad?.description
                == "\(folder["bad.json"]): error: byte 1 of the text lies within a character [fixtures.stream]")
    }

    private struct Stream: Encodable {
        var snapshots = 1
        var key = ""
        var text: String
        var boundaries: [Int]
    }

    @Test(
        "Cells run as cases with the app's own types",
        arguments: try PlaygroundFixture(path: recipes).cases(generating: ["Card": Card.self]))
    func cases(cell: PlaygroundCase) async throws {
        let content = try await cell.run()
        if cell.cell != "shopping" { #expect(try Card(content).ingredients.count >= 3) }
    }

    @Test("An answer of another model is read as the app's type, and one that is none fails at the cell's place")
    func live() async throws {
        let fixture = try PlaygroundFixture(path: recipes)
        let cell = try #require(try fixture.cases(generating: ["Card": Card.self], only: ["soup"]).first)
        let right =
            #"{"name": "x", "course": "soup", "serves": 1, "minutes": 5, "ingredients": ["a", "b", "c"], "isVegetarian": true}"#
        let content = try await cell.run(on: ScriptedLanguageModel([[.text(right)]]))
        #expect(try Card(content).course == .soup)
        let error = await #expect(throws: FixtureError.self) {
            try await cell.run(on: ScriptedLanguageModel([[.text("no")]]))
        }
        #expect(error?.description.hasPrefix("\(recipes):30:9: error: cell 'soup' failed: ") == true)
    }

    @Test(
        "A type that has another shape than the file's schema is an error at the schema",
        arguments: [
            (ShortCard.self as any Generable.Type, "#/properties/serves: the type has no such property"),
            (LooseCard.self, "#/properties/course: it is required in the file and optional in the type"),
        ])
    func drift(type: any Generable.Type, reason: String) throws {
        let fixture = try PlaygroundFixture(path: recipes)
        let error = #expect(throws: FixtureError.self) { try fixture.cases(generating: ["Card": type]) }
        #expect(
            error?.description
                == "\(recipes):14:3: error: schema 'Card' is not that of \(type) at \(reason) [fixtures.drift]")
    }

    @Test("What is not there is named with its place")
    func missing() throws {
        let fixture = try PlaygroundFixture(path: recipes)
        let cell = #expect(throws: FixtureError.self) { try fixture.content(of: "sop") }
        #expect(
            cell?.description == "\(recipes): error: there is no cell 'sop'; did you mean 'soup'? [fixtures.cell]")
        let type = #expect(throws: FixtureError.self) { try fixture.cases(only: ["soup"]) }
        #expect(
            type?.description
                == "\(recipes):32:17: error: cell 'soup' asks by the schema 'Card', for which no type is given [fixtures.type]"
        )
        let folder = try ScratchFolder()
        try folder.write("playground: 1\ncells:\n  - id: a\n    prompt: hello\n", to: "a.playground.yaml")
        let fresh = try PlaygroundFixture(path: folder["a.playground.yaml"])
        let record = #expect(throws: FixtureError.self) { try fresh.content(of: "a") }
        #expect(
            record?.description
                == "\(folder["a.playground.yaml"]):3:9: error: the record of cell 'a' is missing; run the playground [fixtures.record]"
        )
        try folder.write("playground: 1\ncells: 3\n", to: "b.playground.yaml")
        #expect(throws: FixtureError.self) { try PlaygroundFixture(path: folder["b.playground.yaml"]) }
    }
}
