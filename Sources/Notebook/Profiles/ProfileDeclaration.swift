// Profiles as written: what a group of cells has in common, under a name. A cell goes over its profile, a profile over the file.

internal import FoundationModels

/// One entry of `profiles:`.
package struct ProfileDeclaration: Sendable, Equatable {
    package var name: Located<String>
    /// May name parameters only.
    package var instructions: PromptTemplate?
    /// Names of tools.
    package var tools: [Located<String>]?
    package var options: OptionsDeclaration
    package var model: Located<ModelReference>?
    package var reasoningLevel: Located<ReasoningLevelDeclaration>?

    package init(
        name: Located<String>, instructions: PromptTemplate? = nil, tools: [Located<String>]? = nil,
        options: OptionsDeclaration = OptionsDeclaration(), model: Located<ModelReference>? = nil,
        reasoningLevel: Located<ReasoningLevelDeclaration>? = nil
    ) {
        self.name = name
        self.instructions = instructions
        self.tools = tools
        self.options = options
        self.model = model
        self.reasoningLevel = reasoningLevel
    }
}

/// `reasoningLevel: light`, `moderate`, `deep`, or a number of tokens.
package enum ReasoningLevelDeclaration: Sendable, Hashable {
    case light
    case moderate
    case deep
    /// At least 1.
    case tokens(Int)

    static let words = ["light", "moderate", "deep"]

    /// As it stands in a file and in a record.
    package var text: String {
        switch self {
        case .light: "light"
        case .moderate: "moderate"
        case .deep: "deep"
        case .tokens(let count): "\(count)"
        }
    }

    /// Reads `text` back.
    init?(text: String) {
        switch text {
        case "light": self = .light
        case "moderate": self = .moderate
        case "deep": self = .deep
        default:
            guard let count = Int(text), count > 0 else { return nil }
            self = .tokens(count)
        }
    }

    /// The level as sessions take it.
    var level: ContextOptions.ReasoningLevel {
        switch self {
        case .light: .light
        case .moderate: .moderate
        case .deep: .deep
        case .tokens(let count): .custom("\(count)")
        }
    }
}

/// `useCase:`, by the names of `SystemLanguageModel.UseCase`.
package enum UseCaseDeclaration: String, Sendable, Hashable, CaseIterable {
    case general
    case contentTagging

    var useCase: SystemLanguageModel.UseCase {
        switch self {
        case .general: .general
        case .contentTagging: .contentTagging
        }
    }
}
