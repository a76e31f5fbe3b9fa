// What was said on the way to a cell, as texts: the value that keys are computed from, that a model is asked with, and that
// becomes a transcript.

package import FoundationModels

/// Instructions and finished turns.
package struct Conversation: Sendable, Equatable {
    /// A prompt and its answer.
    package struct Turn: Sendable, Equatable {
        package var prompt: String
        package var content: String
        package var options: ResolvedOptions
    }

    package var instructions: String?
    package var turns: Turns

    package init(instructions: String? = nil, turns: Turns = []) {
        self.instructions = instructions
        self.turns = turns
    }

    /// This conversation and one more turn.
    package func adding(_ prompt: String, _ content: String, _ options: ResolvedOptions) -> Conversation {
        var longer = self
        longer.turns.append(Turn(prompt: prompt, content: content, options: options))
        return longer
    }

    /// The same as a transcript.
    package var transcript: Transcript {
        var transcript = Transcript()
        if let instructions { transcript.appendInstructions(instructions) }
        for turn in turns {
            transcript.appendPrompt(turn.prompt, options: turn.options.generationOptions)
            transcript.appendResponse(turn.content)
        }
        return transcript
    }
}

extension PlaygroundDocument {
    /// The bytes of a transcript file: the version of Apple's form that the playground's target reads.
    package func transcriptText(of conversation: Conversation) -> String {
        conversation.transcript.canonicalJSON(target?.value == .ios26 ? .version1 : .version1_1)
    }
}
