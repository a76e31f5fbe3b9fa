// Changes of the calls of tools that a model asks for. The session makes the calls when the executor's turn has ended.

extension LanguageModelExecutorGenerationChannel {
    /// Changes of the calls of tools.
    public struct ToolCalls: Sendable {
        /// One change. Opaque.
        public struct Action: Sendable {
            enum Kind: Sendable {
                case toolCall(ToolCall)
                case removeToolCall(id: String)
                case updateMetadata(Metadata)
                case updateUsage(Usage)
            }

            let kind: Kind

            /// Changes one call; the first change of an id begins it.
            public static func toolCall(id: String, name: String, action: ToolCall.Action) -> Action {
                Action(kind: .toolCall(ToolCall(id: id, name: name, action: action)))
            }

            /// Takes a call back.
            public static func removeToolCall(id: String) -> Action {
                Action(kind: .removeToolCall(id: id))
            }

            /// Sets the metadata of the entry: a whole, not a change.
            public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
                Action(kind: .updateMetadata(Metadata(values)))
            }

            /// Sets the counts of the entry: totals so far, not changes.
            public static func updateUsage(
                input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
            ) -> Action {
                Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
            }
        }

        /// A change of one call.
        public struct ToolCall: Sendable {
            /// What changes.
            public struct Action: Sendable {
                enum Kind: Sendable {
                    case appendArguments(ArgumentsFragment)
                    case updateMetadata(Metadata)
                }

                let kind: Kind

                /// Appends to the JSON text of the arguments.
                public static func appendArguments(_ content: String, tokenCount: Int) -> Action {
                    Action(kind: .appendArguments(ArgumentsFragment(content: content, tokenCount: tokenCount)))
                }

                /// Sets the metadata of the call: a whole, not a change.
                public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
                    Action(kind: .updateMetadata(Metadata(values)))
                }
            }

            /// A piece of the JSON text of arguments.
            public struct ArgumentsFragment: Sendable {
                public var content: String
                public var tokenCount: Int
            }

            public var id: String
            public var name: String
            public var action: Action
        }
    }
}
