// A playground that is being made from a file of another program, and its text. What the other file says and a playground has
// no words for is listed at the head of it.

internal import FoundationModels
internal import YAML

/// What importers fill in. Texts are templates of playgrounds.
struct ImportedPlayground {
    struct Parameter {
        var name: String
        var type = "string"
        var value: JSONValue
        var allowed: [JSONValue] = []
    }

    struct Tool {
        var name: String
        var description: String
        var parameters: JSONValue?
        /// Arguments and what came of them.
        var cases: [(arguments: JSONValue, output: JSONValue)] = []
    }

    struct Cell {
        var id: String
        var prompt: String
        var continues: String?
        var generating: String?
        var includesSchema: Bool?
        var tools: [String]?
        var options: [EmittedValue.Member] = []
        var matrix: EmittedValue?
        var expect: [EmittedValue] = []
        /// Calls that were made.
        var calls: [(tool: String, arguments: JSONValue)] = []
        /// What was answered where it comes from.
        var answer: String?
    }

    var title: String?
    var options: [EmittedValue.Member] = []
    var parameters: [Parameter] = []
    var instructions: String?
    var schemas: [(name: String, json: JSONValue)] = []
    var tools: [Tool] = []
    var cells: [Cell] = []
    /// Rows that go into a file of their own.
    var rows: [JSONValue] = []
    /// What could not be carried, a line each.
    private(set) var losses: [String] = []

    mutating func lose(_ what: String) {
        if !losses.contains(what) { losses.append(what) }
    }

    /// Tells of the keys that nobody has read.
    mutating func loseOthers(of json: JSONValue?, in place: String, except known: Set<String>) {
        guard case .object(let members)? = json else { return }
        for member in members where !known.contains(member.key) { lose("\(place)\(member.key)") }
    }

    /// Adds a schema, if it is one that a model can be held to.
    ///
    /// - Returns: its name; nil where it was lost.
    mutating func add(schema json: JSONValue, named wanted: String) -> String? {
        let json = json.withoutNull
        do throws(GenerationSchema.StrictError) {
            _ = try GenerationSchema(strict: json)
        } catch {
            let problem = error.problems.first.map { "\($0.message) at \($0.pointer)" } ?? "it can't be enforced"
            lose("the schema '\(wanted)': \(problem)")
            return nil
        }
        if let same = schemas.first(where: { $0.json == json }) { return same.name }
        let name = Self.free(Self.name(wanted, or: "Answer"), among: schemas.map(\.name))
        schemas.append((name, json))
        return name
    }

    /// Options by the names of other formats.
    mutating func addOptions(_ json: JSONValue?, in place: String, known: Set<String> = []) {
        guard case .object(let members)? = json else { return }
        var (top, threshold): (EmittedValue?, EmittedValue?)
        for member in members where !known.contains(member.key) {
            switch (member.key.lowercased().filter { $0 != "_" }, member.value) {
            case ("temperature", .number(let number)): options.append(.init("temperature", .number(number.literal)))
            case ("maxtokens", .number(let number)), ("maxoutputtokens", .number(let number)),
                ("maxcompletiontokens", .number(let number)):
                options.append(.init("maximumResponseTokens", .number(number.literal)))
            case ("seed", .number(let number)): options.append(.init("seed", .number(number.literal)))
            case ("topk", .number(let number)): top = .number(number.literal)
            case ("topp", .number(let number)): threshold = .number(number.literal)
            default: lose("\(place)\(member.key)")
            }
        }
        if let top { options.append(.init("samplingMode", .flow([.init("top", top)]))) }
        if let threshold {
            if top == nil {
                options.append(.init("samplingMode", .flow([.init("probabilityThreshold", threshold)])))
            } else {
                lose("\(place)topP beside topK: a playground has one of them")
            }
        }
    }

    // MARK: Names

    /// A name that playgrounds allow, as near as may be.
    static func name(_ text: String, or fallback: String) -> String {
        var name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || "_-".contains($0) ? $0 : "-" })
        while let first = name.first, !first.isLetter, first != "_" { name.removeFirst() }
        while name.hasSuffix("-") { name.removeLast() }
        return name.isEmpty ? fallback : String(name.prefix(48))
    }

    static func free(_ name: String, among taken: [String]) -> String {
        let lowercased = Set(taken.map { $0.lowercased() })
        var candidate = name
        var number = 2
        while lowercased.contains(candidate.lowercased()) {
            candidate = "\(name)-\(number)"
            number += 1
        }
        return candidate
    }
}

