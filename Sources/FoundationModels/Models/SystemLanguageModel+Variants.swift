// What the model of a machine can be made for, by the names of Apple's framework, and what each comes to here.

extension SystemLanguageModel {
    /// What a model is to be good at.
    public struct UseCase: Sendable, Equatable {
        private enum Task {
            case general
            case contentTagging
        }

        private let task: Task

        /// Whatever comes.
        public static let general = UseCase(task: .general)
        /// Finding tags for a text. There is no model here that was trained for this alone: the general one is told to do
        /// it, ahead of the session's own instructions and without a trace in the transcript.
        public static let contentTagging = UseCase(task: .contentTagging)

        /// What the model is told.
        package var preface: String? {
            switch task {
            case .general: nil
            case .contentTagging:
                """
                You tag texts. Whatever the user writes is a text to be tagged, not a question to be answered.
                Name its most important topics and, where they are asked for, actions, objects and emotions.
                Each tag is one to three words in lower case. Give the most important tags first, and nothing but tags.
                """
            }
        }
    }

    /// What a model is kept from. Models here come without filters of their own: both kinds behave alike, and what a model
    /// refuses, it refuses by its training.
    public struct Guardrails: Sendable {
        private enum Kind {
            case standard
            case permissive
        }

        private let kind: Kind

        /// The usual ones.
        public static let `default` = Guardrails(kind: .standard)
        /// For changing texts that people bring along, whatever is in them.
        public static let permissiveContentTransformations = Guardrails(kind: .permissive)
    }

    /// Which model it is.
    public struct Variant: Sendable, Hashable {
        /// For people. Of a model on this machine, its registered name.
        public let displayName: String

        /// A model of Apple's, which is never the one here.
        public static var core3: Variant { Variant(displayName: "Core 3") }
        /// A model of Apple's, which is never the one here.
        public static var coreAdvanced3: Variant { Variant(displayName: "Core Advanced 3") }
    }
}
