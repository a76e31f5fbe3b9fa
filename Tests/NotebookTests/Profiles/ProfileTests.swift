// Profiles, models of single cells, use cases and reasoning levels, from the file to what a model is asked.

import FoundationModels
import TestSupport
import Testing

@testable import Notebook

@Suite("Profiles")
struct ProfileTests {
    static let source = """
        playground: 1
        model: base
        options: {maximumResponseTokens: 10, temperature: 0.5}
        instructions: From the file.
        profiles:
          brief:
            instructions: Be brief.
            options: {maximumResponseTokens: 5}
            model: small
            reasoningLevel: light
          loud: {instructions: Be loud.}
          bare: {options: {maximumResponseTokens: 7}}
        cells:
          - {id: plain, prompt: One.}
          - {id: own, profile: brief, prompt: Two., instructions: My own., options: {maximumResponseTokens: 3}, model: other, reasoningLevel: deep}
          - {id: short, profile: brief, prompt: Three.}
          - {id: goes-on, continues: short, prompt: Four.}
          - {id: switched, continues: goes-on, profile: loud, prompt: Five.}
          - {id: kept, continues: switched, profile: bare, prompt: Six.}
          - {id: tagged, useCase: contentTagging, prompt: Seven.}

        """

    private func questions() async throws -> [String: WordModels.Question] {
        let models = WordModels()
        let desk = try Workspace(Self.source)
        try await desk.run(models)
        #expect(Set(models.opened) == ["base", "small", "other"])
        #expect(models.opened.count == 3, "each is opened once")
        return Dictionary(uniqueKeysWithValues: models.questions.map { ($0.prompt, $0) })
    }

    @Test("cell goes over profile, profile over file")
    func precedence() async throws {
        let questions = try await questions()
        let plain = try #require(questions["One."])
        #expect(plain.instructions == "From the file." && plain.model == "base")
        #expect(plain.options.maximumResponseTokens == 10 && plain.options.reasoningLevel == nil)
        let own = try #require(questions["Two."])
        #expect(own.instructions == "My own." && own.model == "other")
        #expect(own.options.maximumResponseTokens == 3 && own.options.reasoningLevel == .deep)
        let short = try #require(questions["Three."])
        #expect(short.instructions == "Be brief." && short.model == "small")
        #expect(short.options.maximumResponseTokens == 5 && short.options.reasoningLevel == .light)
        // What the profile leaves open comes from the file.
        guard case .random(temperature: 0.5, candidates: _, seed: _) = short.options.sampling else {
            Issue.record("the temperature of the file is gone: \(short.options)")
            return
        }
        #expect(questions["Seven."]?.options.useCase == .contentTagging)
    }

    @Test("a profile holds for the conversation, and a switch keeps what was said")
    func switching() async throws {
        let questions = try await questions()
        let goesOn = try #require(questions["Four."])
        #expect(goesOn.instructions == "Be brief." && goesOn.model == "small" && goesOn.prompts == ["Three."])
        let switched = try #require(questions["Five."])
        #expect(switched.instructions == "Be loud." && switched.model == "base")
        #expect(switched.prompts == ["Three.", "Four."] && switched.options.maximumResponseTokens == 10)
        // A profile without instructions leaves those that there are.
        let kept = try #require(questions["Six."])
        #expect(kept.instructions == "Be loud." && kept.options.maximumResponseTokens == 7)
        #expect(kept.prompts == ["Three.", "Four.", "Five."])
    }

    @Test("records which model answered, and asks again only where a profile is used that changed")
    func staleness() async throws {
        let models = WordModels()
        let desk = try Workspace(Self.source)
        try await desk.run(models)
        let outputs = try OutputsFile(at: desk.paths.outputs)
        #expect(outputs["short"]?.model.name == "small" && outputs["short"]?.model.sha256 == "hash of small")
        #expect(outputs["plain"]?.model.name == "base")
        #expect(outputs["tagged"]?.options.useCase == .contentTagging, "read back from the record")
        #expect(outputs["short"]?.options.reasoningLevel == .light)
        #expect(try desk.plan(models).allSatisfy { $0.hasSuffix(" fresh") })
        try desk.write(Self.source.replacing("Be loud.", with: "Be louder."))
        #expect(
            try Set(desk.plan(models)) == [
                "plain fresh", "own fresh", "short fresh", "goes-on fresh", "switched stale: instructions changed",
                "kept stale: waits for cell switched", "tagged fresh",
            ])
        try desk.write(Self.source.replacing("model: small", with: "model: tiny"))
        #expect(
            try desk.plan(models).filter { !$0.hasSuffix("fresh") } == [
                "short stale: model changed", "goes-on stale: waits for cell short",
                "switched stale: waits for cell goes-on", "kept stale: waits for cell switched",
            ])
    }

    @Test("a file with profiles that a cell does not use asks that cell the same")
    func keys() async throws {
        let models = WordModels()
        let desk = try Workspace("playground: 1\nmodel: base\ncells:\n  - {id: a, prompt: Hi.}\n")
        try await desk.run(models)
        let before = try desk.sidecars()
        try desk.write(
            "playground: 1\nmodel: base\nprofiles: {p: {instructions: Be loud., model: small}}\n"
                + "cells:\n  - {id: a, prompt: Hi.}\n")
        #expect(try await desk.run(models) == ["a fresh"])
        #expect(try desk.sidecars() == before)
    }

    @Test("a model that can't be opened fails its cells and no others, at the place that names it")
    func missingModel() async throws {
        let models = WordModels(missing: ["small"])
        let desk = try Workspace(Self.source)
        let lines = try await desk.run(models)
        #expect(lines.contains("plain ran") && lines.contains("own ran") && lines.contains("tagged ran"))
        #expect(
            lines.contains(
                "desk.playground.yaml:9:12: error: can't open the model: the weights are missing [test.missing]"))
        #expect(lines.contains("goes-on skipped for short"))
    }

    @Test("a model of the command line answers every cell")
    func override() async throws {
        let models = WordModels()
        let desk = try Workspace(Self.source)
        try await desk.run(models) {
            $0.model = .registered("given")
            $0.isModelOverridden = true
        }
        #expect(models.opened == ["given"])
    }

    @Test("reads a number of tokens as a level, and writes it back")
    func levels() {
        for level in [ReasoningLevelDeclaration.light, .moderate, .deep, .tokens(64)] {
            #expect(ReasoningLevelDeclaration(text: level.text) == level)
        }
        #expect(ReasoningLevelDeclaration.tokens(64).level == .custom("64"))
    }
}
