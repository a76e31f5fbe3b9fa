// A conversation that outgrows the context: caught, condensed to its instructions and its last turn, and continued.
//
//     swift run -c release sample-condensing

import FoundationModels

@main
struct Condensing {
    static func main() async throws {
        guard SystemLanguageModel.default.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        var session = LanguageModelSession(instructions: "Repeat the last number that you were told.")
        let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 16)
        let page = String(repeating: "The harbour log says seven ships. ", count: 90)
        var overflows = 0
        for turn in 1...4 {
            do {
                _ = try await session.respond(to: page + "Number \(turn).", options: options)
            } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
                overflows += 1
                session = condensed(session)
                _ = try await session.respond(to: "Number \(turn).", options: options)
            }
            print("turn \(turn): entries", session.transcript.count)
        }
        print("overflows:", overflows)
        precondition(overflows > 0)
    }

    /// A new session that knows the instructions and the last answer.
    static func condensed(_ session: LanguageModelSession) -> LanguageModelSession {
        var entries: [Transcript.Entry] = []
        if let first = session.transcript.first { entries.append(first) }
        if session.transcript.count > 2, let last = session.transcript.last { entries.append(last) }
        return LanguageModelSession(transcript: Transcript(entries: entries))
    }
}
