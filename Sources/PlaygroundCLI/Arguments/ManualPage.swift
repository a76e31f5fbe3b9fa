// The manual page, in the macros of man(7), made from the verbs and flags that the command line itself reads.

enum ManualPage {
    /// The page as `man` reads it.
    static var text: String {
        var lines = [
            ".TH PLAYGROUND 1 \"\" \"playground \(InstalledCellModels.engineVersion)\"",
            ".SH NAME", "playground \\- run notebooks of prompts against a language model on this machine",
            ".SH SYNOPSIS", ".B playground", "\\fIVERB\\fR [\\fIPATH\\fR[#\\fIID\\fR]...] [\\fIflags\\fR]",
            ".SH DESCRIPTION",
            escaped(
                "A path is a playground file, one cell of it (desk.playground.yaml#greet), or a folder, which means the "
                    + "playgrounds directly in it; none means the working folder. '--flag VALUE' and '--flag=VALUE' are "
                    + "the same; '--' ends flags."),
            ".SH VERBS",
        ]
        for verb in Verb.all {
            lines += [
                ".SS \(escaped("playground \(verb.name)\(verb.operands.isEmpty ? "" : " \(verb.operands)")"))",
                escaped(verb.summary),
            ]
            for flag in verb.flags {
                lines += [
                    ".TP", "\\fB\(escaped(flag.name))\\fR" + (flag.value.map { " \\fI\(escaped($0))\\fR" } ?? ""),
                    escaped(flag.summary),
                ]
            }
        }
        lines += [".SH FLAGS OF EVERY VERB"]
        for flag in [Flag.json, .help] { lines += [".TP", "\\fB\(escaped(flag.name))\\fR", escaped(flag.summary)] }
        lines += [".SH EXIT STATUS"]
        for (code, meaning) in ExitStatus.meanings { lines += [".TP", ".B \(code)", escaped(meaning)] }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Text in which nothing is a request or an escape.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}

extension ExitStatus {
    /// What each status says, in the order of the numbers.
    static let meanings: [(code: Int32, meaning: String)] = [
        (good.rawValue, "Good."), (differs.rawValue, "A result differs from what was expected."),
        (usage.rawValue, "The command line, a file or a parameter is wrong; nothing ran."),
        (stale.rawValue, "Something is stale, missing or orphaned."),
        (failed.rawValue, "Something could not run."), (interrupted.rawValue, "Interrupted."),
    ]
}
