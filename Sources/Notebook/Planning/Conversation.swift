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
        /// Of the content; nil where that is text.
        package var schema: CellSchema?
        /// Ahead of the content.
        package var calls: [RecordedCall] = []
        /// Turns of the conversation that stood before this one and were left out.
        package var droppedTurnCount = 0
        /// Whether it stands for turns that were left out.
        package var isSummary = false
    }

    package var instructions: String?
    package var turns: Turns
    /// What the model may call in the next turn.
    package var tools: [VisibleTool] = []
    /// Turns that were left out of a conversation that has none any more.
    package var droppedTurnCount = 0

    package init(instructions: String? = nil, turns: Turns = []) {
        self.instructions = instructions
        self.turns = turns
    }

    /// This conversation and one more turn.
    package func adding(
        _ prompt: String, _ content: String, _ options: ResolvedOptions, by schema: CellSchema? = nil,
        calls: [RecordedCall] = []
    ) -> Conversation {
        var longer = self
        var turn = Turn(prompt: prompt, content: content, options: options, schema: schema, calls: calls)
        turn.droppedTurnCount = droppedTurnCount
        longer.turns.append(turn)
        longer.droppedTurnCount = 0
        return longer
    }

    /// The same as a transcript.
    package var transcript: Transcript {
        var transcript = Transcript()
        if !tools.isEmpty {
            transcript.appendInstructions(
                instructions.map { Instructions($0) }, toolDefinitions: tools.map(\.definition))
        } else if let instructions {
            transcript.appendInstructions(instructions)
        }
        for turn in turns {
            if let schema = turn.schema, let content = turn.structure {
                let format = Transcript.ResponseFormat(schema: schema.schema)
                transcript.appendPrompt(
                    Prompt(turn.prompt), options: turn.options.generationOptions, responseFormat: format,
                    contextOptions: ContextOptions(
                        includeSchemaInPrompt: schema.isShown, reasoningLevel: turn.options.reasoningLevel?.level),
                    metadata: turn.metadata)
                transcript.append(turn.calls)
                transcript.appendResponse([
                    .structure(Transcript.StructuredSegment(id: "0", schemaName: format.name, content: content))
                ])
            } else {
                transcript.appendPrompt(
                    Prompt(turn.prompt), options: turn.options.generationOptions,
                    contextOptions: ContextOptions(reasoningLevel: turn.options.reasoningLevel?.level),
                    metadata: turn.metadata)
                transcript.append(turn.calls)
                transcript.appendResponse(turn.content)
            }
        }
        return transcript
    }
}

extension Conversation.Turn {
    /// What a transcript says of turns that are not there any more.
    fileprivate var metadata: [String: any ConvertibleToGeneratedContent] {
        droppedTurnCount == 0 ? [:] : [isSummary ? "summarizedTurns" : "droppedTurns": droppedTurnCount]
    }

    /// The content by a schema; nil for text.
    var structure: GeneratedContent? {
        guard schema != nil, let json = try? JSONValue(parsing: content) else { return nil }
        return GeneratedContent(json: json)
    }
}

extension PlaygroundDocument {
    /// The bytes of a transcript file: the version of Apple's form that the playground's target reads.
    package func transcriptText(of conversation: Conversation) -> String {
        conversation.transcript.canonicalJSON(target?.value == .ios26 ? .version1 : .version1_1)
    }
}

extension Transcript {
    /// Appends calls and their outputs, turn by turn.
    fileprivate mutating func append(_ calls: [RecordedCall]) {
        for turn in calls.turns {
            if let said = turn.first?.said { appendResponse(said) }
            let made = appendToolCalls(
                turn.map { call in
                    (call.tool, (try? GeneratedContent(json: call.arguments)) ?? GeneratedContent(json: .object([])))
                })
            for (call, recorded) in zip(made, turn) {
                appendToolOutput(of: call, FoundationModels.Prompt(recorded.output))
            }
        }
    }
}
