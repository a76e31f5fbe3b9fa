// The keys of profiles, and those that profiles and cells have in common.

extension FieldTable {
    static let profile = FieldTable(
        name: "a profile",
        fields: [
            Field(
                name: "instructions", summary: "Instead of the file's instructions. May insert parameters.",
                shape: .either([.text, .mapping(.file)]), otherNames: ["system": "instructions"]),
            Field(
                name: "tools", summary: "Tools of the profile's cells, where a cell does not list its own.",
                shape: .list(.text, minimumCount: 0)),
            Field(name: "options", summary: "Generation options, over those of the file.", shape: .mapping(.options)),
            Field(name: "model", summary: "A registered model name, or the path of a .gguf file.", shape: .text),
            .reasoningLevel,
        ])

    static let recording = FieldTable(
        name: "a record",
        fields: [
            Field(
                name: "snapshots", summary: "Whether the boundaries of the answer's stream are recorded.",
                shape: .boolean, isRequired: true)
        ])
}

extension Field {
    static let context = Field(
        name: "context", summary: "Size of the context and what happens when it is full.", shape: .mapping(.context))
    static let simulation = Field(
        name: "simulate", summary: "A failure to be rehearsed: no model is asked.", shape: .mapping(.simulation))
    static let reasoningLevel = Field(
        name: "reasoningLevel",
        summary: "How much a model that reasons thinks first: light, moderate, deep, or tokens.",
        shape: .either([.word(ReasoningLevelDeclaration.words), .integer(minimum: 1)]),
        otherNames: ["reasoning": "reasoningLevel", "reasoning_effort": "reasoningLevel"])
}
