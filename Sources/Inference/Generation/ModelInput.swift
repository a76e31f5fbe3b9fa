// What a model reads before it answers, as plain values: the conversation, the tools that it may call, and the schema
// that it is told about. How they are put into words is the business of the prompt encoder.

package import Tokenization

/// A tool as a model is told about it.
package struct ToolDescription: Sendable, Hashable {
    package var name: String
    package var description: String
    /// JSON Schema text of the arguments, properties in source order; nil: the model is told name and description only.
    package var parameters: String?
    /// What the arguments of a call follow; nil: any object.
    package var argumentsSchema: OutputSchema?

    /// - Parameter argumentsSchema: nil takes `parameters`.
    package init(name: String, description: String, parameters: String?, argumentsSchema: OutputSchema? = nil) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.argumentsSchema = argumentsSchema ?? parameters.map { OutputSchema($0) }
    }
}

/// One prompt in full.
package struct ModelInput: Sendable, Hashable {
    package var messages: [ChatMessage]
    package var tools: [ToolDescription]
    /// JSON Schema text that the model is shown and told to answer by; nil: it is told nothing.
    package var shownSchema: String?
    /// Whether a model that can think before it answers should; nil leaves it to its template.
    package var isReasoning: Bool?

    package init(
        messages: [ChatMessage], tools: [ToolDescription] = [], shownSchema: String? = nil, isReasoning: Bool? = nil
    ) {
        self.messages = messages
        self.tools = tools
        self.shownSchema = shownSchema
        self.isReasoning = isReasoning
    }
}
