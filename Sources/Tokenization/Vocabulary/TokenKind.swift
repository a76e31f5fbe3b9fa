// What a token is for, as the model file states it and as its name betrays.

/// The kind of a token: `tokenizer.ggml.token_type`.
enum TokenKind: UInt8, Sendable {
    case normal = 1
    /// Stands for what cannot be encoded.
    case unknown = 2
    /// Structure of a prompt: begins a turn, ends it. Has no text of its own.
    case control = 3
    /// Text that is one token whatever surrounds it.
    case userDefined = 4
    case unused = 5
    /// One byte of text that no other token covers.
    case byte = 6

    init(stated type: Int32) {
        self = UInt8(exactly: type).flatMap(TokenKind.init(rawValue:)) ?? .normal
    }

    /// Whether merging may produce the token. Control tokens must not come out of ordinary text, whatever it says.
    var isText: Bool {
        switch self {
        case .normal, .userDefined, .unused: true
        case .unknown, .control, .byte: false
        }
    }

    /// Whether the token shows nothing when text is made of tokens.
    var isHidden: Bool { self == .control || self == .unknown }
}

/// Names that say what a token is, whatever type the file gives it. Many files type them wrongly; llama.cpp reads the same
/// names, so that a model ends its turn and a fill-in-the-middle marker is never taken for text.
enum WellKnownTokens {
    /// Generation stops after any of these.
    static let endOfGeneration = [
        "<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>", "<end_of_turn>",
        "<|endoftext|>", "</s>", "<|eom_id|>", "<EOT>", "_<EOT>", "[EOT]", "[EOS]", "<|end_of_text|>",
        "<end_of_utterance>", "<eos>", "<turn|>", "<|tool_response>", "<｜end▁of▁sentence｜>", "[e~[",
    ]
    /// Fill-in-the-middle markers that end generation too: padding, next repository, next file.
    static let endOfFile = [
        "<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]", "<|fim_repo|>", "<|repo_name|>", "<fim-repo>",
        "<REPO>", "<reponame>", "<|file_sep|>",
    ]
    /// Fill-in-the-middle markers that do not end generation.
    static let fillInTheMiddle = [
        "<|fim_prefix|>", "<fim-prefix>", "<fim_prefix>", "<｜fim▁begin｜>", "<PRE>", "▁<PRE>", "<|code_prefix|>",
        "<|prefix|>", "<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>", "<｜fim▁hole｜>", "<SUF>", "▁<SUF>",
        "<|code_suffix|>", "<|suffix|>", "<|fim_middle|>", "<fim-middle>", "<fim_middle>", "<｜fim▁end｜>", "<MID>",
        "▁<MID>", "<|code_middle|>", "<|middle|>",
    ]
}
