// A model that says what a script tells it to: for tests of apps and for previews, without weights. Its turns come from a
// list or from a function of the request; pauses last until somebody opens a gate, so that tests decide how far a response
// has come.

internal import FoundationEssentials
internal import Synchronization

/// A language model that follows a script.
///
/// ```swift
/// let model = ScriptedLanguageModel([
///     [.toolCall(name: "tide", arguments: #"{"port": "Brest"}"#)],
///     [.text("High tide is "), .text("at 05:12.")],
/// ])
/// let session = LanguageModelSession(model: model, tools: [TideTool()])
/// ```
public final class ScriptedLanguageModel: LanguageModel {
    /// What the model does in one turn, in order.
    public typealias Turn = [Step]

    /// What the model does next.
    public enum Step: Sendable {
        /// Says a piece of text. One token.
        case text(String)
        /// Thinks a piece of text. One token.
        case reasoning(String)
        /// Asks for a call of a tool.
        /// - Parameters:
        ///   - id: nil: the number of the call within the script's requests.
        ///   - arguments: JSON text.
        case toolCall(id: String? = nil, name: String, arguments: String)
        /// Tells how many tokens the turn has read and written so far.
        case usage(LanguageModelSession.Usage)
        /// Sends any event.
        case event(LanguageModelExecutorGenerationChannel.Event)
        /// Waits until the gate is open.
        case pause(Gate)
        /// Fails.
        case failure(any Error)
    }

    private let script: @Sendable (LanguageModelExecutorGenerationRequest, Int) throws -> Turn
    private let log = Mutex(Log())
    private let identity = UUID()
    public let capabilities: LanguageModelCapabilities

    private struct Log: Sendable {
        var requests: [LanguageModelExecutorGenerationRequest] = []
        var prewarmed: [Transcript] = []
        var callCount = 0
    }

    /// What a scripted model can do where nothing else is said: everything.
    public static let allCapabilities = LanguageModelCapabilities([
        .guidedGeneration, .reasoning, .toolCalling, .vision,
    ])

    /// A model that takes its turns one after the other, whoever asks.
    /// - Parameter turns: a request beyond the last of them fails with `ScriptEndedError`.
    public convenience init(
        _ turns: [Turn], capabilities: LanguageModelCapabilities = ScriptedLanguageModel.allCapabilities
    ) {
        self.init(
            capabilities: capabilities,
            numbered: { _, number in
                guard number < turns.count else { throw ScriptEndedError(turnCount: turns.count) }
                return turns[number]
            })
    }

    /// A model that answers each request by what is in it.
    public convenience init(
        capabilities: LanguageModelCapabilities = ScriptedLanguageModel.allCapabilities,
        respond: @escaping @Sendable (LanguageModelExecutorGenerationRequest) throws -> Turn
    ) {
        self.init(capabilities: capabilities, numbered: { request, _ in try respond(request) })
    }

    private init(
        capabilities: LanguageModelCapabilities,
        numbered script: @escaping @Sendable (LanguageModelExecutorGenerationRequest, Int) throws -> Turn
    ) {
        self.capabilities = capabilities
        self.script = script
    }

    /// All requests so far.
    public var requests: [LanguageModelExecutorGenerationRequest] { log.withLock { $0.requests } }

    /// The transcripts that were prewarmed so far.
    public var prewarmedTranscripts: [Transcript] { log.withLock { $0.prewarmed } }

    public var executorConfiguration: Executor.Configuration { Executor.Configuration(identity: identity) }

    /// A script that has been played to its end.
    public struct ScriptEndedError: Error, Hashable, CustomStringConvertible {
        /// Turns of the script.
        public var turnCount: Int

        public init(turnCount: Int) {
            self.turnCount = turnCount
        }

        public var description: String {
            "the script has \(turnCount) turns, and the model was asked for one more [scripted.end]"
        }
    }

    /// Plays scripts.
    public struct Executor: LanguageModelExecutor {
        /// A model's own: each script has an executor.
        public struct Configuration: Hashable, Sendable {
            let identity: UUID
        }

        public init(configuration: Configuration) {}

        public func prewarm(model: ScriptedLanguageModel, transcript: Transcript) {
            model.log.withLock { $0.prewarmed.append(transcript) }
        }

        public nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: ScriptedLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let number = model.log.withLock { log in
                log.requests.append(request)
                return log.requests.count - 1
            }
            for step in try model.script(request, number) {
                try Task.checkCancellation()
                try await model.perform(step, channel)
            }
        }
    }

    private nonisolated(nonsending) func perform(
        _ step: Step, _ channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        switch step {
        case .text(let text): await channel.send(.response(action: .appendText(text, tokenCount: 1)))
        case .reasoning(let text): await channel.send(.reasoning(action: .appendText(text, tokenCount: 1)))
        case .toolCall(let id, let name, let arguments):
            let number = log.withLock { log in
                log.callCount += 1
                return log.callCount
            }
            await channel.send(
                .toolCalls(
                    action: .toolCall(
                        id: id ?? "call-\(number)", name: name,
                        action: .appendArguments(arguments, tokenCount: 1))))
        case .usage(let usage):
            await channel.send(
                .response(
                    action: .updateUsage(
                        input: .init(
                            totalTokenCount: usage.input.totalTokenCount,
                            cachedTokenCount: usage.input.cachedTokenCount),
                        output: .init(
                            totalTokenCount: usage.output.totalTokenCount,
                            reasoningTokenCount: usage.output.reasoningTokenCount),
                        metadata: usage.metadata)))
        case .event(let event): await channel.send(event)
        case .pause(let gate): try await gate.pass()
        case .failure(let error): throw error
        }
    }
}
