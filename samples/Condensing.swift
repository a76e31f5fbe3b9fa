// A conversation that outgrew the context: caught, condensed to its instructions and its last turn, and continued.
//
//     swift run -c release sample-condensing

import FoundationModels

@main
struct Condensing {
    static func main() async throws {
        let model = SystemLanguageModel.default
        guard model.isAvailable else {
            print("The model is not on this machine: playground model pull")
            return
        }
        // As if it had been kept for weeks: about 200 tokens a turn, and one turn more than the context holds.
        var session = LanguageModelSession(transcript: log(turns: model.contextSize / 200 + 1))
        let question = "How many ships were in the harbour today?"
        let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 24)
        var overflows = 0
        do {
            print("log:", try await session.respond(to: question, options: options).content)
        } catch LanguageModelSession.GenerationError.exceededContextWindowSize(let context) {
            overflows += 1
            print("caught:", context.debugDescription)
            session = condensed(session)
            print("entries kept:", session.transcript.count)
            print("log:", try await session.respond(to: question, options: options).content)
        }
        print("overflows:", overflows)
        precondition(overflows == 1 && session.transcript.count == 5)
    }

    /// A conversation of a harbour's days.
    static func log(turns: Int) -> Transcript {
        var transcript = Transcript(entries: [
            .instructions(
                .init(segments: [.text(.init(content: "You keep the log of a harbour."))], toolDefinitions: []))
        ])
        for day in 1...turns {
            let report = String(repeating: "Ship \(day) came in with timber. ", count: 24)
            transcript.append(.prompt(.init(segments: [.text(.init(content: "Day \(day). \(report)"))])))
            transcript.append(
                .response(.init(assetIDs: [], segments: [.text(.init(content: "Day \(day): one ship, timber."))])))
        }
        return transcript
    }

    /// A new session that knows the instructions and the last turn.
    static func condensed(_ session: LanguageModelSession) -> LanguageModelSession {
        let transcript = session.transcript
        return LanguageModelSession(transcript: Transcript(entries: Array(transcript.prefix(1) + transcript.suffix(2))))
    }
}
