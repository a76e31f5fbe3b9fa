// Answers that the playground itself holds: the first case that fits.

internal import FoundationModels

extension FixtureTool {
    /// The number of the first case that fits.
    func index(for arguments: JSONValue) -> Int? {
        cases.firstIndex { one in
            guard case .object(let members)? = one.when else { return true }
            return members.allSatisfy { member in arguments[member.key]?.isSame(as: member.value) ?? false }
        }
    }

    func answer(_ call: CellTools.Call) throws(ToolFailure) -> String {
        guard let (index, number) = call.fixture else { throw .noCase(call.text) }
        let answers = cases[index].answers
        // One answer holds for every call; several are for call after call.
        if answers.count == 1 { return answers[0].text }
        guard answers.indices.contains(number) else {
            throw .noMoreAnswers(call: call.text, answerCount: answers.count)
        }
        return answers[number].text
    }
}

extension JSONValue {
    /// Whether both say the same, whatever the spelling of numbers and the order of keys.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left.digits == right.digits
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { member in
                    other[member.key].map { member.value.isSame(as: $0) } ?? false
                }
        default: self == other
        }
    }
}
