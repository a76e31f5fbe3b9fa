// Watch mode on a real folder: every way of saving is one rerun, and only what has changed is asked.

import Foundation
import Notebook
import Platform
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct WatchLoopTests {
    @Test func everyWayOfSavingIsOneRerun() async throws {
        #expect(SaveSequence.all.count >= 40)
        let watch = try await WatchFixture()
        #expect(watch.told == ["loaded ", "asked greet", "ran greet", "ended"])
        for (number, sequence) in SaveSequence.all.enumerated() {
            let before = watch.count("ran")
            let prompt = "Hello number \(number), and a text of some length"
            try sequence.save(WatchFixture.source(prompt), as: Workspace.name, in: watch.workspace.folder.path)
            await watch.wait { watch.count("ran") > before }
            await watch.quiet(.milliseconds(250))
            #expect(watch.count("ran") == before + 1, "\(sequence)")
            #expect(watch.models.asked.last == prompt, "\(sequence)")
        }
        #expect(watch.models.asked.count == SaveSequence.all.count + 1)
        try await watch.quit()
    }

    @Test func savingIsOneRerunWherePolled() async throws {
        let watch = try await WatchFixture(watching: .polling(every: .milliseconds(50)))
        for (number, sequence) in SaveSequence.all.enumerated() where number % 8 == 0 {
            let before = watch.count("ran")
            try sequence.save(
                WatchFixture.source("Polled number \(number), and more"), as: Workspace.name,
                in: watch.workspace.folder.path)
            await watch.wait { watch.count("ran") > before }
            await watch.quiet(.milliseconds(300))
            #expect(watch.count("ran") == before + 1, "\(sequence)")
        }
        try await watch.quit()
    }

    @Test func whatTheModelDoesNotSeeRunsNoModel() async throws {
        let watch = try await WatchFixture(deskSource)
        let asked = watch.models.asked
        #expect(asked.count == 4)
        let cells = deskSource.components(separatedBy: "  - id: ")
        let reordered =
            cells[0] + "  - id: " + cells[1] + "  - id: " + cells[4] + "  - id: " + cells[2] + "  - id: " + cells[3]
        for text in [
            "# a comment\n" + deskSource, deskSource.replacing("model: fake", with: "model: fake\ntitle: Another"),
            deskSource.replacing("- id: reply\n", with: "- id: reply\n    title: New\n    tags: [late]\n"), reordered,
            deskSource.replacing("- id: reply\n", with: "- id: reply\n    expect: [{contains: nothing}]\n"),
            deskSource.replacing("prompt: Reply.", with: "prompt: 'Reply.'"),
            deskSource.replacing("\n", with: "\r\n"),
            deskSource.replacing(
                "    options: {temperature: 0.5, maximumResponseTokens: 9}",
                with: "    options:\n      maximumResponseTokens: 9\n      temperature: 0.50"),
            deskSource.replacing("params:\n", with: "params:\n  unused: {type: integer, default: 3}\n"),
            deskSource.replacing(
                "cells:\n", with: "schemas:\n  Unused: {type: object, properties: {a: {type: string}}}\ncells:\n"),
            deskSource.replacing("cells:\n", with: "hints: {prose-count: false}\ncells:\n"),
            deskSource.replacing("- id: digest\n", with: "- id: digest\n    needs: [formal]\n"),
            deskSource.replacing("cells:\n", with: "plots:\n  - {kind: bar, x: tokens.output}\ncells:\n"),
        ] {
            let loads = watch.count("loaded")
            try watch.workspace.write(text)
            await watch.wait { watch.count("loaded") > loads }
            await watch.quiet()
            #expect(watch.count("loaded") == loads + 1)
        }
        #expect(watch.models.asked == asked)
        try await watch.quit()
    }

    @Test func anUndoneEditRunsNoModel() async throws {
        let watch = try await WatchFixture(deskSource)
        let asked = watch.models.asked.count
        try watch.workspace.write(deskSource.replacing("Reply.", with: "Answer."))
        await watch.wait { watch.count("ran") >= 6 }
        await watch.quiet()
        #expect(Array(watch.models.asked.dropFirst(asked)) == ["Answer.", "Sum up: Answer 2 to: Answer.\n"])
        try watch.workspace.write(deskSource)
        await watch.wait { watch.count("kept") >= 2 }
        await watch.quiet()
        #expect(watch.models.asked.count == asked + 2)
        #expect(
            try watch.workspace.plan(watch.models) == ["sort fresh", "reply fresh", "formal fresh", "digest fresh"])
        try await watch.quit()
    }

    @Test func anUndoneEditFindsWhatOnlyTheRecordHad() async throws {
        let watch = try await WatchFixture()
        // As after a clone: the record is there, and nothing is kept.
        try FileManager.default.removeItem(atPath: watch.workspace.paths.results)
        try watch.workspace.write(WatchFixture.source("Another"))
        await watch.wait { watch.count("ran") == 2 }
        await watch.quiet()
        try watch.workspace.write(WatchFixture.source("Hello"))
        await watch.wait { watch.count("kept") == 1 }
        #expect(watch.count("kept") == 1)
        #expect(watch.models.asked == ["Hello", "Another"])
        try await watch.quit()
    }

    @Test func theEditedCellComesFirst() async throws {
        let source = """
            playground: 1
            model: fake
            cells:
              - {id: a, prompt: one}
              - {id: b, prompt: two}
              - {id: c, prompt: three}
              - {id: d, continues: c, prompt: four}

            """
        let watch = try await WatchFixture(source)
        let asked = watch.models.asked.count
        // Two cells are stale at once; the other was made so by a record that somebody removed.
        try FileManager.default.removeItem(atPath: watch.workspace.paths.outputs)
        try FileManager.default.removeItem(atPath: watch.workspace.paths.results)
        await watch.wait { watch.count("rejudged") > 0 }
        try watch.workspace.write(source.replacing("three", with: "drei"))
        await watch.wait { watch.models.asked.count >= asked + 4 }
        await watch.quiet()
        #expect(Array(watch.models.asked.dropFirst(asked)) == ["drei", "four", "one", "two"])
        try await watch.quit()
    }

    @Test func anEditCancelsTheGenerationWhoseKeyItChanges() async throws {
        let models = FakeModels(delay: .milliseconds(60))
        let source = """
            playground: 1
            model: fake
            cells:
              - {id: a, prompt: a long question with several words}
              - {id: b, prompt: another long question with several words}

            """
        let watch = try await WatchFixture(source, models: models)
        // An edit of `a`, and while it is answered one of `b`: `a` goes on.
        try watch.workspace.write(source.replacing("prompt: a long", with: "prompt: one long"))
        await watch.wait { watch.count("asked a") == 2 }
        let both = source.replacing("prompt: a long", with: "prompt: one long").replacing("another", with: "some other")
        try watch.workspace.write(both)
        await watch.wait { watch.count("ran b") == 2 }
        await watch.quiet()
        #expect(watch.count("asked a") == 2 && watch.count("ran a") == 2)
        #expect(watch.count("asked b") == 2 && watch.count("ended early") == 0)
        // An edit of `a`, and while it is answered another of `a`: the first is broken off.
        try watch.workspace.write(both.replacing("one long", with: "yet one long"))
        await watch.wait { watch.count("asked a") == 3 }
        try watch.workspace.write(both.replacing("one long", with: "and one more long"))
        await watch.wait { watch.count("ran a") == 3 }
        await watch.quiet()
        #expect(watch.count("asked a") == 4 && watch.count("ran a") == 3 && watch.count("ended early") == 1)
        #expect(watch.count("ran b") == 2)
        try await watch.quit()
    }

    @Test func aBrokenFileKeepsWhatIsThere() async throws {
        let watch = try await WatchFixture()
        let sidecars = try watch.workspace.sidecars()
        try watch.workspace.write("playground: 1\ncells: [\n")
        await watch.wait { watch.count("broken") > 0 }
        await watch.quiet()
        #expect(watch.count("broken") == 1)
        #expect(try watch.workspace.sidecars() == sidecars)
        try watch.workspace.write(WatchFixture.source("Good again"))
        await watch.wait { watch.count("ran") == 2 }
        #expect(watch.models.asked.last == "Good again")
        try await watch.quit()
    }

    @Test func includesAndTheirFoldersAreWatched() async throws {
        let source =
            "playground: 1\nmodel: fake\ninstructions: {file: texts/role.txt}\ncells:\n  - id: greet\n    prompt: Hi\n"
        let watch = try await WatchFixture(source, others: ["texts/role.txt": "Be kind."])
        await watch.wait { watch.count("ran") + watch.count("broken") > 0 }
        let folder = watch.workspace.folder
        try folder.write("Be brief.", to: "texts/role.txt")
        await watch.wait { watch.count("ran") == 2 }
        #expect(watch.count("ran") == 2)
        // The folder goes, and comes back.
        try FileManager.default.removeItem(atPath: folder["texts"])
        await watch.wait { watch.count("broken") == 1 }
        #expect(watch.count("broken") == 1)
        try folder.write("Be formal.", to: "texts/role.txt")
        await watch.wait { watch.count("ran") == 3 }
        #expect(watch.count("ran") == 3)
        // And is moved away with all that is in it, and another put in its place.
        try FileManager.default.moveItem(atPath: folder["texts"], toPath: folder["old"])
        try folder.write("Be silent.", to: "texts/role.txt")
        await watch.wait { watch.count("ran") == 4 }
        #expect(watch.count("ran") == 4)
        try await watch.quit()
    }

    @Test func checkingWritesNothingUntilItIsAccepted() async throws {
        let watch = try await WatchFixture(isChecking: true)
        #expect(watch.count("ran") == 1)
        #expect(try watch.workspace.sidecars() == [:])
        watch.send(.accept)
        await watch.wait { watch.count("ended") == 2 }
        #expect(try watch.workspace.plan(watch.models) == ["greet fresh"])
        #expect(watch.models.asked.count == 1)
        try await watch.quit()
    }

    @Test func commandsDoWhatTheySay() async throws {
        let watch = try await WatchFixture()
        watch.send(.accept)
        await watch.wait { watch.count("refused") == 1 }
        watch.send(.runAll)
        await watch.wait { watch.count("ran") == 2 }
        watch.send(.pause)
        await watch.wait { watch.count("paused") == 1 }
        try watch.workspace.write(WatchFixture.source("While paused"))
        await watch.wait { watch.count("loaded") == 2 }
        await watch.quiet()
        #expect(watch.count("ran") == 2)
        watch.send(.pause)
        await watch.wait { watch.count("ran") == 3 }
        #expect(watch.count("ran") == 3)
        await watch.quiet()
        watch.send(.cancel)
        await watch.wait { watch.count("refused") == 2 }
        #expect(watch.told.last == "refused nothing is running")
        try await watch.quit()
    }

    @Test func aFailureIsNotAskedAgainByASaveThatLeavesItAsItIs() async throws {
        let models = FakeModels(failing: ["bad"])
        let source = "playground: 1\nmodel: fake\ncells:\n  - {id: a, prompt: bad}\n  - {id: b, prompt: good}\n"
        let watch = try await WatchFixture(source, models: models)
        #expect(watch.count("failed a") == 1)
        try watch.workspace.write(source.replacing("good", with: "better"))
        await watch.wait { watch.count("ran b") == 2 }
        await watch.quiet()
        #expect(watch.count("failed a") == 1)
        watch.send(.runFailing)
        await watch.wait { watch.count("failed a") == 2 }
        #expect(watch.count("failed a") == 2)
        try await watch.quit()
    }

    @Test func whatIsNotAsExpectedIsAskedAgain() async throws {
        let source = """
            playground: 1
            model: fake
            cells:
              - {id: a, prompt: one, expect: [{contains: right}]}
              - {id: b, prompt: two, expect: [{contains: "Answer"}]}

            """
        let watch = try await WatchFixture(source)
        #expect(watch.models.asked == ["one", "two"])
        #expect(watch.standing.withLock { $0?.verdicts.failing } == ["a": []])
        watch.models.answer("one", with: "right")
        watch.send(.runFailing)
        await watch.wait { watch.count("ended") == 2 }
        #expect(watch.models.asked == ["one", "two", "one"])
        #expect(watch.standing.withLock { $0?.verdicts.failing } == [:])
        watch.send(.runFailing)
        await watch.quiet()
        #expect(watch.models.asked.count == 3)
        try await watch.quit()
    }

    @Test func aNewFileInAWatchedFolderIsWatched() async throws {
        let watch = try await WatchFixture(watchesFolder: true)
        try watch.workspace.folder.write("no playground", to: "notes.txt")
        try watch.workspace.folder.write(WatchFixture.source("From the second"), to: "second.playground.yaml")
        await watch.wait { watch.count("ran") == 2 }
        #expect(watch.models.asked == ["Hello", "From the second"])
        await watch.quiet(.milliseconds(1200))
        #expect(watch.count("loaded") == 2)
        try watch.workspace.folder.write(WatchFixture.source("From the second again"), to: "second.playground.yaml")
        await watch.wait { watch.count("ran") == 3 }
        #expect(watch.models.asked.last == "From the second again")
        try await watch.quit()
    }

    @Test func toolsAreTrustedAsTheyWereShown() async throws {
        let source = """
            playground: 1
            model: fake
            tools:
              stock: {kind: command, description: Counts., parameters: {type: object}, argv: [sh, -c, "echo 1"]}
            cells:
              - {id: a, prompt: one, tools: [stock]}

            """
        let approved = Mutex<Set<String>>([])
        var tools = ToolEnvironment()
        tools.isTrusted = { surface, _ in approved.withLock { $0.contains(surface) } }
        let watch = try await WatchFixture(source, models: FakeModels(ignoresTools: true), tools: tools) { request in
            _ = approved.withLock { $0.insert(request.surface) }
        }
        // The model answers without a call.
        #expect(watch.models.asked == ["one"])
        let shown = try #require(watch.standing.withLock { $0?.trust })
        #expect(shown.review.contains(#"runs for each call: ["sh", "-c", "echo 1"]"#))
        // What was shown is not what it is any more.
        try watch.workspace.write(source.replacing("echo 1", with: "echo 2"))
        await watch.wait { watch.count("ran") == 2 }
        await watch.quiet()
        watch.send(.trust(shown))
        await watch.wait { watch.count("refused") == 1 }
        #expect(approved.withLock { $0 } == [])
        let current = try #require(watch.standing.withLock { $0?.trust })
        #expect(current.surface != shown.surface)
        watch.send(.trust(current))
        await watch.wait { watch.count("trusted") == 1 }
        #expect(approved.withLock { $0 } == [current.surface])
        await watch.quiet()
        #expect(watch.models.asked.count == 2)
        try await watch.quit()
    }

    @Test func manySavesLeakNoDescriptors() async throws {
        let count = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] == "1" ? 1000 : 60
        let watch = try await WatchFixture()
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        func residentPages() throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return try #require(Int(text.split(separator: " ")[1]))
        }
        var start = (descriptors: 0, pages: 0)
        for number in 0..<count {
            let before = watch.count("ran")
            try watch.workspace.write(WatchFixture.source("Save \(number)"))
            await watch.wait { watch.count("ran") > before }
            if number == 20 { start = (try descriptors(), try residentPages()) }
        }
        #expect(watch.models.asked.count == count + 1)
        // Other tests of the process may hold a few.
        #expect(try descriptors() <= start.descriptors + 8)
        #expect(try residentPages() <= start.pages + 16 * 1024 * 1024 / 4096)
        try await watch.quit()
    }
}
