// Reads generated declarations, this repository's sources and the folders that are named as arguments, once with the macro
// plug-in's reader and once with the toolchain's parser, and prints what the two read differently.

import Foundation

let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

var comparison = Comparison()
var random = RandomDeclarations(seed: 1)
for index in 0..<20_000 { comparison.compare(random.declaration(), name: "generated \(index)") }

var folders = ["Sources", "Tests", "Benchmarks", "Tools"].map { repository.appending(path: $0) }
folders += CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
for folder in folders {
    for case let url as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where url.pathExtension == "swift" && !url.path.contains("/.build/") {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
        comparison.compare(text, name: url.path)
    }
}
print(comparison.summary)
exit(comparison.differences.isEmpty ? 0 : 1)
