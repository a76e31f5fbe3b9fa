// Failed requests as apps catch them: each way of the published code and of the documentation, by the older names and the
// newer ones, on the same thrown value.

import Foundation
import FoundationModels
import Testing

@Suite struct ModelFailureTests {
    /// One failure, and what it is called.
    struct Row: Sendable, CustomTestStringConvertible {
        var failure: ModelFailure
        /// Name in the taxonomy of 26.
        var older: String?
        /// Names in the types of 27.
        var newer: String?
        var message: String
        var testDescription: String { newer ?? older ?? "" }
    }

    static let entries: [Transcript.Entry] = [.prompt(.init(id: "P", segments: [.text(.init(content: "a secret"))]))]

    static let rows = [
        Row(
            failure: .contextSizeExceeded(size: 3, count: 4), older: "exceededContextWindowSize",
            newer: "contextSizeExceeded(3, 4)",
            message: "the conversation needs 4 tokens, but the model's context has 3; shorten the prompt or the "
                + "conversation [session.context-full]"),
        Row(
            failure: .assetsUnavailable("no weights"), older: "assetsUnavailable", newer: "assetsUnavailable",
            message: "no weights"),
        Row(
            failure: .guardrailViolation(rule: "no violence"), older: "guardrailViolation",
            newer: "guardrailViolation",
            message: "the prompt or the response broke the rule 'no violence'; word the prompt differently "
                + "[session.guardrail]"),
        Row(
            failure: .refusal(transcriptEntries: entries), older: "refusal", newer: "refusal",
            message: "the model would not answer; word the prompt differently, or ask for the refusal's explanation "
                + "[session.refusal]"),
        Row(
            failure: .unsupportedGuide(schemaName: "Tide", "no lookahead"), older: "unsupportedGuide",
            newer: "unsupportedGenerationGuide(Tide)", message: "no lookahead"),
        Row(
            failure: .unsupportedLanguage("nds", supported: ["en", "fr"]), older: "unsupportedLanguageOrLocale",
            newer: "unsupportedLanguageOrLocale(nds)",
            message: "the model does not speak 'nds'; it speaks 'en', 'fr' [session.language]"),
        Row(
            failure: .decodingFailure("expected a string, found null"), older: "decodingFailure", newer: nil,
            message: "expected a string, found null"),
        Row(
            failure: .decodingFailure(
                "cut off", form: GeneratedContent.ParsingError(rawContent: "[", debugDescription: "cut off")),
            older: "decodingFailure", newer: "parsing.[", message: "cut off"),
        Row(
            failure: .rateLimited(resetDate: Date(timeIntervalSince1970: 5)), older: "rateLimited",
            newer: "rateLimited(5)",
            message: "too many requests in too short a time; wait before asking again [session.rate-limited]"),
        Row(
            failure: .concurrentRequests, older: "concurrentRequests", newer: "session.concurrentRequests",
            message: "the session is still responding to an earlier prompt; wait until isResponding is false, or use "
                + "another session [session.concurrent-requests]"),
        Row(
            failure: .transcriptMutationWhileResponding, older: nil,
            newer: "session.transcriptMutationWhileResponding",
            message: "the transcript can't be changed while the session responds; wait until isResponding is false "
                + "[session.transcript-mutation]"),
        Row(
            failure: .unsupportedCapability(.vision, purpose: "to read an image"), older: nil,
            newer: "unsupportedCapability(vision: true)",
            message: "the model does not have the capability 'vision', which it takes to read an image; use a model "
                + "that has it [session.capability]"),
        Row(
            failure: .unsupportedTranscriptContent(entries, "an image"), older: nil,
            newer: "unsupportedTranscriptContent(P)", message: "an image"),
        Row(
            failure: .timeout(after: .seconds(30)), older: nil, newer: "timeout",
            message: "the model took longer than 30.0 seconds; ask again, or ask for less [session.timeout]"),
        Row(
            failure: ModelFailure(
                PrivateCloudComputeLanguageModel.Error.quotaLimitReached(.init(debugDescription: "used up")),
                LanguageModelSession.GenerationError.rateLimited(.init(debugDescription: "used up"))),
            older: "rateLimited", newer: "cloud.quotaLimitReached", message: "used up"),
    ]

    private func fail(_ row: Row) throws { throw row.failure }

