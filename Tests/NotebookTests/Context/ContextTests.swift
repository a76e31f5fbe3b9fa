// Conversations that outgrow their window: refused, trimmed once, or summed up, on record and in the transcript.

import TestSupport
import Foundation
import FoundationModels
import Testing

@testable import Notebook

@Suite("Context")
struct ContextTests {
    /// A conversation of seven turns of 12 words each: 4 of the prompt, 8 of the answer.
    private static func source(_ context: String, more: String = "") -> String {
        var text = "playground: 1\nmodel: fake\n\(context)\ncells:\n  - {id: c0, prompt: 7 times say w0}\n"
        for index in 1..<7 { text += "  - {id: c\(index), continues: c\(index - 1), prompt: 7 times say w\(index)}\n" }
        return text + more
    }

    @Test("a full window fails the cell with numbers, and skips what goes on from it")
    func refused() async throws {
        let desk = try Workspace(Self.source("context: {size: 64}"))
        let lines = try await desk.run(WordModels())
        #expect(lines.prefix(5) == ["c0 ran", "c1 ran", "c2 ran", "c3 ran", "c4 ran"])
        #expect(
            lines.dropFirst(5) == [
                "c5 failed: desk.playground.yaml:10:10: error: the conversation needs 64 tokens, but the model's context has 64; shorten the prompt or the conversation [session.context-full]",
                "c6 skipped for c5",
            ])
    }

    @Test("an answer that grows out of the window fails")
    func outgrown() async throws {
        let desk = try Workspace("playground: 1\ncontext: {size: 64}\ncells:\n  - {id: a, prompt: 70 times word}\n")
        let lines = try await desk.run(WordModels())
        #expect(lines.count == 1 && lines[0].contains("needs 65 tokens, but the model's context has 64"), "\(lines)")
    }

    @Test("trims once, to half the window, and goes on from what is left")
    func trimmed() async throws {
        let models = WordModels()
        let desk = try Workspace(Self.source("context: {size: 64, whenFull: {keepTurns: 1}}"))
        let lines = try await desk.run(models)
        #expect(lines == (0..<7).map { "c\($0) ran" })
        // The fifth question would need 52 of 64 and leave less than an eighth; half the window holds two turns and it.
        #expect(models.questions[4].prompts.count == 4)
        #expect(models.questions[5].prompts == ["7 times say w3", "7 times say w4"])
        #expect(models.questions[6].prompts == ["7 times say w3", "7 times say w4", "7 times say w5"])
        let outputs = try OutputsFile(at: desk.paths.outputs)
        #expect(outputs["c4"]?.trimming == nil)
        #expect(outputs["c5"]?.trimming == Trimming(droppedTurnCount: 3))
        #expect(outputs["c6"]?.trimming == nil, "it goes on from what is left")
        #expect(outputs["c5"]?.isEdited == false)
        let transcript = try desk.folder.text(of: "desk.transcripts/c6.json")
        #expect(!transcript.contains("w2") && transcript.contains("w3"))
        #expect(transcript.contains("\"droppedTurns\""))
        // Without a model, all of it is known from the record.
        #expect(try desk.plan(models).allSatisfy { $0.hasSuffix(" fresh") })
        #expect(try await desk.run(models) == (0..<7).map { "c\($0) fresh" })
        #expect(models.questions.count == 7)
    }

    @Test("keeps the turns that it is told to keep, and fails where they alone are too much")
    func keeps() async throws {
        let models = WordModels()
        let desk = try Workspace(Self.source("context: {size: 64, whenFull: {keepTurns: 4}}"))
        let lines = try await desk.run(models)
        #expect(models.questions[5].prompts.count == 4, "half the window would be two")
        #expect(lines == (0..<7).map { "c\($0) ran" })
        let strict = try Workspace(Self.source("context: {size: 64, whenFull: {keepTurns: 6}}"))
        #expect(try await strict.run(WordModels()).last == "c6 skipped for c5")
    }

    @Test("sums up what it leaves out, in a turn of its own")
    func summarized() async throws {
        let models = WordModels()
        models.answer(Trimming.summaryPrompt, with: "They said words.")
        let desk = try Workspace(Self.source("context: {size: 80, whenFull: summarize}"))
        let lines = try await desk.run(models)
        #expect(lines == (0..<7).map { "c\($0) ran" })
        let outputs = try OutputsFile(at: desk.paths.outputs)
        let entry = try #require(outputs.entries.first { $0.entry.trimming != nil })
        #expect(entry.entry.trimming?.summary == "They said words.")
        let asked = try #require(models.questions.first { $0.prompts.first == Trimming.summaryPrompt })
        #expect(asked.prompts.count > 1, "the turns that are left stand behind the summary")
        #expect(try desk.folder.text(of: "desk.transcripts/\(entry.id).json").contains("\"summarizedTurns\""))
        #expect(try desk.plan(models).allSatisfy { $0.hasSuffix(" fresh") })
    }

    @Test("the window is part of the key where the file or the cell says something of it, and only there")
    func keys() async throws {
        let models = WordModels()
        let desk = try Workspace("playground: 1\ncells:\n  - {id: a, prompt: Hi.}\n  - {id: b, prompt: Ho.}\n")
        try await desk.run(models)
        try desk.write(
            "playground: 1\ntarget: ios26\ncells:\n  - {id: a, prompt: Hi.}\n"
                + "  - {id: b, prompt: Ho., context: {whenFull: {keepTurns: 2}}}\n")
        #expect(try desk.plan(models) == ["a fresh", "b stale: context changed"])
    }

    @Test("cell goes over file key by key, and a target caps both")
    func resolved() throws {
        let document = try Workspace(
            "playground: 1\ntarget: ios27\ncontext: {whenFull: {keepTurns: 2}}\ncells:\n  - {id: a, prompt: Hi.}\n"
                + "  - {id: b, prompt: Ho., context: {size: 100}}\n"
        ).document()
        let windows = document.cells.map { ContextWindow(document.context(of: $0), target: document.target?.value) }
        #expect(windows[0]?.size == 4_096 && windows[0]?.policy == .keepTurns(count: 2))
        #expect(windows[1]?.size == 100 && windows[1]?.policy == .keepTurns(count: 2))
        #expect(TargetSystem.pcc.contextSize == 32_768)
    }

    @Test("counts turns that went before across two trimmings")
    func counted() {
        let options = ResolvedOptions(sampling: .greedy, maximumResponseTokens: nil)
        var conversation = Conversation(instructions: "Be kind.")
        for index in 0..<6 { conversation = conversation.adding("p\(index)", "c\(index)", options) }
        let once = conversation.trimmed(by: Trimming(droppedTurnCount: 2))
        let twice = once.trimmed(by: Trimming(droppedTurnCount: 1, summary: "s"))
        #expect(once.turns.map(\.prompt) == ["p2", "p3", "p4", "p5"])
        #expect(Array(once.turns)[0].droppedTurnCount == 2)
        #expect(twice.turns.map(\.content) == ["s", "c3", "c4", "c5"])
        #expect(Array(twice.turns)[0].droppedTurnCount == 3)
        // The summary itself was no turn of the conversation.
        let thrice = twice.trimmed(by: Trimming(droppedTurnCount: 2, summary: "t"))
        #expect(Array(thrice.turns)[0].droppedTurnCount == 4)
    }
}
