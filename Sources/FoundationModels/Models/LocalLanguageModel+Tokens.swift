// Counting what a local model would read, for a caller that plans ahead: the notebook.

internal import Inference

extension LocalLanguageModel {
    /// Tokens of a conversation that ends in a prompt, with what the chat template and the use case add.
    ///
    /// - Parameters:
    ///   - transcript: what was said before.
    ///   - schema: shown to the model; nil: none.
    ///   - isReasoning: whether the model is asked to think first.
    /// - Throws: a `ModelFailure` where the template refuses the conversation.
    package func tokenCount(
        asking prompt: String, after transcript: Transcript, schema: GenerationSchema?, isReasoning: Bool
    ) throws -> Int {
        var transcript = transcript
        transcript.appendPrompt(prompt, options: GenerationOptions())
        var tools: [Transcript.ToolDefinition] = []
        if case .instructions(let instructions) = transcript.first { tools = instructions.toolDefinitions }
        var input = ModelInput(transcript, tools: tools, preface: handle.preface)
        input.shownSchema = schema?.jsonSchemaText
        if isReasoning { input.isReasoning = true }
        do {
            return try textModel.countTokens(input)
        } catch {
            throw ModelFailure(error)
        }
    }
}
