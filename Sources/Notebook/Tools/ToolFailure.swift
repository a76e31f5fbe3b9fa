// Why a call of a tool fails the cell, as its author reads it. What a tool itself has to complain about is data for the
// model, and no failure.

internal import FoundationModels

/// A call that has no answer.
enum ToolFailure: Error, Sendable, Equatable, CustomStringConvertible {
    case modelWithoutTools
    case unknown(String)
    /// The call, as `order({"number": "A17"})`.
    case noCase(String)
    case noMoreAnswers(call: String, answerCount: Int)
    case noRecording(String)
    case needsTrust(tool: String, playground: String)
    case changed(tool: String, file: String, playground: String)
    case notListed(tool: String, playground: String)
    case serverChanged(tool: String, playground: String)
    case noSecret(String)
    case secretInPrompt(String)
    case shortSecret(String)
    case noProgram(tool: String, program: String)
    case notStarted(tool: String, reason: String)
    case deadline(tool: String, limit: Duration)
    case protocolBroken(tool: String, reason: String)
    case argument(tool: String, reason: String)

    /// The failure of a call within an error of a session.
    init?(_ error: any Error) {
        if let failure = error as? ToolFailure {
            self = failure
        } else if let error = error as? LanguageModelSession.ToolCallError,
            let failure = error.underlyingError as? ToolFailure
        {
            self = failure
        } else {
            return nil
        }
    }

    /// Whether the user can let the call happen.
    var isAboutTrust: Bool {
        switch self {
        case .needsTrust, .changed, .notListed, .serverChanged, .noRecording, .noSecret: true
        default: false
        }
    }

    var description: String {
        switch self {
        case .modelWithoutTools: "the model can't call tools [tool.model]"
        case .unknown(let name): "the cell has no tool '\(name)' [tool.unknown]"
        case .noCase(let call): "no case of the fixture fits the call \(call); add one, or 'otherwise' [tool.no-case]"
        case .noMoreAnswers(let call, let count):
            "the fixture has \(count) answer\(count == 1 ? "" : "s") under 'each', and the call \(call) is one more "
                + "[tool.no-case]"
        case .noRecording(let call):
            "no answer to the call \(call) is on record; run without '--tools replay' [tool.no-recording]"
        case .needsTrust(let tool, let playground):
            "the tool '\(tool)' needs trust; review it: playground trust \(playground) [tool.needs-trust]"
        case .changed(let tool, let file, let playground):
            "'\(file)' has changed since the tool '\(tool)' was loaded; review it: playground trust \(playground) "
                + "[tool.needs-trust]"
        case .notListed(let tool, let playground):
            "the server '\(tool)' has not been asked what it can do; review it: playground trust \(playground) "
                + "[tool.needs-trust]"
        case .serverChanged(let tool, let playground):
            "the server '\(tool)' says other things of its tools than were approved; review it: playground trust "
                + "\(playground) [tool.needs-trust]"
        case .noSecret(let name): "the secret '\(name)' is not set in the environment [tool.secret]"
        case .secretInPrompt(let name):
            "not asked, for the prompt holds the secret '\(name)': secrets are for 'env' and 'headers' alone [tool.secret]"
        case .shortSecret(let name):
            "the secret '\(name)' has fewer than \(SecretScrubber.shortest) bytes: too few to be told from other text "
                + "[tool.secret]"
        case .noProgram(let tool, let program):
            "the tool '\(tool)' can't be started: no program '\(program)' along PATH [tool.start]"
        case .notStarted(let tool, let reason): "the tool '\(tool)' can't be started: \(reason) [tool.start]"
        case .deadline(let tool, let limit):
            "the tool '\(tool)' took longer than \(limit.words), and was ended [tool.deadline]"
        case .protocolBroken(let tool, let reason): "the server '\(tool)' \(reason) [tool.protocol]"
        case .argument(let tool, let reason): "the tool '\(tool)' can't be called: \(reason) [tool.argument]"
        }
    }
}

extension Duration {
    /// As it is written in a playground.
    fileprivate var words: String {
        let milliseconds = Int(self / .milliseconds(1))
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
