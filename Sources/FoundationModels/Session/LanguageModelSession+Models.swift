// The ways to open a session: on the system's model or any other, with tools, with instructions or with a transcript.

package import Inference

extension LanguageModelSession {
    /// A session with the instructions given, or with none.
    /// - Parameter tools: that the model may call.
    @_disfavoredOverload
    public convenience init(model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil)
    {
        self.init(model: SessionModel(model), tools: tools, instructions: instructions.map { Instructions($0) })
    }

    /// A session with the instructions given, or with none.
    /// - Parameter tools: that the model may call.
    public convenience init(
        model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: Instructions? = nil
    ) {
        self.init(model: SessionModel(model), tools: tools, instructions: instructions)
    }

    /// A session with instructions from several pieces, a line each.
    /// - Parameter tools: that the model may call.
    public convenience init(
        model: SystemLanguageModel = .default, tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {
        self.init(model: SessionModel(model), tools: tools, instructions: try instructions())
    }

    /// A session that continues a conversation. Tools are not part of a transcript, and are given anew.
    public convenience init(model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript) {
        self.init(model: SessionModel(model), tools: tools, transcript: transcript)
    }

    /// A session with the instructions given, or with none.
    /// - Parameter tools: that the model may call.
    @_disfavoredOverload
    public convenience init(model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil) {
        self.init(model: SessionModel(model), tools: tools, instructions: instructions.map { Instructions($0) })
    }

    /// A session with the instructions given, or with none.
    /// - Parameter tools: that the model may call.
    public convenience init(
        model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil
    ) {
        self.init(model: SessionModel(model), tools: tools, instructions: instructions)
    }

    /// A session with instructions from several pieces, a line each.
    /// - Parameter tools: that the model may call.
    public convenience init<Failure: Swift.Error>(
        model: some LanguageModel, tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws(Failure) -> Instructions
    ) throws(Failure) {
        self.init(model: SessionModel(model), tools: tools, instructions: try instructions())
    }

    /// A session that continues a conversation. Tools are not part of a transcript, and are given anew.
    public convenience init(model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript) {
        self.init(model: SessionModel(model), tools: tools, transcript: transcript)
    }

    /// A session on an open model that continues a conversation.
    package convenience init(model: any TextModel, transcript: Transcript = Transcript()) {
        self.init(model: LocalLanguageModel(model), transcript: transcript)
    }

    private convenience init(model: SessionModel, tools: [any Tool], instructions: Instructions?) {
        var transcript = Transcript()
        transcript.appendInstructions(instructions, tools: tools)
        self.init(model: model, tools: tools, transcript: transcript)
    }
}
