// What a verb understands: its flags, for parsing and for help.

/// One flag of a verb.
struct Flag: Sendable {
    /// With its dashes, such as `--tag`.
    let name: String
    /// What its value is called in help; nil for a switch.
    let value: String?
    /// Whether the flag may stand without its value, which then follows `=` only.
    let isValueOptional: Bool
    let summary: String

    init(_ name: String, _ value: String? = nil, isValueOptional: Bool = false, _ summary: String) {
        self.name = name
        self.value = value
        self.isValueOptional = isValueOptional
        self.summary = summary
    }

    /// As help shows it: `--tag TAG`, `--poll[=MS]`.
    var usage: String { name + (value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "") }

    static let json = Flag("--json", "one JSON object a line on standard output")
    static let help = Flag("--help", "say what the verb does")
    static let threads = Flag("--threads", "N", "threads that compute; as many as CPUs where it is absent")
    static let parameter = Flag("-p", "NAME=VALUE", "a parameter's value; the sidecars are left alone")
    static let parameterFile = Flag("--params", "FILE", "values of parameters from a YAML or JSON file")
    static let variant = Flag(
        "--variant", "NAME", "the records of a variant, NAME@VARIANT, instead of the playground's own")
    static let model = Flag("--model", "NAME", "another model, by name or .gguf file; the sidecars are left alone")

    private init(_ name: String, _ summary: String) { self.init(name, nil, summary) }
}
