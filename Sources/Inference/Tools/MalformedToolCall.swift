// A call that a model began and did not write as its format wants.

/// What a model wrote instead of a call, and what is wrong with it.
package struct MalformedToolCall: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The block holds no call.
        case noCall = "tool.no-call"
        case notJSON = "tool.not-json"
        case unknownTool = "tool.unknown"
        case argumentsNoObject = "tool.arguments"
        /// The turn ended within the call.
        case unfinished = "tool.unfinished"
        /// Something that is no call follows one in its block.
        case unexpected = "tool.unexpected"
    }

    /// Its place among the calls of the turn, from 0.
    package var index: Int
    /// The tool that it names; nil where it names none.
    package var name: String?
    /// What the model wrote, from the marker on.
    package var text: String
    package var reason: Reason

    package init(index: Int, name: String?, text: String, reason: Reason) {
        (self.index, self.name, self.text, self.reason) = (index, name, text, reason)
    }

    /// `call 1 of the tool 'x': MESSAGE [CODE]`
    package var description: String {
        let call = "call \(index + 1)" + (name.map { " of the tool '\($0)'" } ?? "")
        let message =
            switch reason {
            case .noCall: "the block holds no call"
            case .notJSON: "the call is not JSON"
            case .unknownTool: "there is no such tool"
            case .argumentsNoObject: "its arguments are not an object of JSON"
            case .unfinished: "the turn ended before it was complete"
            case .unexpected: "something else stands behind it in its block"
            }
        return "\(call): \(message) [\(reason.rawValue)]"
    }
}
