// What can be sent through a channel: changes of a response, of the reasoning before it, and of calls of tools; and, for
// the engine of this package alone, whole steps of a generation.

package import Inference
package import Tokenization

extension LanguageModelExecutorGenerationChannel {
    /// One event of a turn. Opaque: made by an executor, read by the session.
    public struct Event: Sendable {
        enum Kind: Sendable {
            case response(entryID: String?, Response.Action)
            case reasoning(entryID: String?, Reasoning.Action)
            case toolCalls(entryID: String?, ToolCalls.Action)
            /// What the model reads in this turn, for records.
            case origin(GenerationOrigin)
            /// The events of one token, and the generation after it.
            case step([Event], GenerationSnapshot)
        }

        let kind: Kind

        /// A change of a response.
        /// - Parameter entryID: the entry that it belongs to; nil: the latest response where no other kind of event came
        ///   between, and else a new one.
        public static func response(entryID: String? = nil, action: Response.Action) -> Event {
            Event(kind: .response(entryID: entryID, action))
        }

        /// A change of the reasoning.
        /// - Parameter entryID: as for a response.
        public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
            Event(kind: .reasoning(entryID: entryID, action))
        }

        /// A change of the calls of tools.
        /// - Parameter entryID: as for a response.
        public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
            Event(kind: .toolCalls(entryID: entryID, action))
        }

        /// What the model reads in this turn.
        package static func origin(_ origin: GenerationOrigin) -> Event {
            Event(kind: .origin(origin))
        }

        /// What one token changed. The session takes all of it in before it tells anyone.
        package static func step(_ events: [Event], _ generation: GenerationSnapshot) -> Event {
            Event(kind: .step(events, generation))
        }
    }
}

/// What a turn of the engine of this package came from: what a record of it states beside the generation itself.
package struct GenerationOrigin: Sendable {
    package var model: ModelIdentity
    package var messages: [ChatMessage]
    /// With the seed that was drawn, where none was given.
    package var sampling: Sampling

    package init(model: ModelIdentity, messages: [ChatMessage], sampling: Sampling) {
        self.model = model
        self.messages = messages
        self.sampling = sampling
    }
}
