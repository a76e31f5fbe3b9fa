// The template for a model that came without one.

extension ChatTemplate {
    /// A stated plain template for base models, which continue text and know no turns.
    ///
    /// The prompt is the contents of the messages, each on its own paragraph, after the text that begins every prompt of the
    /// model (if it has one). A single question, with or without instructions, shows no roles: for a base model the prompt is
    /// simply the text to go on from, and nothing follows it, so that the continuation begins where the author stopped. As
    /// soon as the assistant has answered, turns are told apart by a line's beginning, `User: ` and `Assistant: `, the
    /// pattern of written dialogues, and the prompt ends with `Assistant:`. There are no control tokens but the first.
    ///
    ///     You are terse.            You are terse.
    ///
    ///     Name a color.             User: Name a color.
    ///
    ///                               Assistant: Blue.
    ///
    ///                               User: Another one.
    ///
    ///                               Assistant:
    package static let plainSource = """
        {{- bos_token if bos_token is defined else '' -}}
        {%- set turns = messages | map(attribute='role') | list -%}
        {%- set is_dialogue = 'assistant' in turns -%}
        {%- set names = {'user': 'User: ', 'assistant': 'Assistant: ', 'tool': 'Result: '} -%}
        {%- for message in messages -%}
            {{- '\\n\\n' if not loop.first else '' -}}
            {{- names.get(message.role, '') if is_dialogue else '' -}}
            {{- message.content | trim -}}
        {%- endfor -%}
        {%- if is_dialogue and add_generation_prompt -%}
            {{- '\\n\\nAssistant:' -}}
        {%- endif -%}
        """

    /// The plain template, parsed.
    package static func plain() throws(TemplateError) -> ChatTemplate {
        try ChatTemplate(source: plainSource)
    }
}
