// The keys of tools.

extension FieldTable {
    static let tool = FieldTable(
        name: "a tool",
        fields: [
            Field(
                name: "kind", summary: "Where the tool's answers come from.",
                shape: .word(ToolKindName.allCases.map(\.rawValue)), isRequired: true, otherNames: ["type": "kind"]),
            Field(name: "description", summary: "When and why to call the tool, in words for the model.", shape: .text),
            Field(
                name: "parameters", summary: "The JSON Schema of the arguments, an object; or {file: name.json}.",
                shape: .schema, otherNames: ["arguments": "parameters", "inputSchema": "parameters"]),
            Field(
                name: "use", summary: "Of a builtin tool: which one.",
                shape: .word(BuiltinName.allCases.map(\.rawValue))),
            Field(name: "now", summary: "Of the builtin clock: what it says.", shape: .text),
            Field(
                name: "cases",
                summary: "Of a fixture: answers by arguments, the first that fits; or {file: cases.yaml}.",
                shape: .either([.list(.mapping(.toolCase), minimumCount: 1), .mapping(.file)])),
            Field(
                name: "otherwise", summary: "Of a fixture: the answer where no case fits.",
                shape: .mapping(.toolAnswer), otherNames: ["default": "otherwise"]),
            Field(
                name: "argv",
                summary: "Of a command or mcp server: program and arguments. A command reads its arguments as JSON.",
                shape: .list(.text, minimumCount: 1), otherNames: ["command": "argv", "args": "argv"]),
            Field(
                name: "files",
                summary: "Files of the project that the tool stands on; their bytes are approved with it.",
                shape: .list(.text, minimumCount: 1)),
            Field(
                name: "env", summary: "Environment variables that a program gets, by name.",
                shape: .list(.text, minimumCount: 0)),
            Field(
                name: "method", summary: "Of an http tool: the method; GET where absent.",
                shape: .word(HTTPMethod.allCases.map(\.rawValue))),
            Field(
                name: "url", summary: "Of an http tool: the address, with {name} where an argument goes.",
                shape: .text),
            Field(
                name: "headers", summary: "Of an http tool: headers by name; {{ NAME }} stands for a secret.",
                shape: .texts),
            Field(name: "timeout", summary: "How long a call may take, as 10s or 500ms.", shape: .text),
            Field(
                name: "maxOutput", summary: "How much output the model is shown at most, as 32KiB.", shape: .text),
            Field(
                name: "volatile", summary: "JSON Pointers to values of an output that change from call to call.",
                shape: .list(.text, minimumCount: 1)),
        ])

    static let toolAnswer = FieldTable(name: "an answer", fields: answers)

    static let toolCase = FieldTable(
        name: "a case",
        fields: [
            Field(name: "when", summary: "Arguments that the case is for.", shape: .anything)
        ] + answers)

    private static let answers = [
        Field(
            name: "returns", summary: "What the model reads; {each: [...]} answers call after call.",
            shape: .anything),
        Field(name: "error", summary: "What the model reads of a tool that failed.", shape: .anything),
    ]
}

/// The words of `kind:`.
enum ToolKindName: String, Sendable, CaseIterable {
    case builtin
    case fixture
    case command
    case http
    case mcp
}

/// The words of `use:`.
enum BuiltinName: String, Sendable, CaseIterable {
    case calculator
    case clock
    case file
}

/// The words of `method:`.
enum HTTPMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}
