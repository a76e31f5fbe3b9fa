// Holds what is on record against what is expected. No model is asked: an expectation that was edited is judged at once.

internal import FoundationModels

/// What a cell came to: an answer, or the words of its failure.
package enum CellEnd: Sendable {
    case answered(OutputEntry)
    case failed(message: String)
}

/// Judges the expectations of one playground's cells.
package final class ExpectationJudge {
    private let document: PlaygroundDocument
    private let parameters: [String: ParameterValue]
    /// The contents that expectations may name.
    private let contents: [String: OutputEntry]
    private var validators: [String: ContentValidator] = [:]

    /// - Parameter contents: the answers of cells, by id.
    package init(
        _ document: PlaygroundDocument, parameters: [String: ParameterValue], contents: [String: OutputEntry]
    ) {
        self.document = document
        self.parameters = parameters
        self.contents = contents
    }

    /// The verdicts on a cell's expectations, in the order of the file.
    ///
    /// - Parameter row: that the cell is, of a matrix.
    package func judge(
        _ expectations: [Expectation], _ end: CellEnd, row: MatrixRow? = nil
    ) -> [ExpectationResult] {
        expectations.map { expectation in
            do throws(UnknownValue) {
                let verdict = try verdict(on: expectation, end) { reference throws(UnknownValue) in
                    guard let text = value(of: reference, row) else {
                        throw UnknownValue(reference: reference)
                    }
                    return text
                }
                let isMet = verdict.holds != expectation.isNegated
                return ExpectationResult(
                    expectation: expectation, isMet: isMet, wanted: Self.phrase(expectation, verdict.wanted),
                    found: verdict.found, difference: isMet || expectation.isNegated ? nil : verdict.difference)
            } catch {
                return ExpectationResult(
                    expectation: expectation, isMet: false, wanted: Self.phrase(expectation, "a value"),
                    found: "no answer that '\(error.name)' stands for")
            }
        }
    }

    /// `/topic is not "refund"`.
    private static func phrase(_ expectation: Expectation, _ wanted: String) -> String {
        let place = expectation.pointer.map { "\($0.isEmpty ? "the content" : $0.jsonPointer) " } ?? ""
        return "expected \(place)\(expectation.isNegated ? "not " : "")\(wanted)"
    }

    private func value(of reference: TemplateReference, _ row: MatrixRow?) -> String? {
        switch reference.target {
        case .axis(let name, let column): return row?.text(axis: name, column: column)
        case .rowKey: return row?.key
        case .cellRows: return nil
        case .parameter(let name): return parameters[name]?.text
        case .cellContent(let id, let path):
            let same = row.flatMap { contents[RowAddress(cell: id, row: $0.key).text] }
            guard let entry = same ?? contents[id] else { return nil }
            if path.isEmpty { return entry.content }
            guard entry.schema != nil, let json = try? JSONValue(parsing: entry.content),
                let part = json.value(at: path)
            else { return nil }
            if case .string(let text) = part { return text }
            return part.text(.spaced)
        }
    }

    /// The judge of a schema of the playground, or of a pattern, made once.
    private func validator(_ name: String, _ make: () throws -> ContentValidator?) -> ContentValidator? {
        if let known = validators[name] { return known }
        // Schemas and patterns were compiled when the file was read; what can't be judged by now admits nothing.
        let made = (try? make()) ?? nil
        validators[name] = made
        return made
    }
}

/// A reference that nothing is known to stand for.
private struct UnknownValue: Error {
    var reference: TemplateReference

    var name: String { reference.target.source }
}

extension ExpectationJudge {
    private struct Verdict {
        var holds: Bool
        var wanted: String
        var found: String
        var difference: Difference?
    }

    private func verdict(
        on expectation: Expectation, _ end: CellEnd,
        _ value: (TemplateReference) throws(UnknownValue) -> String
    ) throws(UnknownValue) -> Verdict {
        if case .error(let text) = expectation.check {
            let wanted = "to fail with \(Self.quoted(text))"
            switch end {
            case .answered: return Verdict(holds: false, wanted: wanted, found: "an answer")
            case .failed(let message):
                return Verdict(holds: message.contains(text), wanted: wanted, found: Self.quoted(message))
            }
        }
        guard case .answered(let answer) = end else {
            guard case .failed(let message) = end else { preconditionFailure("a cell ends in one of two ways") }
            return Verdict(holds: false, wanted: "an answer", found: "the failure \(Self.quoted(message))")
        }
        switch expectation.check {
        case .finish(let word):
            return Verdict(holds: answer.finish == word, wanted: "to finish by \(word)", found: answer.finish)
        case .maxTokens(let limit):
            return Verdict(
                holds: answer.outputTokenCount <= limit, wanted: "at most \(limit) tokens",
                found: "\(answer.outputTokenCount)")
        case .calls(let calls): return try self.verdict(on: calls, answer, value)
        default: break
        }
        let structure = answer.schema == nil ? nil : try? JSONValue(parsing: answer.content)
        guard let found = (structure ?? .string(answer.content)).value(at: expectation.pointer ?? []) else {
            return Verdict(holds: false, wanted: "to be there", found: "nothing")
        }
        return try self.verdict(
            on: expectation.check, found, isText: structure == nil, value)
    }

