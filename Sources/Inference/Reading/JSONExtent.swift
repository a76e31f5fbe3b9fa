// Where a value of JSON ends, found scalar by scalar. Brackets and strings are followed; whether what stands between
// them is JSON is for others to check.

/// Follows one object or list from its first bracket to its last.
struct JSONExtent: Sendable {
    enum Progress: Sendable {
        case open
        case closed
        /// A bracket of the wrong kind.
        case broken
    }

    private var closers: [Unicode.Scalar] = []
    private var isInString = false
    private var isEscaped = false

    mutating func read(_ scalar: Unicode.Scalar) -> Progress {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isInString = false
            }
            return .open
        }
        switch scalar {
        case "\"": isInString = true
        case "{": closers.append("}")
        case "[": closers.append("]")
        case "}", "]":
            guard closers.popLast() == scalar else { return .broken }
            if closers.isEmpty { return .closed }
        default: break
        }
        return .open
    }
}
