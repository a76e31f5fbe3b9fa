// Which profile of several is resolved, and which of several settings of one option wins.

import FoundationModels
import Testing

@Suite struct DynamicProfileTests {
    private struct Modes: LanguageModelSession.DynamicProfile {
        @SessionProperty(\.mode) private var mode

        var body: some DynamicProfile {
            switch mode {
            case .draft:
                Profile {
                    Instructions("draft")
                    NamedTool(name: "write")
                }
                .temperature(0.9)
            case .review:
                Profile { Instructions("review") }
                    .reasoningLevel(.deep)
            case .idle:
                if #available(macOS 15, *) {
                    Profile {}
                } else {
                    Profile { Instructions("old") }
                }
            }
        }
    }

    @Test(
        "the branch that holds is the profile",
        arguments: [
            (Mode.draft, "draft | [write]", 0.9, nil), (.review, "review | []", nil, .deep), (.idle, "[]", nil, nil),
        ] as [(Mode, String, Double?, ContextOptions.ReasoningLevel?)])
    func branches(mode: Mode, summary: String, temperature: Double?, level: ContextOptions.ReasoningLevel?) {
        let values = SessionPropertyValues()
        values.mode = mode
        let resolved = ProfileEvaluator(profile: Modes()).resolve(in: values)
        #expect(resolved.summary == summary)
        #expect(resolved.options == GenerationOptions(temperature: temperature))
        #expect(resolved.reasoningLevel == level)
    }

    @Test("another branch is another profile; other values of the same branch aren't")
    func identity() {
        let values = SessionPropertyValues()
        let evaluator = ProfileEvaluator(profile: Modes())
        let identities = Mode.allCases.map { mode in
            values.mode = mode
            return evaluator.resolve(in: values).identity
        }
        #expect(Set(identities).count == 3)
        values.mode = .draft
        #expect(evaluator.resolve(in: values).identity == identities[0])

        func profile(_ text: String, _ temperature: Double) -> some LanguageModelSession.DynamicProfile {
            LanguageModelSession.Profile { Instructions(text) }.temperature(temperature)
        }
        #expect(resolve(profile("a", 0)).identity == resolve(profile("b", 1)).identity)
        #expect(resolve(profile("a", 0)).identity != resolve(LanguageModelSession.Profile {}).identity)
    }

    /// Sets what an inner and an outer modifier and a call say of each option.
    @Test(
        "the call wins over the inner modifier, and that over the outer one; nil sets nothing",
        arguments: [
            (nil, nil, nil, nil), (nil, nil, 3, 3), (nil, 2, nil, 2), (nil, 2, 3, 2),
            (1, nil, nil, 1), (1, nil, 3, 1), (1, 2, nil, 1), (1, 2, 3, 1),
        ] as [(Int?, Int?, Int?, Int?)])
    func precedence(call: Int?, inner: Int?, outer: Int?, expected: Int?) {
        let modes: [GenerationOptions.ToolCallingMode] = [.allowed, .allowed, .required, .disallowed]
        func sampling(_ value: Int?) -> GenerationOptions.SamplingMode? { value.map { .random(top: $0) } }
        func level(_ value: Int?) -> ContextOptions.ReasoningLevel? { value.map { .custom("\($0)") } }
        func policy(_ value: Int?) -> TranscriptErrorHandlingPolicy? {
            value.map { $0 == 2 ? .preserveTranscript : .revertTranscript }
        }
        func options(_ value: Int?) -> GenerationOptions {
            GenerationOptions(
                samplingMode: sampling(value), temperature: value.map(Double.init), maximumResponseTokens: value,
                toolCallingMode: value.map { modes[$0] })
        }

        let profile = LanguageModelSession.Profile {}
            .temperature(inner.map(Double.init)).samplingMode(sampling(inner)).maximumResponseTokens(inner)
            .toolCallingMode(inner.map { modes[$0] }).reasoningLevel(level(inner))
            .transcriptErrorHandlingPolicy(policy(inner))
            .temperature(outer.map(Double.init)).samplingMode(sampling(outer)).maximumResponseTokens(outer)
            .toolCallingMode(outer.map { modes[$0] }).reasoningLevel(level(outer))
            .transcriptErrorHandlingPolicy(policy(outer))
        let resolved = resolve(profile)

        #expect(resolved.options(of: options(call)) == options(expected))
        #expect(
            resolved.contextOptions(of: ContextOptions(reasoningLevel: level(call))).reasoningLevel == level(expected))
        #expect(resolved.transcriptErrorHandlingPolicy == policy(inner ?? outer))
    }

    private struct Inner: LanguageModelSession.DynamicProfile {
        var model: String?

        var body: some DynamicProfile {
            if let model {
                Profile { Instructions("inner") }.model(NamedModel(name: model))
            } else {
                Profile { Instructions("inner") }
            }
        }
    }

    private struct Outer: LanguageModelSession.DynamicProfile {
        var inner: Inner

        var body: some DynamicProfile {
            inner.model(NamedModel(name: "outer")).temperature(0.5)
        }
    }

    @Test("a dynamic profile sets defaults for those inside it", arguments: ["inner", nil] as [String?])
    func defaults(model: String?) {
        let resolved = resolve(Outer(inner: Inner(model: model)))
        #expect(resolved.modelName == model ?? "outer")
        #expect(resolved.options.temperature == 0.5)
    }

    @Test("a profile without a model leaves it to the session")
    func noModel() {
        #expect(resolve(Inner(model: nil)).model == nil)
    }

    @Test("a model of unknown type can be set")
    func existentialModel() {
        let model: any LanguageModel = NamedModel(name: "any")
        #expect(resolve(LanguageModelSession.Profile {}.model(model)).modelName == "any")
    }

    private struct Careful: LanguageModelSession.DynamicProfileModifier {
        var isOn: Bool

        func body(content: Content) -> some DynamicProfile {
            if isOn {
                content.temperature(0).reasoningLevel(.deep)
            } else {
                content
            }
        }
    }

    @Test("a modifier made of others applies them around its content")
    func customModifier() {
        let on = resolve(LanguageModelSession.Profile {}.temperature(1).modifier(Careful(isOn: true)))
        #expect(on.options.temperature == 1)
        #expect(on.reasoningLevel == .deep)
        let off = resolve(LanguageModelSession.Profile {}.modifier(Careful(isOn: false)).temperature(0.3))
        #expect(off.options.temperature == 0.3)
        #expect(off.reasoningLevel == nil)
        #expect(on.identity != off.identity)
    }

    @Test("a profile whose type is hidden resolves as itself, and is told apart by it")
    func erasedProfile() {
        let erased = resolve(LanguageModelSession.AnyDynamicProfile(Inner(model: "m")))
        #expect(erased.modelName == "m")
        let other = resolve(LanguageModelSession.AnyDynamicProfile(Outer(inner: Inner(model: "m"))))
        #expect(erased.identity != other.identity)
    }

    @Test("options of the call that no profile knows are kept")
    func otherOptions() {
        let resolved = resolve(LanguageModelSession.Profile {}.reasoningLevel(.light))
        let options = resolved.contextOptions(of: ContextOptions(includeSchemaInPrompt: true))
        #expect(options == ContextOptions(includeSchemaInPrompt: true, reasoningLevel: .light))
    }
}
