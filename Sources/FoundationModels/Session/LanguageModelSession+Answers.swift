// One answer in plain values, for a caller that records answers and knows nothing of the layers below: the notebook.

internal import Inference

/// An answer as far as it has been generated.
package struct GeneratedAnswer: Sendable, Equatable {
    /// Grows by prefix, but for a turn that ends with calls of tools: the next one begins anew.
    package var content: String
    package var tokenIDs: [Int32]
    package var inputTokenCount: Int
    /// Of the input, those that did not have to be computed again.
    package var cachedTokenCount: Int
    /// Of all turns, those with calls of tools too.
    package var outputTokenCount: Int
    /// Of a guided answer: steps at which the tokens left forbade what the schema allows.
    package var narrowedStepCount = 0
    /// `stop` or `length`, in the last one only.
    package var finish: String?
    /// What the request has added to the transcript, prompt first; in the last one only.
    package var entries: [Transcript.Entry] = []

    package init(
        content: String, tokenIDs: [Int32], inputTokenCount: Int, cachedTokenCount: Int, outputTokenCount: Int,
        finish: String? = nil
    ) {
        self.content = content
        self.tokenIDs = tokenIDs
        self.inputTokenCount = inputTokenCount
        self.cachedTokenCount = cachedTokenCount
        self.outputTokenCount = outputTokenCount
        self.finish = finish
    }
}

extension LanguageModelSession {
    /// Answers a prompt in growing answers, of which the last has a finish.
    ///
    /// - Parameters:
    ///   - seed: for options that draw and carry no seed.
    ///   - schema: of the answer, whose content is JSON then, cut off anywhere while it grows; nil: text.
    ///   - includeSchemaInPrompt: whether the model is shown the schema.
    ///   - reasoningLevel: how much a model that reasons may think first.
    ///   - expected: the answer as it stands on record: it is the faster the more of it comes again, and no other for it.
    package func answers(
        to prompt: String, options: GenerationOptions, seed: UInt64?, schema: GenerationSchema? = nil,
        includeSchemaInPrompt: Bool = true, reasoningLevel: ContextOptions.ReasoningLevel? = nil,
        expected: GeneratedAnswer? = nil
    ) -> AsyncThrowingStream<GeneratedAnswer, any Swift.Error> {
        var parameters =
            if let schema {
                RequestParameters(
                    schema: schema, options: options,
                    contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))
            } else {
                RequestParameters(options: options)
            }
        parameters.contextOptions.reasoningLevel = reasoningLevel
        parameters.seed = seed
        // A mode that stayed `required` would never let the model answer: it calls in one turn, and answers in the next.
        if options.toolCallingMode == .required { parameters.toolCallingModeAfterCalls = .disallowed }
        parameters.draft = expected.map { AnswerDraft(text: $0.content, tokens: $0.tokenIDs) }
        // Below the snapshots that apps see: of content by a schema, those leave out what is no value yet.
        let lease = RequestLease(begin(Prompt(prompt), parameters))
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await progress in lease.request.snapshots {
                        let generation = progress.generation
                        var answer = GeneratedAnswer(
                            content: generation.text, tokenIDs: generation.tokens,
                            inputTokenCount: generation.usage.input, cachedTokenCount: generation.usage.cached,
                            outputTokenCount: progress.usage.output.totalTokenCount,
                            finish: generation.finish?.rawValue)
                        answer.narrowedStepCount = generation.narrowedSteps
                        if answer.finish != nil { answer.entries = Array(progress.entries) }
                        continuation.yield(answer)
                    }
                    // The stream below also ends, silently, when the reading task is cancelled.
                    guard try lease.request.result() != nil else { throw CancellationError() }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Which weights answer, in plain values.
package struct ModelProvenance: Sendable, Hashable {
    package var sha256: String
    package var kvType: String
    package var numerics: Int
}

extension LocalLanguageModel {
    package var provenance: ModelProvenance {
        let identity = textModel.identity
        return ModelProvenance(sha256: identity.sha256, kvType: identity.kvType, numerics: identity.numerics)
    }
}

extension LanguageModelSession {
    /// Answers a prompt so that the answer can be had again.
    /// - Parameters:
    ///   - seed: for options that draw and carry no seed; nil draws one, which the response's record then holds.
    ///   - forcedTokens: ids to take instead of generated ones, as far as they go.
    package func stream(
        _ prompt: Prompt, options: GenerationOptions, seed: UInt64? = nil, forcedTokens: [Int32] = []
    ) -> ResponseStream<String> {
        var parameters = RequestParameters(options: options)
        parameters.seed = seed
        parameters.forcedTokens = forcedTokens
        return ResponseStream(begin(prompt, parameters))
    }
}
