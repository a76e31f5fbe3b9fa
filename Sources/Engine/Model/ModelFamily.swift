// The registry of model families.

/// A family of models: how `general.architecture` and its hyper-parameters become a plan.
package protocol ModelFamily: Sendable {
    /// `general.architecture` in the file.
    static var architecture: String { get }
    static func plan(_ file: GGUFFile) throws -> ModelPlan
}

package enum ModelFamilies {
    package static let all: [any ModelFamily.Type] = [
        Llama.self, Qwen2.self, Qwen3.self, Gemma2.self, Gemma3.self, Phi3.self, SmolLM3.self, Granite.self, OLMo2.self,
    ]

    package static func plan(_ file: GGUFFile) throws -> ModelPlan {
        let key = "general.architecture"
        let architecture = try file.metadata.requiredString(key)
        guard let family = all.first(where: { $0.architecture == architecture }) else {
            throw EngineError(
                kind: .unknownArchitecture(architecture, known: all.map { $0.architecture }.sorted()), path: file.path,
                offset: file.metadata[key]?.offset)
        }
        return try family.plan(file)
    }
}
