// Speed of whole answers, from the sampler to the snapshots.

internal import Inference
internal import Tokenization

/// Measures a model that answers.
struct AnswerBenchmark {
    private static let schema = OutputSchema(
        #"""
        {"type":"object","properties":{"name":{"type":"string","maxLength":40},
        "kind":{"enum":["market","harbour","workshop"]},"isOpenOnSundays":{"type":"boolean"},
        "stalls":{"type":"array","minItems":3,"maxItems":3,"items":{"type":"object","properties":{
        "goods":{"type":"string","maxLength":24},"pricePerKilogram":{"type":"integer","minimum":1,"maximum":99}},
        "required":["goods","pricePerKilogram"],"additionalProperties":false}}},
        "required":["name","kind","isOpenOnSundays","stalls"],"additionalProperties":false}
        """#)
    private static let question = [ChatMessage(role: "user", content: "Describe the market of a village by the sea.")]

    let model: LocalModel
    let repetitions: Int

    /// A free answer and one by a schema, of as many tokens.
    func figures() async throws -> [BenchmarkFigure] {
        var guided = GenerationRequest(messages: Self.question, maximumResponseTokens: 256)
        guided.form = .json(Self.schema, spacing: .spaced)
        let wanted = try await measure(.guided, guided)
        var text = GenerationRequest(messages: Self.question, maximumResponseTokens: wanted.tokens)
        text.sampling = .random(temperature: 1, topK: nil, topP: nil, seed: 1)
        return [try await measure(.text, text), wanted]
    }

    private func measure(_ kind: BenchmarkFigure.Kind, _ request: GenerationRequest) async throws -> BenchmarkFigure {
        let clock = ContinuousClock()
        var seconds: [Double] = []
        var tokens = 0
        for repetition in 0...repetitions {
            var start: ContinuousClock.Instant?
            var first = 0
            for try await snapshot in model.generate(request) {
                // From the first token on: the prompt is another figure.
                if start == nil { (start, first) = (clock.now, snapshot.tokens.count) }
                tokens = snapshot.tokens.count - first
            }
            if repetition > 0, let start { seconds.append(start.duration(to: clock.now) / .seconds(1)) }
        }
        return BenchmarkFigure(kind: kind, tokens: tokens, seconds: seconds)
    }
}
