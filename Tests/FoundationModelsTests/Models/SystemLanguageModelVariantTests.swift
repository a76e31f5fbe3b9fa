// What the system's model can be made for, simulated states, adapters, and the service that is not here.

import Foundation
import FoundationModels
import Inference
import Testing
import Tokenization

@Suite struct SystemLanguageModelVariantTests {
    private let scripted = ScriptedModel("tags", "!")
    private let model: SystemLanguageModel

    init() {
        let source = ScriptedSource(scripted)
        model = SystemLanguageModel { source }
    }

    @Test func taggingIsToldAheadOfTheInstructionsAndLeavesNoTrace() async throws {
        let tagging = SystemLanguageModel(sharing: model, useCase: .contentTagging)
        let session = LanguageModelSession(model: tagging, instructions: "At most three tags.")
        try await session.respond(to: "A day at sea.")
        let preface = try #require(SystemLanguageModel.UseCase.contentTagging.preface)
        #expect(
            scripted.history.requests.last?.messages.map(\.content) == [
                preface + "\nAt most three tags.", "A day at sea.",
            ])
        #expect(
            session.transcript.map(\.content) == ["At most three tags.", "A day at sea.", "tags!"])
        #expect(SystemLanguageModel.UseCase.general.preface == nil)
        #expect(SystemLanguageModel.UseCase.general != .contentTagging)
    }

    @Test func modelsForATaskShareTheWeights() async throws {
        let source = ScriptedSource(scripted)
        let base = SystemLanguageModel { source }
        for useCase in [SystemLanguageModel.UseCase.general, .contentTagging] {
            let session = LanguageModelSession(model: SystemLanguageModel(sharing: base, useCase: useCase))
            try await session.respond(to: "Hi")
        }
        #expect(source.loadCount == 1)
    }

    @Test(arguments: [
        SystemLanguageModel.Availability.UnavailableReason.deviceNotEligible, .appleIntelligenceNotEnabled,
        .modelNotReady,
    ])
    func aSimulatedStateHoldsInItsScopeAndForRequests(
        _ reason: SystemLanguageModel.Availability.UnavailableReason
    ) async throws {
        #expect(model.isAvailable)
        await SystemLanguageModel.simulate(.unavailable(reason)) {
            #expect(model.availability == .unavailable(reason))
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await LanguageModelSession(model: model).respond(to: "Hi")
            }
            guard case .assetsUnavailable(let context) = error else {
                Issue.record("unexpected \(String(describing: error))")
                return
            }
            #expect(
                context.debugDescription
                    == "the system's language model is simulated to be unavailable (\(reason)); end the simulation, or "
                    + "unset FOUNDATIONMODELS_SIMULATE [models.simulated]")
        }
        #expect(model.isAvailable)
        #expect(try await LanguageModelSession(model: model).respond(to: "Hi").content == "tags!")
    }

    @Test func anOpenModelIsSimulatedAwayToo() async throws {
        let session = LanguageModelSession(model: model)
        try await session.respond(to: "Hi")
        await SystemLanguageModel.simulate(.unavailable(.modelNotReady)) {
            await #expect(throws: SystemLanguageModel.Error.self) { try await session.respond(to: "Hi") }
        }
        #expect(session.transcript.count == 2)
    }

    @Test func aVariantHasAName() {
        #expect(model.variant.displayName == "scripted")
        #expect(model.variant != .core3 && SystemLanguageModel.Variant.core3 != .coreAdvanced3)
    }

    @Test func thereAreNoAdapters() throws {
        let name = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
            try SystemLanguageModel.Adapter(name: "haiku")
        }
        #expect(
            name?.errorDescription
                == "there is no adapter 'haiku': adapters are made for Apple's model, and the model here is another "
                + "[models.adapter]")
        let empty = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
            try SystemLanguageModel.Adapter(name: "")
        }
        #expect(empty?.errorDescription == "an adapter must have a name [models.adapter]")
        let file = #expect(throws: SystemLanguageModel.Adapter.AssetError.self) {
            try SystemLanguageModel.Adapter(fileURL: URL(filePath: "/tmp/haiku.fmadapter"))
        }
        #expect(
            file?.errorDescription
                == "haiku.fmadapter can't be used: adapters are made for Apple's model, and the model here is another "
                + "[models.adapter]")
        #expect(SystemLanguageModel.Adapter.compatibleAdapterIdentifiers(name: "haiku").isEmpty)
        try SystemLanguageModel.Adapter.removeObsoleteAdapters()
    }
}

