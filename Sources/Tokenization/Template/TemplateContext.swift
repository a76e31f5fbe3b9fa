// What a chat template is rendered with: the conversation and everything else that it may ask for, as plain values.

/// A value handed to a template: what JSON can say. Its texts are data, and never trusted.
package indirect enum TemplateValue: Sendable, Hashable {
    case none
    case bool(Bool)
    case integer(Int)
    case double(Double)
    case string(String)
    case list([TemplateValue])
    /// In order; of equal keys the last one counts.
    case dictionary([Entry])

    package struct Entry: Sendable, Hashable {
        package var key: String
        package var value: TemplateValue

        package init(_ key: String, _ value: TemplateValue) {
            self.key = key
            self.value = value
        }
    }
}

/// The arguments of one rendering, by the names that Hugging Face's `apply_chat_template` gives them.
///
/// Data is untrusted throughout: no text of it can become a control token. Two things are trusted, since the runner itself
/// and not its data decides them: the texts of the two tokens, and a message's `role` where it is one of
/// `TemplateContext.roles` (some templates build a control token around it, as in `'<|' + message.role + '|>'`).
package struct TemplateContext: Sendable {
    /// `messages`: a list of dictionaries with at least `role` and `content`.
    package var messages: TemplateValue
    /// `tools`: a list of JSON Schema functions; nil: none.
    package var tools: TemplateValue?
    /// `documents`: a list of dictionaries with `title` and `text`; nil: none.
    package var documents: TemplateValue?
    /// `add_generation_prompt`: whether to end with the opening of an assistant's turn.
    package var addGenerationPrompt: Bool
    /// `bos_token`: its text; nil leaves it undefined.
    package var beginningOfText: String?
    /// `eos_token`: its text; nil leaves it undefined.
    package var endOfText: String?
    /// What `strftime_now` formats; nil: a template that asks for the time ends with an error.
    package var now: CivilDate?
    /// Further variables, such as `enable_thinking`. They win over those above.
    package var extra: [String: TemplateValue]

    /// The roles that are trusted.
    package static let roles: Set<String> = ["system", "developer", "user", "assistant", "tool"]

    package init(
        messages: TemplateValue, tools: TemplateValue? = nil, documents: TemplateValue? = nil,
        addGenerationPrompt: Bool = true, beginningOfText: String? = nil, endOfText: String? = nil,
        now: CivilDate? = nil, extra: [String: TemplateValue] = [:]
    ) {
        self.messages = messages
        self.tools = tools
        self.documents = documents
        self.addGenerationPrompt = addGenerationPrompt
        self.beginningOfText = beginningOfText
        self.endOfText = endOfText
        self.now = now
        self.extra = extra
    }

    package init(
        messages: [ChatMessage], tools: TemplateValue? = nil, documents: TemplateValue? = nil,
        addGenerationPrompt: Bool = true, beginningOfText: String? = nil, endOfText: String? = nil,
        now: CivilDate? = nil, extra: [String: TemplateValue] = [:], form: CallForm = CallForm()
    ) {
        self.init(
            messages: .messages(messages, form: form), tools: tools, documents: documents,
            addGenerationPrompt: addGenerationPrompt,
            beginningOfText: beginningOfText, endOfText: endOfText, now: now, extra: extra)
    }
}

extension TemplateContext {
    /// The variables that a template finds, or nil where the values nest too deeply.
    func variables() -> [String: JinjaValue]? {
        var variables: [String: JinjaValue] = [:]
        for function in JinjaFunction.allCases { variables[function.rawValue] = .function(function) }
        guard let messages = Self.messages(messages),
            let tools = (tools ?? .none).jinjaValue(), let documents = (documents ?? .none).jinjaValue()
        else { return nil }
        variables["messages"] = messages
        variables["tools"] = tools
        variables["documents"] = documents
        variables["add_generation_prompt"] = .bool(addGenerationPrompt)
        variables["bos_token"] = beginningOfText.map { .text(.trusted($0)) }
        variables["eos_token"] = endOfText.map { .text(.trusted($0)) }
        for (name, value) in extra {
            guard let value = value.jinjaValue() else { return nil }
            variables[name] = value
        }
        return variables
    }

    /// Messages as a template sees them: known roles are trusted.
    private static func messages(_ messages: TemplateValue) -> JinjaValue? {
        guard case .list(let elements) = messages else { return messages.jinjaValue() }
        var values: [JinjaValue] = []
        for element in elements {
            guard let value = element.jinjaValue() else { return nil }
            guard case .dictionary(var message) = value, case .text(let role)? = message["role"],
                roles.contains(role.string)
            else {
                values.append(value)
                continue
            }
            message.set(.text(.trusted("role")), to: .text(.trusted(role.string)))
            values.append(.dictionary(message))
        }
        return .list(values)
    }
}

extension TemplateValue {
    /// The value at run time, untrusted; nil where it nests deeper than `TemplateLimits.standard.valueDepth`.
    func jinjaValue(depth: Int = 0) -> JinjaValue? {
        guard depth < TemplateLimits.standard.valueDepth else { return nil }
        switch self {
        case .none: return JinjaValue.none
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .double(let value): return .double(value)
        case .string(let text): return .text(.untrusted(text))
        case .list(let elements):
            var values: [JinjaValue] = []
            for element in elements {
                guard let value = element.jinjaValue(depth: depth + 1) else { return nil }
                values.append(value)
            }
            return .list(values)
        case .dictionary(let entries):
            var dictionary = JinjaDictionary()
            for entry in entries {
                guard let value = entry.value.jinjaValue(depth: depth + 1) else { return nil }
                dictionary.set(.text(.untrusted(entry.key)), to: value)
            }
            return .dictionary(dictionary)
        }
    }
}