extension ImportedPlayground {
    /// The text of the playground.
    ///
    /// - Parameter source: the name of the file that it comes from.
    func text(from source: String) -> String {
        var head = "Imported by `playground import` from \(source).".commentLines("#")
        if !losses.isEmpty { head += ["#", "# Not carried over:"] + losses.flatMap { "- \($0)".commentLines("#") } }
        var members: [EmittedValue.Member] = [.init("playground", .integer(1))]
        if let title { members.append(.init("title", .word(title))) }
        if !options.isEmpty { members.append(.init("options", .flow(options))) }
        var parts: [EmittedValue.Member] = []
        if !parameters.isEmpty { parts.append(.init("params", .block(parameters.map(\.member)))) }
        if let instructions { parts.append(.init("instructions", .prose(instructions))) }
        if !schemas.isEmpty {
            parts.append(.init("schemas", .block(schemas.map { .init($0.name, RecordedContent.tree($0.json)) })))
        }
        if !tools.isEmpty { parts.append(.init("tools", .block(tools.map { .init($0.name, $0.value) }))) }
        // With an empty line between cells, as people write them.
        let list = cells.map { YAMLEmitter.text(of: .block([.init("cells", .blockList([$0.value]))])) }
            .map { $0.dropFirst("cells:\n".count) }.joined(separator: "\n")
        let answers = cells.flatMap { cell -> [String] in
            guard let answer = cell.answer else { return [] }
            return ["#", "# \(cell.id):"] + answer.commentLines("#   ")
        }
        return head.joined(separator: "\n") + "\n" + YAMLEmitter.text(of: .block(members)) + "\n"
            + (parts.isEmpty ? "" : YAMLEmitter.text(of: .spaced(parts)) + "\n") + "cells:\n" + list
            + (answers.isEmpty
                ? "" : "\n# What was answered where this comes from:\n\(answers.joined(separator: "\n"))\n")
    }
}

extension ImportedPlayground.Parameter {
    fileprivate var member: EmittedValue.Member {
        var fields: [EmittedValue.Member] = [
            .init("type", .word(type)), .init("default", RecordedContent.tree(value)),
        ]
        if !allowed.isEmpty { fields.append(.init("enum", .flowList(allowed.map { RecordedContent.tree($0) }))) }
        if case .string(let text) = value, text.contains("\n") { return .init(name, .block(fields)) }
        return .init(name, .flow(fields))
    }
}

extension ImportedPlayground.Tool {
    fileprivate var value: EmittedValue {
        var fields: [EmittedValue.Member] = [
            .init("kind", .word("fixture")), .init("description", .prose(description)),
        ]
        if let parameters { fields.append(.init("parameters", RecordedContent.tree(parameters))) }
        if !cases.isEmpty {
            fields.append(
                .init(
                    "cases",
                    .blockList(
                        cases.map { one in
                            var entry: [EmittedValue.Member] = []
                            if case .object(let members) = one.arguments, !members.isEmpty {
                                entry.append(.init("when", RecordedContent.tree(one.arguments)))
                            }
                            return .block(entry + [.init("returns", RecordedContent.tree(one.output))])
                        })))
        }
        fields.append(.init("otherwise", .flow([.init("error", .word("not recorded"))])))
        return .block(fields)
    }
}

extension ImportedPlayground.Cell {
    fileprivate var value: EmittedValue {
        var fields: [EmittedValue.Member] = [.init("id", .word(id))]
        if let continues { fields.append(.init("continues", .word(continues))) }
        if let matrix { fields.append(.init("matrix", matrix)) }
        if let tools { fields.append(.init("tools", .flowList(tools.map(EmittedValue.word)))) }
        fields.append(.init("prompt", .prose(prompt)))
        if let generating { fields.append(.init("generating", .word(generating))) }
        if let includesSchema {
            fields.append(.init("includeSchemaInPrompt", .number(includesSchema ? "true" : "false")))
        }
        if !options.isEmpty { fields.append(.init("options", .flow(options))) }
        var expect = expect
        if !calls.isEmpty {
            let made = calls.map { call in
                EmittedValue.flow([
                    .init("tool", .word(call.tool)), .init("arguments", RecordedContent.flow(call.arguments)),
                ])
            }
            expect.append(.flow([.init("calls", .flowList(made))]))
        }
        if !expect.isEmpty { fields.append(.init("expect", .blockList(expect))) }
        return .block(fields)
    }
}

extension EmittedValue {
    /// A text as people write it: on one line, or as a block where it has lines.
    fileprivate static func prose(_ text: String) -> EmittedValue { text.contains("\n") ? .text(text) : .word(text) }
}

extension JSONValue {
    /// Without members that say nothing.
    fileprivate var withoutNull: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.filter { $0.value != .null }.map { JSONMember(key: $0.key, value: $0.value.withoutNull) })
        case .array(let elements): .array(elements.map(\.withoutNull))
        default: self
        }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }
}
