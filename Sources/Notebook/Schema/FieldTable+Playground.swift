// The format of playground files, version 1, as tables of keys.

extension FieldTable {
    static let playground = FieldTable(
        name: "a playground",
        fields: [
            Field(
                name: "playground", summary: "Version of the format.", shape: .constant(1), isRequired: true,
                otherNames: ["version": "playground"]),
            Field(name: "title", summary: "What people call this playground.", shape: .text),
            Field(
                name: "model", summary: "A registered model name, or the path of a .gguf file.", shape: .text),
            Field(
                name: "target", summary: "The system that this playground is held to.",
                shape: .word(TargetSystem.allCases.map(\.rawValue))),
            Field(name: "options", summary: "Generation options of every cell.", shape: .mapping(.options)),
            Field(
                name: "params", summary: "Values that a run may set, inserted with {{ name }}.",
                shape: .named(.parameter),
                otherNames: ["parameters": "params", "variables": "params", "vars": "params"]),
            Field(
                name: "instructions",
                summary: "Instructions of every cell that starts a conversation. May insert parameters.",
                shape: .either([.text, .mapping(.file)]), otherNames: ["system": "instructions"]),
            Field(
                name: "schemas", summary: "JSON Schemas of structured contents, by name; or {file: schemas/name.json}.",
                shape: .schemas),
            Field(
                name: "includeSchemaInPrompt",
                summary: "Whether models are shown the schemas of their answers; true where nothing is said.",
                shape: .boolean),
            Field(name: "tools", summary: "Tools that cells may use, by name.", shape: .named(.tool)),
            Field(
                name: "profiles", summary: "Instructions, options and a model that cells share, by name.",
                shape: .named(.profile)),
            Field(
                name: "secrets",
                summary: "Names of environment variables whose values tools may use and nobody may see.",
                shape: .list(.text, minimumCount: 0)),
            .context,
            .simulation,
            Field(
                name: "hints", summary: "Hints that are not to be given, as {none-required: false}.",
                shape: .mapping(.hints)),
            Field(
                name: "plots", summary: "Pictures that a report draws of the answers.",
                shape: .list(.mapping(.plot), minimumCount: 0)),
            Field(
                name: "cells", summary: "The prompts, in any order.", shape: .list(.mapping(.cell), minimumCount: 1),
                isRequired: true, otherNames: ["prompts": "cells"]),
        ])

    static let cell = FieldTable(
        name: "a cell",
        fields: [
            Field(
                name: "id", summary: "Names the cell; unique in the file.", shape: .identifier, isRequired: true,
                otherNames: ["name": "id"]),
            Field(name: "title", summary: "What people call this cell.", shape: .text),
            Field(
                name: "continues", summary: "The cell whose conversation goes on here.", shape: .identifier,
                otherNames: ["after": "continues", "parent": "continues"]),
            Field(
                name: "needs", summary: "Cells to be run first.", shape: .list(.identifier, minimumCount: 0),
                otherNames: ["depends": "needs", "dependsOn": "needs", "depends_on": "needs"]),
            Field(
                name: "instructions",
                summary: "Instead of the file's instructions, where the cell continues nothing. May insert parameters.",
                shape: .either([.text, .mapping(.file)]), otherNames: ["system": "instructions"]),
            Field(
                name: "prompt",
                summary:
                    "What the model is asked. {{ name }}, {{ cells.ID.content }} and a path behind it insert values.",
                shape: .either([.text, .list(.mapping(.promptPart), minimumCount: 1)]), isRequired: true,
                otherNames: ["text": "prompt", "user": "prompt"]),
            Field(
                name: "options", summary: "Generation options, over those of the file.", shape: .mapping(.options)),
            Field(
                name: "template", summary: "false: braces in this cell are text.", shape: .boolean),
            Field(name: "tags", summary: "Words to select cells by.", shape: .list(.text, minimumCount: 0)),
            Field(
                name: "generating", summary: "The name of the schema that the content follows.", shape: .text,
                otherNames: [
                    "schema": "generating", "format": "generating", "response_format": "generating",
                    "responseFormat": "generating",
                ]),
            Field(
                name: "includeSchemaInPrompt",
                summary: "Whether the model is shown the schema, over what the file says.", shape: .boolean),
            Field(
                name: "expect", summary: "What must hold of the answer.",
                shape: .list(.mapping(.expectation), minimumCount: 0),
                otherNames: ["assert": "expect", "asserts": "expect", "tests": "expect", "expects": "expect"]),
            Field(
                name: "passRate",
                summary: "The share of rows, from 0 to 1, for which all expectations must hold; 1 where it is absent.",
                shape: .number(minimum: 0, maximum: 1), otherNames: ["threshold": "passRate"]),
            Field(
                name: "matrix",
                summary: "Axes that multiply the cell: lists, or datasets such as {file: data/rows.csv, key: id}.",
                shape: .matrix),
            Field(
                name: "tools", summary: "Tools that the model may call; those of the continued cell where absent.",
                shape: .list(.text, minimumCount: 0), otherNames: ["functions": "tools"]),
            Field(
                name: "profile",
                summary: "The profile that the conversation goes on with, from this cell on.", shape: .text),
            Field(
                name: "model", summary: "A model for this cell alone: a registered name, or a .gguf file.", shape: .text
            ),
            Field(
                name: "useCase", summary: "What the model is to be good at.",
                shape: .word(UseCaseDeclaration.allCases.map(\.rawValue))),
            .reasoningLevel,
            .context,
            .simulation,
            Field(
                name: "record", summary: "What is recorded beyond the content.", shape: .mapping(.recording)),
        ])