    private func verdict(
        on check: Expectation.Check, _ found: JSONValue, isText: Bool,
        _ value: (TemplateReference) throws(UnknownValue) -> String
    ) throws(UnknownValue) -> Verdict {
        let text = if case .string(let text) = found { text } else { found.text(.spaced) }
        let shown = Self.quoted(found)
        switch check {
        case .equals(let expected):
            let wanted = try Self.wanted(expected, isText: isText, value)
            return Verdict(
                holds: found.isEqual(to: wanted), wanted: "to be \(Self.quoted(wanted))", found: shown,
                difference: Self.difference(found, wanted))
        case .oneOf(let values):
            var wanted: [JSONValue] = []
            for expected in values { wanted.append(try Self.wanted(expected, isText: isText, value)) }
            return Verdict(
                holds: wanted.contains { found.isEqual(to: $0) },
                wanted: "to be one of \(wanted.map(Self.quoted).joined(separator: ", "))", found: shown)
        case .contains(let template):
            let part = try template.substituting(value)
            return Verdict(
                holds: part.isEmpty || text.contains(part), wanted: "to contain \(Self.quoted(part))", found: shown)
        case .startsWith(let template):
            let start = try template.substituting(value)
            return Verdict(
                holds: text.hasPrefix(start), wanted: "to start with \(Self.quoted(start))", found: shown)
        case .matches(let pattern):
            let validator = validator("/\(pattern)") { try ContentValidator(pattern: pattern) }
            return Verdict(
                holds: validator?.admits(text: text) ?? false, wanted: "to match \(Self.quoted(pattern))", found: shown)
        case .count(let range):
            let count: Int? =
                switch found {
                case .array(let elements): elements.count
                case .object(let members): members.count
                case .string(let text): text.count
                case .null, .bool, .number: nil
                }
            return Verdict(
                holds: count.map(range.contains) ?? false, wanted: "to have \(Self.phrase(range))",
                found: count.map { "\($0)" } ?? "\(found.typeName), which has no count")
        case .schema(let name):
            let schema = document.schemas.first { $0.name.value == name }
            let validator = validator(name) { try schema.map { try ContentValidator($0.schema) } }
            return Verdict(
                holds: validator?.admits(json: isText ? text : found.text(.compact)) ?? false,
                wanted: "to be by the schema \(name)", found: shown)
        case .calls, .finish, .error, .maxTokens: preconditionFailure("not about contents")
        }
    }

    private func verdict(
        on calls: [ExpectedCall], _ answer: OutputEntry, _ value: (TemplateReference) throws(UnknownValue) -> String
    ) throws(UnknownValue) -> Verdict {
        let found = answer.calls.map { call in
            (tool: call.tool, arguments: (try? JSONValue(parsing: call.arguments)) ?? .string(call.arguments))
        }
        var changes: [Difference.PlaceChange] = []
        for index in 0..<max(found.count, calls.count) {
            let foundCall = index < found.count ? found[index] : nil
            let call = index < calls.count ? calls[index] : nil
            let arguments: JSONValue? = if let expected = call?.arguments { try expected.resolved(value) } else { nil }
            let isSame =
                foundCall?.tool == call?.tool
                && (arguments.map { foundCall?.arguments.isEqual(to: $0) ?? false } ?? true)
            if isSame { continue }
            changes.append(
                Difference.PlaceChange(
                    place: "call \(index + 1)", found: foundCall.map { "\($0.tool) \($0.arguments.text(.spaced))" },
                    wanted: call.map { call in
                        call.tool + (arguments.map { " \($0.text(.spaced))" } ?? "")
                    }))
        }
        return Verdict(
            holds: changes.isEmpty, wanted: "the calls \(Self.names(calls.map(\.tool)))",
            found: Self.names(found.map(\.tool)), difference: .places(changes))
    }

    private static func names(_ tools: [String]) -> String {
        tools.isEmpty ? "none" : tools.joined(separator: ", ")
    }

    /// The expected value; of a content that is text, a number or a truth value is what was written.
    private static func wanted(
        _ expected: ExpectedValue, isText: Bool, _ value: (TemplateReference) throws(UnknownValue) -> String
    ) throws(UnknownValue) -> JSONValue {
        if isText, case .scalar(_, let written) = expected { return .string(written) }
        return try expected.resolved(value)
    }

    private static func difference(_ found: JSONValue, _ wanted: JSONValue) -> Difference? {
        switch (found, wanted) {
        case (.string(let found), .string(let wanted)):
            // A word or two need no marks.
            return max(found.count, wanted.count) > 40 || found.contains("\n") ? .words(found, wanted) : nil
        case (.array, .array), (.object, .object): return .places(found, wanted)
        default: return nil
        }
    }

    private static func phrase(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        return range.lowerBound == 0
            ? "at most \(range.upperBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }

    private static func quoted(_ text: String) -> String { quoted(.string(text)) }

    /// A value as JSON, cut where it is long.
    private static func quoted(_ value: JSONValue) -> String {
        let text = value.text(.spaced)
        return text.count <= 80 ? text : "\(text.prefix(79))…"
    }
}
