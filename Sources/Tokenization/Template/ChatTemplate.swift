// A chat template: from a conversation to the prompt of a model, by the Jinja program that the model came with. The parts
// below read the program (JinjaLexer, JinjaParser) and run it (JinjaInterpreter); this file is what others use.

/// A parsed chat template in the dialect that Hugging Face's `apply_chat_template` runs: Jinja 3.1 in its immutable
/// sandbox, with `trim_blocks`, `lstrip_blocks`, loop controls and `generation` blocks.
///
/// The text that it makes knows where it came from: only what the template's own literals wrote is trusted, and data can't
/// change that, whatever the template does to it. Numbers and other values that become text are untrusted too.
package struct ChatTemplate: Sendable {
    private let statements: [JinjaStatement]
    /// The program's text.
    package let source: String

    /// Parses a template. Cost: linear in its length.
    package init(source: String) throws(TemplateError) {
        statements = try JinjaParser.statements(of: source)
        self.source = source
    }

    /// Renders a conversation.
    ///
    /// - Returns: the prompt, cut where trust changes, without empty segments.
    /// - Throws: `raised` where the template itself refuses the conversation, and the other kinds of `TemplateError`. Limits
    ///   on depth, work and size end a hostile template with an error within seconds.
    package func render(_ context: TemplateContext) throws(TemplateError) -> [PromptSegment] {
        try render(context, limits: .standard)
    }

    func render(_ context: TemplateContext, limits: TemplateLimits) throws(TemplateError) -> [PromptSegment] {
        guard let variables = context.variables() else {
            throw TemplateError(
                .tooDeep(limit: TemplateLimits.standard.valueDepth), at: TemplatePosition(line: 1, column: 1))
        }
        var interpreter = JinjaInterpreter(variables: variables, now: context.now, limits: limits)
        return try interpreter.run(statements).segments
    }
}