    static let promptPart = FieldTable(
        name: "a prompt part",
        fields: [
            Field(name: "text", summary: "Text of the prompt.", shape: .text),
            planned("image", "An image file."),
        ], holdsOneKey: true)

    static let file = FieldTable(
        name: "an include",
        fields: [
            Field(
                name: "file", summary: "A text file, from the playground's folder.", shape: .text, isRequired: true,
                otherNames: ["path": "file"])
        ])

    static let dataset = FieldTable(
        name: "a dataset",
        fields: [
            Field(
                name: "file", summary: "A .csv, .tsv, .jsonl or .json file, or a text, from the playground's folder.",
                shape: .text, isRequired: true, otherNames: ["path": "file"]),
            Field(
                name: "key", summary: "The column that tells rows apart; absent: a hash of the whole row.",
                shape: .text,
                otherNames: ["id": "key"]),
            Field(
                name: "chunkCharacters",
                summary: "Cuts a text at paragraphs into pieces of so many characters at most.",
                shape: .integer(minimum: 1)),
        ])

    static let parameter = FieldTable(
        name: "a parameter",
        fields: [
            Field(
                name: "type", summary: "The type of the value.",
                shape: .word(ParameterType.allCases.map(\.rawValue)), isRequired: true),
            Field(
                name: "default", summary: "Used where a run gives no value.",
                shape: .text),
            Field(name: "enum", summary: "The only values allowed.", shape: .list(.text, minimumCount: 1)),
        ])

    static let options = FieldTable(
        name: "options",
        fields: [
            Field(
                name: "temperature", summary: "0 is greedy; higher is more random.",
                shape: .number(minimum: 0, maximum: nil)),
            Field(
                name: "samplingMode", summary: "greedy, {top: 40} or {probabilityThreshold: 0.9}.",
                shape: .either([.word(["greedy"]), .mapping(.samplingMode)]),
                otherNames: [
                    "sampling": "samplingMode", "topK": "samplingMode: {top: 40}", "top_k": "samplingMode: {top: 40}",
                    "topP": "samplingMode: {probabilityThreshold: 0.9}",
                    "top_p": "samplingMode: {probabilityThreshold: 0.9}",
                ]),
            Field(name: "seed", summary: "For random sampling.", shape: .integer(minimum: 0)),
            Field(
                name: "maximumResponseTokens", summary: "Where a response is cut off.", shape: .integer(minimum: 1),
                otherNames: [
                    "maxTokens": "maximumResponseTokens", "max_tokens": "maximumResponseTokens",
                    "num_predict": "maximumResponseTokens",
                ]),
            Field(
                name: "toolCallingMode",
                summary: "Whether tools may, must or must not be called, where a cell has any.",
                shape: .word(ToolCallingModeDeclaration.allCases.map(\.rawValue)),
                otherNames: ["toolChoice": "toolCallingMode", "tool_choice": "toolCallingMode"]),
        ])

    static let samplingMode = FieldTable(
        name: "a sampling mode",
        fields: [
            Field(
                name: "top", summary: "Among so many of the likeliest tokens.", shape: .integer(minimum: 1),
                otherNames: ["k": "top", "topK": "top"]),
            Field(
                name: "probabilityThreshold",
                summary: "Among the likeliest tokens that together reach this probability.",
                shape: .number(minimum: 0, maximum: 1),
                otherNames: ["p": "probabilityThreshold", "topP": "probabilityThreshold"]),
        ], holdsOneKey: true)

    private static func planned(_ name: String, _ summary: String) -> Field {
        Field(name: name, summary: summary, shape: .anything, isPlanned: true)
    }
}
