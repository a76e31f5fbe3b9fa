// Rehearsed failures: no model is opened, and the error is the one that an app would catch.

import TestSupport
import Foundation
import FoundationModels
import Testing

@testable import Notebook

@Suite("Simulation")
struct SimulationTests {
    @Test("fails the cells that say so, without a model, and no others")
    func run() async throws {
        let models = WordModels()
        let desk = try Workspace(
            """
            playground: 1
            model: fake
            simulate: {availability: modelNotReady}
            cells:
              - {id: a, prompt: Hi.}
              - {id: b, prompt: Ho., simulate: {availability: available}}
              - {id: c, prompt: Hu., simulate: {error: guardrailViolation}}
              - {id: d, prompt: He., simulate: {quota: approachingLimit}}

            """)
        #expect(
            try await desk.run(models) == [
                "a failed: desk.playground.yaml:5:10: error: the model is simulated to be unavailable (modelNotReady); remove 'simulate' to ask it [models.simulated]",
                "b ran",
                "c failed: desk.playground.yaml:7:10: error: the prompt or the response broke the rule 'simulated'; word the prompt differently [session.guardrail]",
                "d ran",
            ])
        #expect(models.questions.map(\.prompt) == ["Ho.", "He."])
        #expect(try desk.plan(models)[0].hasPrefix("a failed: the model is simulated"))
    }

    @Test("an answer on record is no answer to a rehearsal")
    func staleness() async throws {
        let models = WordModels()
        let desk = try Workspace("playground: 1\ncells:\n  - {id: a, prompt: Hi.}\n")
        try await desk.run(models)
        try desk.write("playground: 1\ncells:\n  - {id: a, prompt: Hi., simulate: {error: refusal}}\n")
        #expect(try desk.plan(models) == ["a stale: options changed"])
    }

    @Test(
        "every failure can be caught by the names of both taxonomies",
        arguments: SimulationDeclaration.ErrorName.allCases)
    func errors(name: SimulationDeclaration.ErrorName) throws {
        let error = try #require(SimulationDeclaration.error(name).failure(contextSize: 100))
        #expect(ModelFailure.isFailure(error))
        switch name {
        case .guardrailViolation:
            guard case LanguageModelError.guardrailViolation? = error as? LanguageModelError,
                case LanguageModelSession.GenerationError.guardrailViolation? = error
                    as? LanguageModelSession.GenerationError
            else {
                Issue.record("\(error)")
                return
            }
        case .contextSizeExceeded, .exceededContextWindowSize:
            guard case LanguageModelError.contextSizeExceeded(let details)? = error as? LanguageModelError else {
                Issue.record("\(error)")
                return
            }
            #expect(details.contextSize == 100)
            #expect(error as? LanguageModelSession.GenerationError != nil)
        case .timeout: #expect(error as? LanguageModelError != nil)
        case .networkFailure, .serviceUnavailable:
            #expect(error as? PrivateCloudComputeLanguageModel.Error != nil)
        case .refusal, .rateLimited, .unsupportedGenerationGuide, .unsupportedGuide, .unsupportedLanguageOrLocale,
            .decodingFailure, .assetsUnavailable, .concurrentRequests:
            #expect(error as? LanguageModelSession.GenerationError != nil)
        }
    }

    @Test("a quota that is used up says when it is there again")
    func quota() throws {
        let error = try #require(
            SimulationDeclaration.quota(.limitReached, resetDate: "2027-01-31T12:00:00Z").failure(contextSize: 1))
        guard
            case PrivateCloudComputeLanguageModel.Error.quotaLimitReached(let details)? =
                error as? PrivateCloudComputeLanguageModel.Error
        else {
            Issue.record("\(error)")
            return
        }
        #expect(details.resetDate?.timeIntervalSince1970 == 1_801_396_800)
        for text in ["quota limitReached 2027-01-31T12:00:00Z", "error refusal", "availability modelNotReady"] {
            #expect(SimulationDeclaration(text: text)?.text == text)
        }
    }
}
