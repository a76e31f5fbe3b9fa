// The architecture, held by a test: who imports whom, where unsafe code may stand, how long a file may be.

import Foundation
import Testing
import TestSupport

/// What each target may import, beside the system's own modules (the table of docs/Architecture.md).
private let mayImport: [String: Set<String>] = [
    "Engine": ["CKernels"],
    "Tokenization": [],
    "ConstrainedDecoding": [],
    "Inference": ["Engine", "Tokenization", "ConstrainedDecoding"],
    "Platform": ["CPlatform"],
    "Models": ["Engine", "Tokenization", "Inference", "Platform"],
    "FoundationModelsMacros": [],
    "FoundationModels": ["Inference", "Models", "Platform", "Tokenization", "ConstrainedDecoding"],
    "Playgrounds": ["CPlaygrounds"],
    "YAML": ["CYAML"],
    "Notebook": ["FoundationModels", "YAML", "Platform"],
    "PlaygroundFixtures": ["Notebook", "FoundationModels", "Platform"],
    "PlaygroundCLI": ["Notebook", "Models", "FoundationModels", "Platform"],
    "playground": ["PlaygroundCLI"],
    "CKernels": [], "CPlatform": [], "CPlaygrounds": [], "CYAML": [],
]

private let systemModules: Set<String> = [
    "Foundation", "FoundationEssentials", "Glibc", "Darwin", "Musl", "Dispatch", "Synchronization", "Observation",
    "Swift", "os",
    // Of Apple's platforms, where they can be imported.
    "CoreGraphics", "ImageIO", "UniformTypeIdentifiers", "CoreImage", "CoreVideo",
]

/// Folders in which memory may be handled by hand.
private let unsafeFolders = [
    "Engine/Memory/", "Engine/Kernels/", "YAML/EventReader/", "Platform/", "FoundationModelsMacros/Connection/",
]

private struct SourceFile {
    var target: String
    /// Below `Sources/`.
    var path: String
    var lines: [Substring]
}

private let sources: [SourceFile] = {
    let root = Locations.repository.appending(path: "Sources")
    var files: [SourceFile] = []
    for case let url as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init() {
        guard ["swift", "c", "h"].contains(url.pathExtension),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { continue }
        let path = String(url.path.dropFirst(root.path.count + 1))
        files.append(
            SourceFile(
                target: String(path.prefix { $0 != "/" }), path: path,
                lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
    }
    return files.sorted { $0.path < $1.path }
}()

@Suite("Layering")
struct LayeringTests {
    @Test("Every target of Sources is in the table")
    func targets() {
        #expect(!sources.isEmpty)
        #expect(Set(sources.map(\.target)).subtracting(mayImport.keys) == [])
    }

    @Test("Targets import only what lies below them")
    func imports() {
        var wrong: [String] = []
        for file in sources where file.path.hasSuffix(".swift") {
            for line in file.lines {
                guard let match = line.firstMatch(of: #/^ *(?:@\w+ )?(?:\w+ )?import ([A-Za-z_.]+)$/#) else { continue }
                let module = match.1
                let name = String(module.split(separator: ".")[0])
                if !systemModules.contains(name), mayImport[file.target]?.contains(name) != true {
                    wrong.append("\(file.path): \(line)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test("Memory is handled by hand in few folders only")
    func unsafeCode() {
        let wrong = sources.filter { file in
            file.path.hasSuffix(".swift") && !unsafeFolders.contains { file.path.hasPrefix($0) }
                && file.lines.contains { line in
                    let code = line.trimmingCharacters(in: .whitespaces)
                    return !code.hasPrefix("//")
                        && code.contains(#/(^|[^A-Za-z`'."])unsafe[ (]/#)
                }
        }
        #expect(wrong.map(\.path) == [])
    }

    @Test("Nothing is forced and nothing is left undone")
    func marks() {
        var wrong: [String] = []
        for file in sources where file.path.hasSuffix(".swift") {
            for (index, line) in file.lines.enumerated()
            where line.contains(#/try!|as!|\bTODO\b|\bFIXME\b|\bXXX\b|fatalError\(/#) {
                wrong.append("\(file.path):\(index + 1)")
            }
        }
        #expect(wrong == [])
    }

    @Test("No file is longer than 500 lines, and every file says what it is for")
    func files() {
        #expect(sources.filter { $0.lines.count > 500 }.map(\.path) == [])
        let mute = sources.filter { file in
            !(file.lines.first { !$0.isEmpty && !$0.hasPrefix("#") }.map { $0.hasPrefix("//") || $0.hasPrefix("/*") }
                ?? false)
        }
        #expect(mute.map(\.path) == [])
    }
}
