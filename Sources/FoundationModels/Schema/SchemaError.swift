// What can be wrong with a schema that is put together at run time.

public import FoundationEssentials

extension GenerationSchema {
    /// Why a schema can't be made.
    public enum SchemaError: Error, LocalizedError {
        /// What happened, for developers.
        public struct Context: Sendable {
            public let debugDescription: String

            public init(debugDescription: String) {
                self.debugDescription = debugDescription
            }
        }

        /// Two different shapes have one name.
        case duplicateType(schema: String?, type: String, context: Context)
        /// Two properties of one object have one name.
        case duplicateProperty(schema: String, property: String, context: Context)
        /// A shape that is one of several has nothing to be one of.
        case emptyTypeChoices(schema: String, context: Context)
        /// References lead nowhere.
        case undefinedReferences(schema: String?, references: [String], context: Context)

        private var context: Context {
            switch self {
            case .duplicateType(_, _, let context), .duplicateProperty(_, _, let context),
                .emptyTypeChoices(_, let context), .undefinedReferences(_, _, let context):
                context
            }
        }

        public var errorDescription: String? { context.debugDescription }

        public var recoverySuggestion: String? {
            switch self {
            case .duplicateType: "give each shape a name of its own, and list each dependency once"
            case .duplicateProperty: "give each property of an object a name of its own"
            case .emptyTypeChoices: "give at least one choice"
            case .undefinedReferences: "pass the schemas of these names as dependencies"
            }
        }
    }
}
