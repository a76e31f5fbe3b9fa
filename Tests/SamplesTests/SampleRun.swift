// One run of a sample as it was built beside these tests, on this machine's weights or on none.

import Foundation
import Platform
import TestSupport
import Testing

/// What a sample printed, and how it ended.
struct SampleRun {
    var status: Int32
    var lines: [String]
    var complaint: String

    /// Where the programs of this build lie: beside the runner of the tests.
    private static func program(_ name: String) -> String? {
        [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) }]
            .compactMap { $0?.deletingLastPathComponent().appending(path: name).path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs `sample-NAME`.
    /// - Parameters:
    ///   - weights: the file of the default model; nil: a machine without one.
    ///   - environment: variables beside those that name the folders.
    init(_ name: String, weights: URL?, environment: [String: String] = [:]) throws {
        let program = try #require(Self.program("sample-\(name)"), "sample-\(name) was not built")
        let folder = try ScratchFolder()
        if let weights {
            let models = folder.url.appending(path: "models")
            try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: models.appending(path: weights.lastPathComponent), withDestinationURL: weights)
        }
        var output: [UInt8] = []
        let end = try ChildProcess.run(
            program, [],
            environment: environment.merging(["HOME": folder.path, "PLAYGROUND_CACHE": folder.path]) { $1 },
            isCancelled: { false }, tick: {}, output: { output += $0 })
        status = end.status
        complaint = end.complaint
        lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// What stands behind a line's first words; nil where no line begins so.
    func text(of label: String) -> String? { texts(of: label).first }

    /// What stands behind the first words of all lines that begin so.
    func texts(of label: String) -> [String] {
        lines.filter { $0.hasPrefix(label + ": ") }.map { String($0.dropFirst(label.count + 2)) }
    }
}
