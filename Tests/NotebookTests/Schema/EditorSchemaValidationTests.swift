// The JSON Schema for editors under a validator of others, Python's `jsonschema`, where that is installed: files that the
// parser takes are valid, and files with a key or a word too many are not.

import Foundation
import TestSupport
import Testing

@testable import Notebook

@Suite("EditorSchema under another validator")
struct EditorSchemaValidationTests {
    /// A Python with `jsonschema` and `yaml`; nil: none.
    static let python: String? = {
        let candidates = [ProcessInfo.processInfo.environment["PLAYGROUND_TEST_PYTHON"], "/usr/bin/python3"]
        return candidates.compactMap { $0 }.first { (try? run($0, ["-c", "import jsonschema, yaml"]))?.status == 0 }
    }()

    private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, out: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let out = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, out)
    }

    private static let good = """
        playground: 1
        model: fake
        target: ios27
        context: {size: 100, whenFull: summarize}
        simulate: {quota: limitReached, resetDate: null}
        hints: {none-required: false}
        params: {limit: {type: integer, default: 3}}
        profiles:
          brief: {instructions: Be brief., options: {temperature: 0.5}, model: small, reasoningLevel: 64}
        schemas:
          A: {type: string, enum: {$from: cells.b.content}}
          B: {type: integer, minimum: 0, maximum: {$from: params.limit}}
        cells:
          - {id: a, prompt: Hi., profile: brief, useCase: contentTagging, reasoningLevel: light, generating: A}
          - {id: b, prompt: Hi., model: other, context: {whenFull: {keepTurns: 2}}, record: {snapshots: true}}

        """

    @Test(
        "takes what the parser takes, and refuses what it refuses",
        .enabled(if: python != nil, "needs jsonschema and yaml"))
    func validation() throws {
        let folder = try ScratchFolder()
        try folder.write(EditorSchema.text, to: "schema.json")
        let wrong = [
            ("context: {size: 100", "context: {size: 10"), ("whenFull: summarize", "whenFull: forget"),
            ("none-required: false", "none: false"), ("limitReached", "full"), ("resetDate: null", "resetDate: 3"),
            ("reasoningLevel: 64", "reasoningLevel: 0"), ("contentTagging", "tagging"),
            ("keepTurns: 2", "keepTurns: 0"),
            ("snapshots: true", "stream: true"), ("$from: params", "$form: params"), ("minimum: 0", "minimum: none"),
        ]
        let files = [Self.good] + wrong.map { Self.good.replacing($0.0, with: $0.1) }
        for (index, text) in files.enumerated() {
            try folder.write(text, to: "\(index).yaml")
            let file = PlaygroundFile.parse(Array(text.utf8), path: "\(index).yaml")
            #expect((file.document != nil) == (index == 0), "\(index): \(file.renderedDiagnostics)")
        }
        let program = """
            import json, jsonschema, sys, yaml
            folder, count = sys.argv[1], int(sys.argv[2])
            schema = json.load(open(folder + "/schema.json"))
            jsonschema.Draft7Validator.check_schema(schema)
            for index in range(count):
                value = yaml.safe_load(open(f"{folder}/{index}.yaml"))
                print(jsonschema.Draft7Validator(schema).is_valid(value))
            """
        let python = try #require(Self.python)
        let result = try Self.run(python, ["-c", program, folder.path, "\(files.count)"])
        #expect(result.status == 0)
        #expect(result.out == "True\n" + String(repeating: "False\n", count: wrong.count))
    }
}
