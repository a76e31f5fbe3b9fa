// Puts pieces of published code into files of their own and has the compiler check them against the built module.

import Foundation
import TestSupport

/// The compiler, with the modules and the macro plug-in of this build.
struct SnippetCompiler {
    /// Where the products of this build lie.
    let products: URL
    private let folder: ScratchFolder

    init() throws {
        // The test runner lies beside, or in a bundle beside, the products.
        var url = URL(filePath: CommandLine.arguments[0]).standardizedFileURL.deletingLastPathComponent()
        while url.path != "/", !FileManager.default.fileExists(atPath: url.appending(path: "Modules").path) {
            url.deleteLastPathComponent()
        }
        products = url
        folder = try ScratchFolder()
    }

    /// What the compiler says of each piece, by number: nothing where it is right.
    func diagnostics(_ snippets: [SeedSnippet], languageMode: Int) throws -> [Int: String] {
        var files: [URL] = []
        for snippet in snippets {
            let url = folder.url.appending(path: "Snippet\(snippet.number).swift")
            try program(snippet).write(to: url, atomically: true, encoding: .utf8)
            files.append(url)
        }
        guard !files.isEmpty else { return [:] }
        // The C modules that the module's own imports need.
        let includes = try FileManager.default.contentsOfDirectory(atPath: products.path).sorted()
            .filter { $0.hasSuffix(".build") && !$0.hasSuffix("-tool.build") }
            .map { products.appending(path: "\($0)/module.modulemap") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
        let plugin = products.appending(path: "FoundationModelsMacros-tool").path
        let arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "\(languageMode)", "-I",
                products.appending(path: "Modules").path,
            ]
            + includes + ["-load-plugin-executable", "\(plugin)#FoundationModelsMacros"] + files.map(\.path)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        var found: [Int: String] = [:]
        for line in output.split(separator: "\n") where line.contains("error:") {
            guard let match = line.firstMatch(of: #/Snippet(\d+)\.swift/#), let number = Int(match.1) else {
                found[0, default: ""] += line + "\n"
                continue
            }
            found[number, default: ""] += line + "\n"
        }
        if process.terminationStatus != 0, found.isEmpty { found[0] = output }
        return found
    }

    private func program(_ snippet: SeedSnippet) throws -> String {
        let lines = snippet.document.isEmpty ? [] : try SeedDocuments.lines(of: snippet.document)
        func text(_ ranges: [ClosedRange<Int>]) -> String {
            var text =
                ranges.flatMap { lines[($0.lowerBound - 1)...($0.upperBound - 1)] }.joined(separator: "\n") + "\n"
            for (old, new) in snippet.changes { text = text.replacingOccurrences(of: old, with: new) }
            return text
        }
        let imports = "import Foundation\nimport FoundationModels\n"
        guard !snippet.isAtFileScope else { return imports + snippet.stubs + "\n" + text(snippet.declarations) }
        let isProfile = snippet.result?.hasPrefix("some ") == true
        let head =
            isProfile
            ? "@LanguageModelSession.DynamicProfileBuilder var body: \(snippet.result ?? "")"
            : "func run() async throws\(snippet.result.map { " -> \($0)" } ?? "")"
        return imports + snippet.stubs + """

            struct Snippet\(snippet.number)\(isProfile ? ": LanguageModelSession.DynamicProfile" : "") {
            \(text(snippet.declarations))
            \(head) {
            \(snippet.setUp)
            \(text(snippet.statements))
            }
            }
            """
    }
}

/// The documents, where they are.
enum SeedDocuments {
    static let folder = Locations.repository.deletingLastPathComponent().appending(path: "shared/seeds")

    static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func lines(of prefix: String) throws -> [Substring] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard let name = names.first(where: { $0.hasPrefix(prefix) }) else { throw CocoaError(.fileNoSuchFile) }
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }
}
