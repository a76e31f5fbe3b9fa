// What the notebook records of one request beyond what apps see.

package import Inference
package import Tokenization

/// How a response came about: enough to state it in a record and to generate it again.
package struct GenerationRecord: Sendable {
    package var model: ModelIdentity
    /// The conversation that the model read, prompt included. `TextModel.render` gives its text.
    package var messages: [ChatMessage]
    /// With the seed that was drawn, where none was given.
    package var sampling: Sampling
    /// The last snapshot: text, token ids, counts, and why the generation ended.
    package var final: GenerationSnapshot

    package init(
        model: ModelIdentity, messages: [ChatMessage], sampling: Sampling, final: GenerationSnapshot
    ) {
        self.model = model
        self.messages = messages
        self.sampling = sampling
        self.final = final
    }
}
