// Values of an output that change from call to call, such as times: they are replaced before anybody reads them, so that
// the same call has the same answer.

internal import FoundationModels

struct VolatileValues {
    /// JSON Pointers (RFC 6901); `*` stands for every member or element.
    let pointers: [String]

    /// The output with a mark in the place of each value; as it is where it is no JSON, or has none of them.
    func replaced(in output: String) -> String {
        guard !pointers.isEmpty, var json = try? JSONValue(parsing: output) else { return output }
        let before = json
        for pointer in pointers {
            let parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
            json = Self.replaced(json, parts[...])
        }
        return json == before ? output : json.text(.spaced)
    }

    private static func replaced(_ value: JSONValue, _ path: ArraySlice<String>) -> JSONValue {
        guard let part = path.first else { return .string("[volatile]") }
        let rest = path.dropFirst()
        switch value {
        case .object(let members):
            return .object(
                members.map { member in
                    part == "*" || member.key == part
                        ? JSONMember(key: member.key, value: replaced(member.value, rest)) : member
                })
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    part == "*" || part == "\(index)" ? replaced(element, rest) : element
                })
        default: return value
        }
    }
}
