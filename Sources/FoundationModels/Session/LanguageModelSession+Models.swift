// The ways to open a session: on the system's model or a local one, with instructions or with a transcript.

package import Inference

extension LanguageModelSession {
    /// A session with the instructions given, or with none.
    @_disfavoredOverload
    public convenience init(model: SystemLanguageModel = .default, instructions: String? = nil) {
        self.init(model: model.handle, instructions: instructions.map { Instructions($0) })
    }

    /// A session with the instructions given, or with none.
    public convenience init(model: SystemLanguageModel = .default, instructions: Instructions? = nil) {
        self.init(model: model.handle, instructions: instructions)
    }

    /// A session with instructions from several pieces, a line each.
    public convenience init(
        model: SystemLanguageModel = .default, @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {
        self.init(model: model.handle, instructions: try instructions())
    }

    /// A session that continues a conversation.
    public convenience init(model: SystemLanguageModel = .default, transcript: Transcript) {
        self.init(model: model.handle, transcript: transcript)
    }

    /// A session with the instructions given, or with none.
    @_disfavoredOverload
    public convenience init(model: LocalLanguageModel, instructions: String? = nil) {
        self.init(model: model.handle, instructions: instructions.map { Instructions($0) })
    }

    /// A session with the instructions given, or with none.
    public convenience init(model: LocalLanguageModel, instructions: Instructions? = nil) {
        self.init(model: model.handle, instructions: instructions)
    }

    /// A session with instructions from several pieces, a line each.
    public convenience init(
        model: LocalLanguageModel, @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {
        self.init(model: model.handle, instructions: try instructions())
    }

    /// A session that continues a conversation.
    public convenience init(model: LocalLanguageModel, transcript: Transcript) {
        self.init(model: model.handle, transcript: transcript)
    }

    /// A session on an open model that continues a conversation.
    package convenience init(model: any TextModel, transcript: Transcript = Transcript()) {
        self.init(model: ModelHandle(model), transcript: transcript)
    }

    private convenience init(model: ModelHandle, instructions: Instructions?) {
        var transcript = Transcript()
        if let instructions { transcript.appendInstructions(instructions) }
        self.init(model: model, transcript: transcript)
    }
}
