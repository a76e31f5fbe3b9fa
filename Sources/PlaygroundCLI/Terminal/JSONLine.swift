// One JSON object a line, for `--json`.

internal import FoundationEssentials
internal import FoundationModels

enum JSONLine {
    /// The members whose value is not nil, in the order given.
    static func text(_ members: KeyValuePairs<String, JSONValue?>) -> String {
        JSONValue.members(members).text(.compact) + "\n"
    }

    /// A value by its own coding, keys sorted.
    static func encoding(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
