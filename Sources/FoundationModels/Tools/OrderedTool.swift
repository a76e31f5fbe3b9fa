// A tool that tells its calls apart by their order, which calls made at the same time would lose.

/// A tool that hears of its calls, one after the other as the model made them, before any call of the turn runs.
package protocol OrderedTool: Tool {
    /// What makes this call.
    func tool(for call: Transcript.ToolCall) -> any Tool
}
