// The table of names: which model families cut text in which way. The names are those that converters write to
// `tokenizer.ggml.pre` and llama.cpp reads; the patterns are those of the models' own tokenizer files.

extension PreTokenizer {
    struct Family: Sendable {
        var names: [String]
        var stages: [Stage]
        var takesWholeWords = false
        var addsBeginningOfText = false
    }

    static let families: [Family] = [
        Family(
            names: [
                "llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2",
                "jina-v5-nano",
            ],
            stages: [.words(.llama3)], takesWholeWords: true, addsBeginningOfText: true),
        Family(names: ["dbrx", "smaug-bpe", "glm4", "chatglm-bpe"], stages: [.words(.llama3)]),
        Family(
            names: ["minicpm5"], stages: [.digits(3), .words(.llama3.with(\.digits, .max))], takesWholeWords: true),
        Family(
            names: [
                "qwen2", "deepseek-r1-qwen", "megrez", "kormo", "f2llmv2", "stablelm2", "hunyuan", "solar-open",
                "grok-2", "bailingmoe", "bailingmoe2", "llada-moe",
            ],
            stages: [.words(.qwen2)]),
        Family(names: ["seed-coder"], stages: [.words(.qwen2.with(\.tail, .none))]),
        Family(names: ["qwen35"], stages: [.words(.qwen35)]),
        Family(
            names: [
                "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b", "mellum2",
            ],
            stages: [.digits(1), .words(.gpt2)]),
        Family(
            names: [
                "gpt-2", "olmo", "mpt", "phi-2", "jais", "trillion", "granite-docling", "exaone4", "gigachat", "mellum",
                "modern-bert", "a.x-4.0", "jina-es", "jina-de", "jina-v2-es", "jina-v2-de",
            ],
            stages: [.words(.gpt2)]),
        Family(names: ["tekken"], stages: [.words(.tekken)], takesWholeWords: true, addsBeginningOfText: true),
        Family(names: ["gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2"], stages: [.words(.gpt4o)]),
        Family(names: ["falcon"], stages: [.punctuation(backtick: true), .words(.gpt2), .digitTriples]),
        Family(
            names: ["deepseek-llm"],
            stages: [
                .lineBreak, .run(.deepSeekLetters), .run(.deepSeekSigns), .endingSpace, .bareRun(.eastAsian),
                .digits(.max),
            ]),
        Family(
            names: ["deepseek-coder"],
            stages: [.lineBreak, .run(.letters), .run(.punctuation), .bareRun(.eastAsian), .digits(1)]),
        Family(
            names: ["default"],
            stages: [.punctuation(backtick: false), .words(.gpt2), .digits(.max), .digitTriples]),
    ]

    /// Names that converters write and this module does not implement.
    static let unsupportedNames: Set<String> = [
        "afmoe", "bloom", "chameleon", "cohere2moe", "deepseek-v3", "exaone-moe",
        "gemma4", "gpt3-finnish", "granite-embed-multi-311m", "granite-embed-multi-97m", "hunyuan-dense", "jais-2",
        "jina-v1-en", "jina-v2-code", "joyai-llm", "kimi-k2", "laguna", "poro-chat", "roberta-bpe", "sarvam-moe",
        "spark2_5", "superbpe", "tiny_aya", "viking", "whitespace", "youtu",
    ]
}
