// The compiler and SwiftPM as child processes, and where this build's products lie.

import Foundation

enum Compiler {
    /// Where the test program itself was built.
    static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// The macro plug-in of this build; nil where the build's layout is another one.
    static let plugin: URL? = {
        let url = products.appending(path: "FoundationModelsMacros-tool")
        return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
    }()

    struct Outcome {
        var status: Int32
        var output: String
    }

    /// Runs a command to its end; standard error is part of the output.
    static func run(_ command: [String], in folder: URL? = nil) throws -> Outcome {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }

    /// Whether the toolchain's compiler is there to be called.
    static let isThere = plugin != nil && (try? run(["swiftc", "--version"]))?.status == 0

    /// Checks one file against the modules of this build.
    static func check(_ file: URL, version: Int) throws -> Outcome {
        var command = ["swiftc", "-typecheck", "-swift-version", String(version), file.path]
        command += ["-I", products.appending(path: "Modules").path]
        command += ["-load-plugin-executable", "\(plugin?.path ?? "")#FoundationModelsMacros"]
        // The modules of C that those of Swift are built on.
        for folder in try FileManager.default.contentsOfDirectory(atPath: products.path) {
            let map = products.appending(path: "\(folder)/module.modulemap")
            guard folder.hasSuffix(".build"), !folder.hasSuffix("-tool.build"),
                FileManager.default.fileExists(atPath: map.path)
            else { continue }
            command += ["-Xcc", "-fmodule-map-file=\(map.path)"]
        }
        return try run(command)
    }
}
