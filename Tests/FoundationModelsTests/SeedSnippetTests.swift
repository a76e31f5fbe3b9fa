// Code as people publish it for the framework, as far as it needs text alone: it compiles unchanged, or with the change
// that a comment names, and does what it says.

import Foundation
import FoundationModels
import Inference
import Observation
import Testing
import Tokenization

@Suite(.serialized) struct SeedSnippetTests {
    private let model: ScriptedModel

    /// Puts a scripted model where `SystemLanguageModel.default` looks.
    init() {
        let source = ScriptedSource(Self.shared)
        InstalledModels.source = source
        model = Self.shared
    }

    /// One for all tests, since the default model is opened once a process.
    private static let shared = ScriptedModel(contextSize: 40) { messages in
        ["reply", " to", " \(messages.last?.content.prefix(12) ?? "")"]
    }

    @Test func threeLines() async throws {
        let session = LanguageModelSession()
        let response = try await session.respond(to: "What's a good month to visit Paris?")
        print(response.content)
        #expect(response.content == "reply to What's a goo")
    }

    @Test func aFunctionWithInstructions() async throws {
        func respond(userInput: String) async throws -> String {
            let session = LanguageModelSession(
                instructions: """
                    You are a friendly barista in a world full of pixels.
                    Respond to the player's question.
                    """
            )
            let response = try await session.respond(to: userInput)
            return response.content
        }
        #expect(try await respond(userInput: "A latte?") == "reply to A latte?")
        #expect(model.history.requests.last?.messages.first?.content.contains("barista") == true)
    }

    @Test func twoTurnsAndTheTranscript() async throws {
        let session = LanguageModelSession(
            instructions: """
                You are a cooking assistant.
                """)
        let first = try await session.respond(to: "I have chicken and rice")
        let followUp = try await session.respond(to: "What about a vegetarian option?")
        print(first.content, followUp.content, session.transcript)

        let transcript = session.transcript
        var lines: [String] = []
        for entry in transcript.entries {
            lines.append("Entry: \(entry.content)")
        }
        #expect(
            lines == [
                "Entry: You are a cooking assistant.", "Entry: I have chicken and rice",
                "Entry: reply to I have chick", "Entry: What about a vegetarian option?",
                "Entry: reply to What about a",
            ])
    }

    @Test func greedyAndTemperature() async throws {
        let session = LanguageModelSession()
        let prompt = "Go"
        let greedy = try await session.respond(
            to: prompt,
            options: GenerationOptions(sampling: .greedy)
        )
        let warm = try await session.respond(
            to: prompt,
            options: GenerationOptions(temperature: 0.5)
        )
        #expect(greedy.record?.sampling == .greedy)
        #expect(warm.record.map { $0.sampling != .greedy } == true)
        #expect(GenerationOptions(samplingMode: .greedy) == GenerationOptions(sampling: .greedy))
    }

    @Test func overflowStartsANewSession() async throws {
        let prompt = String(repeating: "word ", count: 30)
        var session = LanguageModelSession()
        let first = session
        try await session.respond(to: prompt)

        do {
            let response = try await session.respond(to: prompt)
            print(response.content)
        } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
            // New session, no history
            session = LanguageModelSession()
        }
        #expect(session !== first)
        #expect(try await session.respond(to: prompt).content == "reply to word word wo")
    }

    @Test func overflowCondensesTheSession() async throws {
        func newSession(previousSession: LanguageModelSession) -> LanguageModelSession {
            let allEntries = previousSession.transcript.entries
            var condensedEntries = [Transcript.Entry]()

            if let firstEntry = allEntries.first {
                condensedEntries.append(firstEntry)  // Instructions

                if allEntries.count > 1, let lastEntry = allEntries.last {
                    condensedEntries.append(lastEntry)  // Recent context
                }
            }

            let condensedTranscript = Transcript(entries: condensedEntries)
            // Note: transcript includes instructions
            return LanguageModelSession(transcript: condensedTranscript)
        }
        var session = LanguageModelSession(instructions: "Be brief.")
        try await session.respond(to: String(repeating: "word ", count: 30))
        do {
            try await session.respond(to: "one two three four five")
            Issue.record("expected an overflow")
        } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
            session = newSession(previousSession: session)
        }
        #expect(session.transcript.map(\.content) == ["Be brief.", "reply to word word wo"])
        #expect(try await session.respond(to: "one two").content == "reply to one two")
    }

    @Test func aFallbackWhereNoModelIs() async throws {
        func summarize(_ text: String) async throws -> String {
            let model = SystemLanguageModel.default
            switch model.availability {
            case .available:
                let session = LanguageModelSession()
                let response = try await session.respond(to: "Summarize: \(text)")
                return response.content
            case .unavailable:
                // Fallback: truncate with ellipsis, or call server API
                return String(text.prefix(200)) + "..."
            }
        }
        #expect(try await summarize("a") == "reply to Summarize: a")
    }

    @Test func reasonsForUnavailability() {
        // `@unknown default` of the article would warn: the enumerations of a source package are closed.
        func message(_ availability: SystemLanguageModel.Availability) -> String {
            switch availability {
            case .available: "ready"
            case .unavailable(.deviceNotEligible): "device"
            case .unavailable(.appleIntelligenceNotEnabled): "settings"
            case .unavailable(.modelNotReady): "downloading"
            }
        }
        #expect(message(SystemLanguageModel.default.availability) == "ready")
        #expect(message(.unavailable(.modelNotReady)) == "downloading")
    }

    @Test func languagesAreAskedFor() {
        let supportedLanguages = SystemLanguageModel.default.supportedLanguages
        guard supportedLanguages.contains(Locale(identifier: "de").language) else { return }
        Issue.record("the scripted model speaks no German")
    }

    @MainActor @Observable final class ViewModel {
        private var session: LanguageModelSession?
        var text = ""

        /// The article's class is Combine's `ObservableObject`; its model was warmed by making the session early.
        init() {
            session = LanguageModelSession(instructions: "...")
            session?.prewarm()
            session?.prewarm(promptPrefix: Prompt("Hello"))
        }

        func generate(prompt: String) async throws -> String {
            let response = try await session?.respond(to: prompt)
            return response?.content ?? ""
        }

        func stream(prompt: String) async throws {
            guard let session, !session.isResponding else { return }
            let stream = session.streamResponse(to: prompt)
            for try await partial in stream {
                text = partial.content
            }
        }
    }

    @Test @MainActor func aViewModelOnTheMainActor() async throws {
        let viewModel = ViewModel()
        #expect(try await viewModel.generate(prompt: "Hi") == "reply to Hi")
        try await viewModel.stream(prompt: "Ho")
        #expect(viewModel.text == "reply to Ho")
    }
}
