// What a verb is, and everything that it may use.

/// A verb of the command line.
struct Verb: Sendable {
    let name: String
    /// Operands as help shows them.
    let operands: String
    let summary: String
    /// Beside `--json` and `--help`, which every verb has.
    let flags: [Flag]
    let body: @Sendable (Invocation) async throws -> ExitStatus

    var allFlags: [Flag] { flags + [.json, .help] }

    /// All verbs, in the order of help.
    static let all: [Verb] = [
        .run, .watch, .ask, .list, .show, .log, .diff, .check, .report, .trust, .export, .importing, .initialize,
        .schema,
        .clean, .model, .completions, .manual,
    ]

    /// What `playground VERB --help` prints.
    var help: String {
        let usages = allFlags.map(\.usage)
        let width = usages.map(\.count).max() ?? 0
        let lines = zip(usages, allFlags).map { usage, flag in
            "  " + usage + String(repeating: " ", count: width - usage.count + 2) + flag.summary + "\n"
        }
        let operands = operands.isEmpty ? "" : " \(operands)"
        return "playground \(name)\(operands)\n\n\(summary)\n\n" + lines.joined()
    }

    /// What `playground --help` prints.
    static var overview: String {
        let width = all.map(\.name.count).max() ?? 0
        let lines = all.map { verb in
            "  " + verb.name + String(repeating: " ", count: width - verb.name.count + 2) + verb.summary + "\n"
        }
        return """
            playground VERB [PATH[#ID]…] [flags]

            Runs notebooks of prompts against a language model on this machine.

            \(lines.joined())
            'playground VERB --help' says more. Exit codes: 0 good, 1 a result differs, 2 the command line or a file is
            wrong, 3 stale or missing (check), 4 could not run, 130 interrupted.

            """
    }
}

/// One call of a verb.
struct Invocation: Sendable {
    let arguments: ParsedArguments
    let console: Console
    let models: ModelAccess

    var isJSON: Bool { arguments.has(.json) }
}
