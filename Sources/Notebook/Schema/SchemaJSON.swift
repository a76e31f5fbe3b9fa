// JSON with its keys in the order in which they were written, for text that is committed and read by people.

internal import FoundationModels

/// A JSON value for output.
indirect enum SchemaJSON {
    case string(String)
    /// Digits as they are to stand.
    case number(String)
    case boolean(Bool)
    case null
    case array([SchemaJSON])
    case object([(String, SchemaJSON)])

    /// Two spaces a level; arrays of scalars on one line.
    func text(indent: Int) -> String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .number(let digits): digits
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        case .array(let items):
            items.contains(where: \.isContainer)
                ? Self.lines(items.map { $0.text(indent: indent + 1) }, "[", "]", indent)
                : "[" + items.map { $0.text(indent: 0) }.joined(separator: ", ") + "]"
        case .object(let members):
            Self.lines(
                members.map { "\(Self.quoted($0.0)): \($0.1.text(indent: indent + 1))" }, "{", "}", indent)
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .string, .number, .boolean, .null: false
        }
    }

    private static func lines(_ items: [String], _ open: String, _ close: String, _ indent: Int) -> String {
        guard !items.isEmpty else { return open + close }
        let space = String(repeating: "  ", count: indent)
        return "\(open)\n" + items.map { "\(space)  \($0)" }.joined(separator: ",\n") + "\n\(space)\(close)"
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text(.compact) }
}
