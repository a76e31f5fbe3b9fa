// The published snippets of dynamic instructions and profiles, word for word but for the tools and the instructions that they
// name without defining. That they compile is the test; what they resolve to is looked at as well.

import FoundationModels
import Testing

private struct ListPhotosTool: Tool {
    let name = "listPhotos"
    let description = "Lists photos."

    var parameters: GenerationSchema { String.generationSchema }

    func call(arguments: String) async throws -> String { "none" }
}

private struct AddPhotoTool: Tool {
    let name = "addPhoto"
    let description = "Adds a photo."

    var parameters: GenerationSchema { String.generationSchema }

    func call(arguments: String) async throws -> String { "added" }
}

private struct ImageEditingInstructions: DynamicInstructions {
    var body: some DynamicInstructions { Instructions("Edit images.") }
}

private struct AnimationEditingInstructions: DynamicInstructions {
    var body: some DynamicInstructions { Instructions("Edit animations.") }
}

struct PresentationInstructions: DynamicInstructions {
    var isEditingImage = true
    var isEditingAnimation = false

    var body: some DynamicInstructions {
        // 任何状态下都一样的那部分。
        Instructions {
            "帮助用户改进他们的演示文稿。"
        }
        ListPhotosTool()
        AddPhotoTool()

        // 当前应用状态实际需要的东西。
        if isEditingImage {
            ImageEditingInstructions()
        }

        if isEditingAnimation {
            AnimationEditingInstructions()
        }
    }
}

private let pccModel = NamedModel(name: "pcc")

private struct Tastes: LanguageModelSession.DynamicProfile {
    var likesPoetry: Bool
    var likesAstronomy: Bool

    var body: some LanguageModelSession.DynamicProfile {
        Profile {
            // 面向创作类任务的指令与工具。
        }
        .model(pccModel)
        .temperature(likesPoetry ? 0.8 : 0.1)
        .reasoningLevel(likesAstronomy ? .deep : .light)
    }
}

@Suite struct ProfileSeedSnippetTests {
    @Test(
        "presentation-dynamic-instructions",
        arguments: [
            (true, false, "帮助用户改进他们的演示文稿。 | Edit images. | [listPhotos addPhoto]"),
            (false, true, "帮助用户改进他们的演示文稿。 | Edit animations. | [listPhotos addPhoto]"),
            (false, false, "帮助用户改进他们的演示文稿。 | [listPhotos addPhoto]"),
        ])
    func presentation(image: Bool, animation: Bool, summary: String) {
        let instructions = PresentationInstructions(isEditingImage: image, isEditingAnimation: animation)
        #expect(resolve(instructions: instructions).summary == summary)
    }

    @Test("profile-modifiers", arguments: [true, false])
    func modifiers(flag: Bool) {
        let resolved = resolve(Tastes(likesPoetry: flag, likesAstronomy: !flag))
        #expect(resolved.modelName == "pcc")
        #expect(resolved.options == GenerationOptions(temperature: flag ? 0.8 : 0.1))
        #expect(resolved.reasoningLevel == (flag ? .light : .deep))
        #expect(resolved.summary == "[]")
    }
}
