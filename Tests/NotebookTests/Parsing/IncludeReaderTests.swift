// Included files: where they are read from, how they are placed in messages, and what is refused.

import Foundation
import TestSupport
import Testing

@testable import Notebook

@Suite("Includes")
struct IncludeReaderTests {
    /// A project with a playground in `books/`, whose instructions include a path.
    private func load(_ include: String, in folder: ScratchFolder) throws -> PlaygroundFile {
        try folder.write(
            """
            playground: 1
            params: {tone: {type: string, default: kind}}
            instructions: {file: \(include)}
            cells: [{id: a, prompt: Hi.}]

            """, to: "project/books/desk.playground.yaml")
        return PlaygroundFile.load(path: folder["project/books/desk.playground.yaml"])
    }

    private func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write("", to: "project/.playground-root")
        return folder
    }

    @Test("are read from the playground's folder, with their references, and listed with their bytes")
    func included() throws {
        let folder = try project()
        try folder.write("\u{FEFF}Be {{ tone }}.\r\nAlways.\r\n", to: "project/texts/system.txt")
        let file = try load("../texts/system.txt", in: folder)
        #expect(file.renderedDiagnostics == "")
        let instructions = try #require(file.document?.instructions)
        #expect(instructions.substituting { _ in "kind" } == "Be kind.\nAlways.\n")
        #expect(
            file.sources.map(\.path) == [
                folder["project/books/desk.playground.yaml"], folder["project/books/../texts/system.txt"],
            ])
        #expect(String(decoding: file.sources[1].bytes, as: UTF8.self) == "\u{FEFF}Be {{ tone }}.\r\nAlways.\r\n")
    }

    @Test("place an unknown parameter in their own text")
    func located() throws {
        let folder = try project()
        try folder.write("One.\nBe {{ tonne }}.\n", to: "project/books/system.txt")
        let file = try load("system.txt", in: folder)
        #expect(
            file.renderedDiagnostics == """
                \(folder["project/books/system.txt"]):2:7: error: unknown parameter 'tonne'; did you mean 'tone'? \
                [notebook.unknown-parameter]
                  Be {{ tonne }}.
                        ^~~~~

                """)
    }

    @Test("may not lead out of the project, not by dots and not by a link")
    func outside() throws {
        let folder = try project()
        try folder.write("secret", to: "secret.txt")
        #expect(
            try load("../../secret.txt", in: folder).diagnostics.map(\.message) == [
                "'../../secret.txt' leads out of the project; include files below its root only"
            ])
        try FileManager.default.createSymbolicLink(
            atPath: folder["project/books/link.txt"], withDestinationPath: folder["secret.txt"])
        #expect(
            try load("link.txt", in: folder).diagnostics.map(\.message) == [
                "'link.txt' leads out of the project; include files below its root only"
            ])
    }

    @Test("stay in the playground's folder where nothing marks a project")
    func noProject() throws {
        let folder = try ScratchFolder()
        try folder.write("text", to: "project/other.txt")
        #expect(
            try load("../other.txt", in: folder).diagnostics.map(\.message) == [
                "'../other.txt' leads out of the project; include files below its root only"
            ])
    }

    @Test("must be regular files of text")
    func kinds() throws {
        let folder = try project()
        try FileManager.default.createDirectory(atPath: folder["project/books/sub"], withIntermediateDirectories: true)
        #expect(try load("sub", in: folder).diagnostics.map(\.message) == ["can't read 'sub': it is a folder"])
        #expect(try load("none", in: folder).diagnostics.map(\.message) == ["can't read 'none': no such file"])
        let pipe = folder["project/books/pipe"]
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(
            try load("pipe", in: folder).diagnostics.map(\.message) == ["can't read 'pipe': it is not a regular file"])
        try Data([0x61, 0xFF]).write(to: URL(filePath: folder["project/books/latin.txt"]))
        let latin = try load("latin.txt", in: folder)
        #expect(latin.diagnostics.map(\.message) == ["byte 0xFF is not valid UTF-8; save the file as UTF-8"])
        #expect(latin.diagnostics.first?.note?.message == "included here")
        try Data(count: (4 << 20) + 1).write(to: URL(filePath: folder["project/books/big.txt"]))
        #expect(
            try load("big.txt", in: folder).diagnostics.map(\.message) == [
                "can't read 'big.txt': it is larger than 4194304 bytes, the most that is read"
            ])
    }

    @Test("Loading says why a playground itself can't be read")
    func playground() throws {
        let folder = try ScratchFolder()
        let path = folder["none.playground.yaml"]
        #expect(
            PlaygroundFile.load(path: path).renderedDiagnostics
                == "\(path):1:1: error: can't read the file: no such file [notebook.file]\n")
        #expect(
            PlaygroundFile.load(path: folder.path).renderedDiagnostics
                == "\(folder.path):1:1: error: can't read the file: it is a folder [notebook.file]\n")
        #expect(
            PlaygroundFile.load(path: "/dev/zero").renderedDiagnostics
                == "/dev/zero:1:1: error: can't read the file: it is not a regular file [notebook.file]\n")
    }
}
