// What a chat template can do, found out by rendering small conversations with it. Templates say nothing about
// themselves, and their sources differ too much to be read; what they make of a probe is certain.

/// What a chat template takes and writes.
package struct TemplateAbilities: Sendable, Hashable {
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
    /// Whether `enable_thinking` changes what is written.
    package var switchesReasoning: Bool

    package static let probeName = "probe_tool"
    package static let probeArguments = #"{"call_key": "call_value"}"#
}

extension ChatTemplate {
    /// Renders the probes. Cost: a dozen short prompts.
    package func abilities(
        beginningOfText: String?, endOfText: String?, now: CivilDate? = nil
    ) -> TemplateAbilities {
        func text(
            _ messages: [ChatMessage], form: CallForm = CallForm(), tools: TemplateValue? = nil,
            extra: [String: TemplateValue] = [:]
        ) -> String? {
            let context = TemplateContext(
                messages: .messages(messages, form: form), tools: tools, beginningOfText: beginningOfText,
                endOfText: endOfText, now: now, extra: extra)
            return (try? render(context))?.map(\.text).joined()
        }
        let system = ChatMessage(role: "system", content: "probe system")
        let user = ChatMessage(role: "user", content: "probe question")
        let assistant = ChatMessage(role: "assistant", content: "probe answer")
        let output = ChatMessage(role: "tool", content: "probe output")

        var abilities = TemplateAbilities(
            calls: nil, writtenCall: "", takesSystemMessages: text([system, user])?.contains(system.content) ?? false,
            takesToolMessages: text([user, assistant, output])?.contains(output.content) ?? false,
            alternates: text([user, assistant, user]) != nil && text([user, user]) == nil, switchesReasoning: false)
        abilities.switchesReasoning =
            text([user], extra: ["enable_thinking": .bool(true)])
            != text([user], extra: ["enable_thinking": .bool(false)])

        let schema = #"{"type": "object", "properties": {"probe_key": {"type": "string"}}, "required": ["probe_key"]}"#
        let tools = TemplateValue.list([
            .tool(name: TemplateAbilities.probeName, description: "probe description", parameters: schema)
        ])
        let (without, with) = (text([user]), text([user], tools: tools))
        guard let with, with != without, with.contains(TemplateAbilities.probeName) else { return abilities }
        let call = ChatMessage.ToolCall(
            id: "probe-call-1", name: TemplateAbilities.probeName, arguments: TemplateAbilities.probeArguments)
        let history = [
            user, ChatMessage(role: "assistant", content: "", toolCalls: [call]),
            ChatMessage(role: "tool", content: output.content, answeredCall: call),
        ]
        for form in [(true, false), (false, false), (true, true), (false, true)].map(CallForm.init) {
            guard let written = text(history, form: form, tools: tools), written.contains(#""call_key""#),
                written.contains(#""call_value""#), written.contains(output.content)
            else { continue }
            (abilities.calls, abilities.writtenCall) = (form, written)
            break
        }
        return abilities
    }
}
