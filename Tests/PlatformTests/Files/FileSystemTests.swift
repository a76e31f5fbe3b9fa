// Reading, listing, making and appending, and the errors that name the file.

import Foundation
import Platform
import TestSupport
import Testing

@Suite struct FileSystemTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func absenceIsNoErrorWhereTheCallerSaysSo() throws {
        #expect(try FileSystem.readIfPresent(folder["none"], limit: 1 << 20) == nil)
        #expect(try FileSystem.readIfPresent(folder["none/deeper"], limit: 1 << 20) == nil)
        #expect(try FileSystem.list(folder["none"]) == [])
        try FileSystem.removeFile(folder["none"])
    }

    @Test func aFolderIsNoFile() throws {
        let error = #expect(throws: PlatformError.self) { try FileSystem.read(folder.path) }
        #expect(error?.description == "\(folder.path): error: cannot read the file: it is a folder [platform.system]")
    }

    @Test func aFileOverTheLimitIsRefused() throws {
        try folder.write("12345", to: "a")
        #expect(try FileSystem.read(folder["a"], limit: 5).count == 5)
        let error = #expect(throws: PlatformError.self) { try FileSystem.read(folder["a"], limit: 4) }
        #expect(
            error?.description
                == "\(folder["a"]): error: the file is larger than 4 bytes, the most that is read [platform.too-large]")
    }

    @Test func foldersAreMadeWithThoseAbove() throws {
        try FileSystem.makeFolder(folder["a/b/c"])
        try FileSystem.makeFolder(folder["a/b/c"])
        #expect(FileSystem.isFolder(folder["a/b/c"]))
        try folder.write("", to: "file")
        #expect(throws: PlatformError.self) { try FileSystem.makeFolder(folder["file/x"]) }
    }

    @Test func appendingAddsAtTheEnd() throws {
        try FileSystem.append(Array("one\n".utf8), to: folder["log"])
        try FileSystem.append(Array("two\n".utf8), to: folder["log"])
        #expect(try folder.text(of: "log") == "one\ntwo\n")
        #expect(try FileSystem.list(folder.path) == ["log"])
    }

    @Test(arguments: [("a/b/c", "a/b", "c"), ("c", ".", "c"), ("/c", "/", "c"), ("a/", "a", "")])
    func pathsHaveAFolderAndAName(path: String, folder: String, name: String) {
        #expect(FileSystem.folder(of: path) == folder)
        #expect(FileSystem.name(of: path) == name)
    }
}
