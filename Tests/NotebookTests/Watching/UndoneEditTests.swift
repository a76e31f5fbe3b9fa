// Undoing an edit under watch, whatever it was of: the answers are those that were there, no model is asked, and the records are
// the same bytes.

import Foundation
import Notebook
import Platform
import TestSupport
import Testing

@Suite(.serialized) struct UndoneEditTests {
    private static let source = """
        playground: 1
        model: fake
        params:
          tone: {type: string, default: kind}
        instructions: {file: role.txt}
        schemas:
          Ticket: {type: object, properties: {topic: {type: string, enum: [refund, other]}}, required: [topic]}
        tools:
          order:
            kind: fixture
            description: Looks an order up.
            parameters: {type: object, properties: {number: {type: string}}, required: [number]}
            otherwise: {returns: shipped}
        profiles:
          brief: {instructions: Be brief.}
        cells:
          - {id: sort, prompt: Sort., generating: Ticket}
          - {id: reply, continues: sort, prompt: "Reply in a {{ tone }} tone."}
          - {id: ask, prompt: Ask., tools: [order]}
          - {id: short, prompt: Sum up., profile: brief, options: {temperature: 0.5, seed: 1}}
          - {id: rows, prompt: "{{ message.text }}", matrix: {message: {file: inbox.csv, key: id}}}

        """

    /// An edit: of which file, what for what, and how many questions it asks.
    struct Edit: Sendable, CustomTestStringConvertible {
        var what: String
        var old: String
        var new: String
        var asks: Int
        var file = Workspace.name

        var testDescription: String { what }
    }

    static let edits: [Edit] = [
        Edit(what: "a prompt", old: "Ask.", new: "Ask again.", asks: 1),
        Edit(what: "a parameter", old: "default: kind", new: "default: formal", asks: 1),
        Edit(what: "an option", old: "seed: 1", new: "seed: 2", asks: 1),
        Edit(what: "a limit", old: "{temperature: 0.5, seed: 1}", new: "{maximumResponseTokens: 5}", asks: 1),
        Edit(what: "a schema", old: "[refund, other]", new: "[refund, damage, other]", asks: 1),
        Edit(what: "a tool", old: "returns: shipped", new: "returns: lost", asks: 1),
        Edit(what: "a profile", old: "Be brief.", new: "Be very brief.", asks: 1),
        Edit(what: "a conversation", old: "continues: sort, ", new: "", asks: 1),
        Edit(what: "a cell", old: "  - {id: ask, prompt: Ask., tools: [order]}\n", new: "", asks: 0),
        Edit(what: "an included text", old: "You sort.", new: "You sort well.", asks: 5, file: "role.txt"),
        Edit(what: "a row", old: "b,two", new: "b,three", asks: 1, file: "inbox.csv"),
    ]

    @Test func anUndoneEditRunsNoModelWhateverItWasOf() async throws {
        let models = FakeModels(ignoresTools: true)
        models.answer("Sort.", with: #"{"topic": "other"}"#)
        let watch = try await WatchFixture(
            Self.source, models: models, others: ["role.txt": "You sort.", "inbox.csv": "id,text\na,one\nb,two\n"])
        await watch.quiet()
        #expect(models.asked.count == 6)
        let sidecars = try watch.workspace.sidecars()
        let folder = watch.workspace.folder
        for edit in Self.edits {
            let before = models.asked.count
            for isUndone in [false, true] {
                let loads = watch.count("loaded")
                let text = try folder.text(of: edit.file)
                let (old, new) = isUndone ? (edit.new, edit.old) : (edit.old, edit.new)
                if isUndone, new.isEmpty || old.isEmpty {
                    try folder.write(Self.source, to: edit.file)
                } else {
                    #expect(text.contains(old), "\(edit.what)")
                    try folder.write(text.replacing(old, with: new), to: edit.file)
                }
                await watch.wait { watch.count("loaded") > loads }
                await watch.quiet(.milliseconds(150))
                #expect(models.asked.count == before + edit.asks, "\(edit.what), \(isUndone ? "undone" : "made")")
            }
            #expect(try watch.workspace.sidecars() == sidecars, "\(edit.what)")
        }
        #expect(watch.count("broken") == 0)
        try await watch.quit()
    }
}
