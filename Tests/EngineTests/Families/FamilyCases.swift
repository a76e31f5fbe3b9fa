// One tiny model for each thing that families do differently. Their logits by another engine lie in `Goldens/families.json`,
// made by `scripts/family-logits` from the files that `FamilyReferenceTests` writes.

import Engine
import Testing
import TestSupport

struct FamilyCase: CustomTestStringConvertible, Sendable {
    var name: String
    var model: TinyModel
    var testDescription: String { name }

    init(_ name: String, _ family: TinyModel.Family, _ change: (inout TinyModel) -> Void = { _ in }) {
        self.name = name
        model = TinyModel(family, format: .q8_0, seed: 21)
        model.width = 128
        model.headWidth = 32
        model.hiddenWidth = 192
        model.contextLength = 256
        model.deviation = 0.12
        change(&model)
    }

    static let all: [FamilyCase] = [
        FamilyCase("llama-2", .llama) { $0.keyValueHeadCount = 4 },
        FamilyCase("llama-3.1", .llama) {
            $0.ropeBase = 500
            $0.ropeScaling = .llama3(factor: 8, originalContext: 64)
            $0.tiesOutput = false
        },
        FamilyCase("llama-linear", .llama) { $0.ropeScaling = .linear(factor: 4) },
        FamilyCase("mistral", .llama) {
            $0.headWidth = 48
            $0.ropeBase = 1_000_000
            $0.tiesOutput = false
        },
        FamilyCase("qwen2", .qwen2) { $0.ropeBase = 1_000_000 },
        FamilyCase("qwen2-yarn", .qwen2) { $0.ropeScaling = .yarn(factor: 4, originalContext: 64) },
        FamilyCase("qwen3", .qwen3) {
            $0.headWidth = 48
            $0.ropeBase = 1_000_000
        },
        FamilyCase("qwen3-yarn", .qwen3) { $0.ropeScaling = .yarn(factor: 8, originalContext: 32) },
        FamilyCase("gemma2", .gemma2),
        FamilyCase("gemma3", .gemma3) { $0.ropeScaling = .linear(factor: 8) },
        FamilyCase("phi3", .phi3) { $0.tiesOutput = false },
        FamilyCase("phi3-longrope", .phi3) {
            $0.slidingWindow = 0
            $0.rotaryDimensions = 24
            $0.ropeScaling = .longRoPE(originalContext: 64)
        },
        FamilyCase("phi3-longrope-short", .phi3) {
            $0.slidingWindow = 0
            $0.ropeScaling = .longRoPE(originalContext: 256)
        },
        FamilyCase("smollm3", .smollm3) { $0.ropeBase = 5_000_000 },
        FamilyCase("granite", .granite),
        FamilyCase("olmo2", .olmo2) {
            $0.ropeBase = 500_000
            $0.tiesOutput = false
        },
    ]
}