@Suite struct PrivateCloudComputeLanguageModelTests {
    private let model = PrivateCloudComputeLanguageModel()

    @Test func theServiceIsNotHere() async throws {
        #expect(model.availability == .unavailable(.deviceNotEligible))
        #expect(!model.isAvailable)
        #expect(!model.quotaUsage.isLimitReached)
        let message =
            "Private Cloud Compute is a service of Apple's systems and is not available on this one; use "
            + "SystemLanguageModel or LocalLanguageModel [models.cloud]"
        let error = await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) {
            try await LanguageModelSession(model: model).respond(to: "Hi")
        }
        guard case .serviceUnavailable(let details) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(details.debugDescription == message)
        await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) { try await model.contextSize }
        await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) { try await model.supportedLanguages }
        await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) { try await model.supportsLocale() }
    }

    @Test func anAppThatHandlesQuotasCanBeTried() async throws {
        let reset = Date(timeIntervalSince1970: 86_400)
        try await PrivateCloudComputeLanguageModel.simulate(
            .available, quotaUsage: .limitReached(resetDate: reset)
        ) {
            #expect(model.isAvailable)
            let usage = model.quotaUsage
            #expect(usage.isLimitReached)
            usage.limitIncreaseSuggestion?.show()
            #expect(usage.limitIncreaseSuggestion != nil)
            #expect(usage.resetDate == reset)
            let size = try await model.contextSize
            #expect(size == 32_768)
            let error: (any Error)? = await #expect(throws: (any Error).self) {
                try await LanguageModelSession(model: model).respond(to: "Hi")
            }
            guard let error, case PrivateCloudComputeLanguageModel.Error.quotaLimitReached(let details) = error
            else {
                Issue.record("unexpected \(String(describing: error))")
                return
            }
            #expect(details.resetDate == reset)
            #expect(error is LanguageModelSession.GenerationError)
        }
        #expect(!model.isAvailable)
    }

    /// Published code, with texts for views and words for comments.
    private func shown(_ model: PrivateCloudComputeLanguageModel) -> [String] {
        var shown: [String] = []
        switch model.availability {
        case .available: shown.append("intelligence")
        case .unavailable(.deviceNotEligible): shown.append("something else")
        case .unavailable(.systemNotReady): shown.append("later")
        }
        if model.quotaUsage.isLimitReached {
            shown.append("Over the daily limit")
        } else if case .belowLimit(let info) = model.quotaUsage.status {
            if info.isApproachingLimit {
                shown.append("Near the limit")
            }
        }
        if let suggestion = model.quotaUsage.limitIncreaseSuggestion {
            suggestion.show()
            shown.append("Plans")
        }
        return shown
    }

    @Test func publishedCodeShowsEveryState() async {
        #expect(shown(model) == ["something else"])
        await PrivateCloudComputeLanguageModel.simulate(.available) { #expect(shown(model) == ["intelligence"]) }
        await PrivateCloudComputeLanguageModel.simulate(.available, quotaUsage: .belowLimit(isApproaching: true)) {
            #expect(shown(model) == ["intelligence", "Near the limit"])
        }
        await PrivateCloudComputeLanguageModel.simulate(.unavailable(.systemNotReady), quotaUsage: .limitReached()) {
            #expect(shown(model) == ["later", "Over the daily limit", "Plans"])
        }
    }

    @Test func approachingTheLimitIsAState() async {
        await PrivateCloudComputeLanguageModel.simulate(
            .unavailable(.systemNotReady), quotaUsage: .belowLimit(isApproaching: true)
        ) {
            #expect(model.availability == .unavailable(.systemNotReady))
            guard case .belowLimit(let details) = model.quotaUsage.status else {
                Issue.record("unexpected \(model.quotaUsage)")
                return
            }
            #expect(details.isApproachingLimit)
            #expect(model.quotaUsage.limitIncreaseSuggestion == nil)
        }
    }
}
