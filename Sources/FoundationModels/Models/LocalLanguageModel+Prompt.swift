// The token ids of a prompt, for who plans which prompts share a prefix. No model computes anything here.

internal import Inference

extension LocalLanguageModel {
    /// What the model would read for a transcript that ends in a prompt.
    ///
    /// - Parameter schema: of the answer, where the prompt shows it.
    /// - Returns: nil where the model does not tell.
    package func promptTokens(of transcript: Transcript, showing schema: GenerationSchema?) throws -> [Int32]? {
        var input = ModelInput(transcript, tools: [], preface: handle.preface)
        input.shownSchema = schema?.jsonSchemaText
        return try textModel.tokens(of: input)
    }
}
