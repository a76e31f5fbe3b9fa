// Models by registered name and by file: what is known before weights are there, and what is said where they are not.

import Foundation
import FoundationModels
import Inference
import Models
import TestSupport
import Testing

struct RegisteredModelsTests {
    let folder: ScratchFolder
    let models: RegisteredModels

    init() throws {
        folder = try ScratchFolder()
        models = RegisteredModels(environment: ["HOME": folder.path])
    }

    @Test func theDefaultIsKnownBeforeItIsThere() {
        #expect(models.defaultModelName == "smollm2-135m-instruct")
        #expect(models.languageCodes(of: models.defaultModelName) == ["en"])
        #expect(!models.isInstalled(models.defaultModelName))
        #expect(!SystemLanguageModel(source: { models }).isAvailable)
    }

    @Test func aMissingModelIsToldWithTheCommandThatBringsIt() {
        let error = #expect(throws: ModelError.self) { try models.load(named: models.defaultModelName) }
        #expect(
            error?.description
                == "error: the weights of model 'smollm2-135m-instruct' are not on this machine; fetch them with "
                + "'playground model pull smollm2-135m-instruct' [model.not-installed]")
    }

    @Test func theContextIsReadFromTheFilesFront() throws {
        let path = try TinyModel(.llama).write(to: folder)
        let store = try ModelStore(environment: ["HOME": folder.path])
        let entry = try store.registry().entry(named: models.defaultModelName)
        let target = URL(filePath: store.path(of: entry))
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(filePath: path), to: target)
        // Its size is not the registered one: to the registry, it is not there.
        #expect(throws: ModelError.self) { try models.head(of: models.defaultModelName) }
        let size = try #require(entry.byteCount)
        let file = try FileHandle(forWritingTo: target)
        try file.truncate(atOffset: UInt64(size))
        try file.close()
        #expect(try models.head(of: models.defaultModelName) == ModelHead(contextSize: 2048, languageCodes: []))
        #expect(SystemLanguageModel(source: { models }).contextSize == 2048)
        // The weights themselves are refused: their hash is another.
        #expect(throws: ModelError.self) { try models.load(named: models.defaultModelName) }
    }

    @Test func anUnknownModelHasNoLanguagesAndIsNotInstalled() {
        #expect(models.languageCodes(of: "gpt-0") == [])
        #expect(!models.isInstalled("gpt-0"))
    }

    @Test func aFileIsOpenedWithoutBeingRegistered() throws {
        let path = try TinyModel(.llama).write(to: folder)
        #expect(try models.load(contentsOf: URL(filePath: path)).contextSize == 2048)
    }

    @Test func withoutAHomeNothingIsInstalled() {
        let homeless = RegisteredModels(environment: [:])
        #expect(!homeless.isInstalled(homeless.defaultModelName))
    }
}
