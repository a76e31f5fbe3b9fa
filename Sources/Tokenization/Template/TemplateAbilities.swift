// What a chat template can do, found out by rendering small conversations with it. Templates say nothing about
// themselves, and their sources differ too much to be read; what they make of a probe is certain.

/// What a chat template takes and writes.
package struct TemplateAbilities: Sendable, Hashable {
    /// The variable whose tools the template shows; nil where it shows none.
    package var toolVariable: String?
    /// The probe of a tool as the template showed it; empty where `toolVariable` is nil.
    package var writtenTools: String
    /// How a history of calls is handed over; nil where the template does not show tools, or not what was called and
    /// answered.
    package var calls: CallForm?
    /// The probe of a called and answered tool as the template wrote it; empty where `calls` is nil. The call is of
    /// `TemplateAbilities.probeName` with the arguments `TemplateAbilities.probeArguments`.
    package var writtenCall: String
    /// Whether messages of these roles are shown where a conversation has them.
    package var takesSystemMessages: Bool
    package var takesToolMessages: Bool
    /// Whether user and assistant must take turns.
    package var alternates: Bool
    /// Whether the template takes an empty list of tools where it takes no absent one.
    package var wantsToolList: Bool
    /// Whether the template takes conversations with a system message only, an empty one at least: without one, it asks for
    /// today's date, say, which answers must not depend on.
    package var wantsSystemMessage: Bool
    /// Whether `enable_thinking` changes what is written.
    package var switchesReasoning: Bool

    package static let probeName = "probe_tool"
    package static let probeArguments = #"{"call_key": "call_value"}"#
}

extension ChatTemplate {
    /// Renders the probes. Cost: two dozen short prompts, under limits of their own.
    package func abilities(
        beginningOfText: String?, endOfText: String?, now: CivilDate? = nil
    ) -> TemplateAbilities {
        var probe = TemplateProbe(template: self, beginningOfText: beginningOfText, endOfText: endOfText, now: now)
        return probe.abilities()
    }
}

/// The small conversations that a template is tried with.
private struct TemplateProbe {
    let template: ChatTemplate
    let beginningOfText: String?
    let endOfText: String?
    let now: CivilDate?
    private var wantsToolList = false
    private var wantsSystemMessage = false

    private let system = ChatMessage(role: "system", content: "probe system")
    private let user = ChatMessage(role: "user", content: "probe question")
    private let assistant = ChatMessage(role: "assistant", content: "probe answer")
    private let output = ChatMessage(role: "tool", content: "probe output")
    private let calls = [
        ChatMessage.ToolCall(
            id: "probe-call-1", name: TemplateAbilities.probeName, arguments: TemplateAbilities.probeArguments),
        ChatMessage.ToolCall(
            id: "probe-call-2", name: TemplateAbilities.probeName, arguments: #"{"other_key": "other_value"}"#),
    ]
    private let tools = TemplateValue.list([
        .tool(
            name: TemplateAbilities.probeName, description: "probe description",
            parameters: #"{"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]}"#)
    ])

    init(template: ChatTemplate, beginningOfText: String?, endOfText: String?, now: CivilDate?) {
        (self.template, self.beginningOfText, self.endOfText) = (template, beginningOfText, endOfText)
        self.now = now
    }

    /// The prompt; nil where the template refuses.
    private func text(
        _ messages: [ChatMessage], form: CallForm = CallForm(), _ variables: [String: TemplateValue] = [:]
    ) -> String? {
        let messages = messages.addingSystemMessage(if: wantsSystemMessage)
        let context = TemplateContext(
            messages: messages, tools: wantsToolList ? .list([]) : nil, beginningOfText: beginningOfText,
            endOfText: endOfText, now: now, extra: variables, form: form)
        return (try? template.render(context, limits: .probe))?.map(\.text).joined()
    }

    mutating func abilities() -> TemplateAbilities {
        if text([user]) == nil {
            wantsToolList = true
            if text([user]) == nil { wantsToolList = false }
        }
        if text([user]) == nil {
            wantsSystemMessage = true
            if text([user]) == nil { wantsSystemMessage = false }
        }
        let (variable, writtenTools) = shownTools()
        let (form, writtenCall) = variable.flatMap(writtenCall) ?? (nil, "")
        return TemplateAbilities(
            toolVariable: variable, writtenTools: writtenTools, calls: form, writtenCall: writtenCall,
            takesSystemMessages: text([system, user])?.contains(system.content) ?? false,
            takesToolMessages: text([user, assistant, output])?.contains(output.content) ?? false,
            alternates: text([user, assistant, user]) != nil && text([user, user]) == nil,
            wantsToolList: wantsToolList, wantsSystemMessage: wantsSystemMessage,
            switchesReasoning: text([user], ["enable_thinking": .bool(true)])
                != text([user], ["enable_thinking": .bool(false)]))
    }

    /// The variable of which the template shows the tools, and how it shows them.
    private func shownTools() -> (variable: String?, text: String) {
        let without = text([user])
        for variable in ["tools", "xml_tools"] {
            guard let with = text([user], [variable: tools]), with != without,
                with.contains(TemplateAbilities.probeName)
            else { continue }
            return (variable, with)
        }
        return (nil, "")
    }

    /// The first form in which the template writes a call and what was answered; nil where it does in none.
    private func writtenCall(showing variable: String) -> (form: CallForm?, text: String)? {
        func history(_ calls: [ChatMessage.ToolCall]) -> [ChatMessage] {
            [user, ChatMessage(role: "assistant", content: "", toolCalls: calls)]
                + calls.map { ChatMessage(role: "tool", content: output.content, answeredCall: $0) }
        }
        for (areObjects, numbers) in [(true, false), (false, false), (true, true), (false, true)] {
            var form = CallForm(argumentsAreObjects: areObjects, numbersCalls: numbers)
            guard let written = text(history([calls[0]]), form: form, [variable: tools]),
                written.contains(#""call_key""#), written.contains(#""call_value""#), written.contains(output.content)
            else { continue }
            let both = text(history(calls), form: form, [variable: tools])
            form.splitsCalls = both?.contains(#""other_key""#) != true
            return (form, written)
        }
        return nil
    }
}

extension [ChatMessage] {
    /// With an empty system message at the beginning where one is wanted and there is none.
    package func addingSystemMessage(if isWanted: Bool) -> [ChatMessage] {
        isWanted && first?.role != "system" ? [ChatMessage(role: "system", content: "")] + self : self
    }
}