    /// A name by patterns of `catch`, with no payload bound.
    private func olderNameByCatching(_ row: Row) -> String? {
        do {
            try fail(row)
            return nil
        } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
            return "exceededContextWindowSize"
        } catch LanguageModelSession.GenerationError.assetsUnavailable {
            return "assetsUnavailable"
        } catch LanguageModelSession.GenerationError.guardrailViolation {
            return "guardrailViolation"
        } catch LanguageModelSession.GenerationError.unsupportedGuide {
            return "unsupportedGuide"
        } catch LanguageModelSession.GenerationError.unsupportedLanguageOrLocale {
            return "unsupportedLanguageOrLocale"
        } catch LanguageModelSession.GenerationError.decodingFailure {
            return "decodingFailure"
        } catch LanguageModelSession.GenerationError.rateLimited {
            return "rateLimited"
        } catch LanguageModelSession.GenerationError.concurrentRequests {
            return "concurrentRequests"
        } catch LanguageModelSession.GenerationError.refusal {
            return "refusal"
        } catch {
            return nil
        }
    }

    /// A name and its payload by casting, then switching.
    private func olderNameBySwitching(_ error: any Error) -> (name: String, text: String)? {
        guard let error = error as? LanguageModelSession.GenerationError else { return nil }
        switch error {
        case .exceededContextWindowSize(let context): return ("exceededContextWindowSize", context.debugDescription)
        case .assetsUnavailable(let context): return ("assetsUnavailable", context.debugDescription)
        case .guardrailViolation(let context): return ("guardrailViolation", context.debugDescription)
        case .unsupportedGuide(let context): return ("unsupportedGuide", context.debugDescription)
        case .unsupportedLanguageOrLocale(let context):
            return ("unsupportedLanguageOrLocale", context.debugDescription)
        case .decodingFailure(let context): return ("decodingFailure", context.debugDescription)
        case .rateLimited(let context): return ("rateLimited", context.debugDescription)
        case .concurrentRequests(let context): return ("concurrentRequests", context.debugDescription)
        case .refusal(_, let context): return ("refusal", context.debugDescription)
        }
    }

    /// A name with what the payload says, by patterns on the untyped error.
    private func newerName(_ error: any Error) -> String? {
        switch error {
        case LanguageModelError.contextSizeExceeded(let details):
            "contextSizeExceeded(\(details.contextSize), \(details.tokenCount))"
        case LanguageModelError.rateLimited(let details):
            "rateLimited(\(details.resetDate.map { Int($0.timeIntervalSince1970) } ?? 0))"
        case LanguageModelError.guardrailViolation: "guardrailViolation"
        case LanguageModelError.refusal: "refusal"
        case LanguageModelError.unsupportedCapability(let details):
            "unsupportedCapability(vision: \(details.capability == .vision))"
        case LanguageModelError.unsupportedTranscriptContent(let details):
            "unsupportedTranscriptContent(\(details.unsupportedContent.map(\.id).joined()))"
        case LanguageModelError.unsupportedGenerationGuide(let details):
            "unsupportedGenerationGuide(\(details.schemaName ?? ""))"
        case LanguageModelError.unsupportedLanguageOrLocale(let details):
            "unsupportedLanguageOrLocale(\(details.languageCode.identifier))"
        case LanguageModelError.timeout: "timeout"
        case SystemLanguageModel.Error.assetsUnavailable: "assetsUnavailable"
        case let error as LanguageModelSession.Error: "session.\(error)"
        case PrivateCloudComputeLanguageModel.Error.quotaLimitReached: "cloud.quotaLimitReached"
        case let error as GeneratedContent.ParsingError: "parsing.\(error.rawContent)"
        default: nil
        }
    }

    @Test(arguments: rows) func oneValueIsCaughtByBothTaxonomies(_ row: Row) {
        #expect(olderNameByCatching(row) == row.older)
        let error = #expect(throws: (any Error).self) { try fail(row) }
        guard let error else { return }
        #expect(newerName(error) == row.newer)
        let switched = olderNameBySwitching(error)
        #expect(switched?.name == row.older)
        #expect(switched?.text == (row.older == nil ? nil : row.message))
        #expect((error is LanguageModelSession.GenerationError) == (row.older != nil))
        #expect(
            (error is LanguageModelError)
                == (row.newer.map { !$0.contains(".") && $0 != "assetsUnavailable" } ?? false))
    }

    @Test(arguments: rows) func everyFormSaysTheSameWhatWhyAndWhatToDo(_ row: Row) {
        #expect(row.failure.description == row.message)
        #expect(row.failure.localizedDescription == row.message)
        #expect("\(row.failure)" == row.message)
        #expect(row.failure.failureReason?.isEmpty == false)
        #expect(row.failure.recoverySuggestion?.isEmpty == false)
        for form in row.failure.allForms {
            #expect(form.errorDescription == row.message)
            if form is GeneratedContent.ParsingError { continue }
            #expect(form.failureReason?.isEmpty == false)
            #expect(form.recoverySuggestion?.isEmpty == false)
        }
    }

    @Test func castsWorkInGenericCodeAndInResults() {
        func cast<E: Error>(_ error: any Error, to type: E.Type) -> E? { error as? E }
        let failure = ModelFailure.contextSizeExceeded(size: 3, count: 4)
        #expect(cast(failure, to: LanguageModelSession.GenerationError.self) != nil)
        #expect(cast(failure, to: LanguageModelError.self) != nil)
        #expect(cast(failure, to: LanguageModelSession.Error.self) == nil)
        let result = Result<Int, any Error> { throw failure }
        guard case .failure(LanguageModelError.contextSizeExceeded(let details)) = result else {
            Issue.record("unexpected \(result)")
            return
        }
        #expect(details.tokenCount == 4)
        // Testing's own casts are generic, too.
        #expect(throws: LanguageModelSession.GenerationError.self) { throw failure }
        #expect(throws: LanguageModelError.self) { throw failure }
    }

    @Test func aFormThatIsThrownByItselfIsNothingElse() {
        let error: any Error = LanguageModelError.timeout(.init(debugDescription: "slow"))
        #expect(error is LanguageModelError)
        #expect(!(error is LanguageModelSession.GenerationError))
        #expect(!(CancellationError() as any Error is LanguageModelError))
    }

    @Test func aCastOfAFormToTheFailureHasAllForms() {
        let error: any Error = GeneratedContent.ParsingError(rawContent: "]", debugDescription: "no value")
        let failure = error as? ModelFailure
        #expect(failure?.allForms.count == 2)
        #expect(!ModelFailure.isFailure(error))
        #expect(failure.map { ModelFailure.isFailure($0) } == true)
    }

    @Test func errorsOfOtherMakersAreCompleted() {
        let rows: [(any Error, older: String?, newer: String?)] = [
            (
                LanguageModelError.contextSizeExceeded(.init(contextSize: 8, tokenCount: 9, debugDescription: "full")),
                "exceededContextWindowSize", "contextSizeExceeded(8, 9)"
            ),
            (
                LanguageModelSession.GenerationError.exceededContextWindowSize(.init(debugDescription: "full")),
                "exceededContextWindowSize", "contextSizeExceeded(0, 0)"
            ),
            (
                LanguageModelError.unsupportedLanguageOrLocale(.init(languageCode: "nds", debugDescription: "no")),
                "unsupportedLanguageOrLocale", "unsupportedLanguageOrLocale(nds)"
            ),
            (LanguageModelSession.Error.concurrentRequests, "concurrentRequests", "session.concurrentRequests"),
            (
                SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "none")), "assetsUnavailable",
                "assetsUnavailable"
            ),
            (LanguageModelError.timeout(.init(debugDescription: "slow")), nil, "timeout"),
            (
                LanguageModelSession.GenerationError.decodingFailure(.init(debugDescription: "odd")), "decodingFailure",
                nil
            ),
            (
                PrivateCloudComputeLanguageModel.Error.quotaLimitReached(.init(debugDescription: "used up")),
                "rateLimited", "cloud.quotaLimitReached"
            ),
            (
                GeneratedContent.ParsingError(rawContent: "]", debugDescription: "no value"), "decodingFailure",
                "parsing.]"
            ),
            (CancellationError(), nil, nil),
        ]
        for (error, older, newer) in rows {
            let completed = ModelFailure.completing(error)
            #expect(olderNameBySwitching(completed)?.name == older)
            #expect(newerName(completed) == newer)
            #expect((type(of: completed) == ModelFailure.self) == (older != nil || newer != nil))
            let again = ModelFailure.completing(completed)
            #expect(again as AnyObject === completed as AnyObject || newer == nil)
        }
    }

    @Test func noMessageRepeatsAPrompt() {
        for row in Self.rows {
            for form in row.failure.allForms {
                #expect(form.errorDescription?.contains("a secret") == false)
                #expect(form.recoverySuggestion?.contains("a secret") != true)
            }
            #expect(!"\(row.failure)".contains("a secret"))
        }
    }
}
