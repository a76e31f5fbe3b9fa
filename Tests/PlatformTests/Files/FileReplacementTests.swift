// Replacing a file: whole or not at all, links followed, modes kept, leftovers removed.

import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite struct FileReplacementTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func attributes(_ name: String) throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: folder[name])
    }

    @Test func aNewFileIsWrittenAndNothingElseStays() throws {
        #expect(try FileSystem.replace(folder["a"], with: Array("one".utf8)))
        #expect(try folder.text(of: "a") == "one")
        #expect(folder.files() == ["a"])
    }

    @Test func aPublishedFileIsWholeAndAFailedOneLeavesNothing() throws {
        try FileSystem.publish(folder["a"], head: [1, 2], body: RawSpan())
        #expect(try FileSystem.read(folder["a"]) == [1, 2])
        try FileSystem.makeFolder(folder["b"])
        let error = #expect(throws: PlatformError.self) {
            try FileSystem.publish(folder["b"], head: [1], body: RawSpan())
        }
        #expect(error?.path == folder["b"])
        #expect(folder.files() == ["a"])
        let reader = try FileReader(folder["a"])
        let (count, first, rest) = (reader.byteCount, try reader.read(1), try reader.read(2))
        #expect(count == 2)
        #expect(first == [1])
        #expect(rest == nil)
    }

    @Test func aTreeIsRemovedAndWhatItsLinksMeanIsNot() throws {
        try folder.write("x", to: "tree/deep/file")
        try folder.write("x", to: "other/file")
        try FileManager.default.createSymbolicLink(atPath: folder["tree/link"], withDestinationPath: folder["other"])
        try FileSystem.removeTree(folder["tree"])
        try FileSystem.removeTree(folder["tree"])
        #expect(folder.files() == ["other/file"])
    }

    @Test func equalBytesAreNotWritten() throws {
        try folder.write("same", to: "a")
        let before = try attributes("a")[.systemFileNumber] as? Int
        #expect(try !FileSystem.replace(folder["a"], with: Array("same".utf8)))
        #expect(try attributes("a")[.systemFileNumber] as? Int == before)
    }

    @Test(arguments: [0o600, 0o644, 0o660, 0o755])
    func theModeIsKept(mode: Int) throws {
        try folder.write("old", to: "a")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder["a"])
        try FileSystem.replace(folder["a"], with: Array("new".utf8))
        #expect(try attributes("a")[.posixPermissions] as? Int == mode)
        #expect(try folder.text(of: "a") == "new")
    }

    @Test func aLinkStaysALinkAndItsTargetIsReplaced() throws {
        try folder.write("old", to: "elsewhere/target")
        try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: "elsewhere/target")
        try FileManager.default.createSymbolicLink(atPath: folder["second"], withDestinationPath: folder["link"])
        try FileSystem.replace(folder["second"], with: Array("new".utf8))
        #expect(try folder.text(of: "elsewhere/target") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["link"]) == "elsewhere/target")
        #expect(folder.files() == ["elsewhere/target", "link", "second"])
    }

    @Test func aLinkToNowhereMakesItsTarget() throws {
        try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: "target")
        try FileSystem.replace(folder["link"], with: Array("new".utf8))
        #expect(try folder.text(of: "target") == "new")
    }

    @Test func aCircleOfLinksIsAnError() throws {
        try FileManager.default.createSymbolicLink(atPath: folder["a"], withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder["b"], withDestinationPath: "a")
        let error = #expect(throws: PlatformError.self) { try FileSystem.replace(folder["a"], with: []) }
        #expect(
            error?.description.hasSuffix("error: cannot follow the link: too many symbolic links [platform.system]")
                == true)
    }

    @Test func aMissingFolderIsAnErrorThatNamesTheFile() throws {
        let path = folder["none/a"]
        let error = #expect(throws: PlatformError.self) { try FileSystem.replace(path, with: [1]) }
        #expect(error?.description == "\(path): error: cannot write the file: no such file or folder [platform.system]")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
    func aFullDeviceIsAnErrorThatSaysWhatToDo() throws {
        let error = #expect(throws: PlatformError.self) {
            try FileDescriptor("/dev/full", O_WRONLY, operation: "write the file").write([1])
        }
        #expect(
            error?.description == "/dev/full: error: cannot write the file: no space left on the device; "
                + "free some and run again [platform.system]")
    }

    @Test func leftoversOfDeadProcessesAreRemovedAndThoseOfLivingOnesStay() throws {
        let living = ".a.yaml.\(ProcessInfo.processInfo.processIdentifier)-1.tmp"
        try folder.write("", to: living)
        try folder.write("", to: ".a.yaml.2147483647-1.tmp")
        try folder.write("", to: ".a.yaml.tmp")
        try folder.write("", to: "a.2147483647-1.tmp")
        try FileSystem.removeAbandonedReplacements(in: folder.path)
        #expect(folder.files() == [living, ".a.yaml.tmp", "a.2147483647-1.tmp"].sorted())
    }

    @Test func readersNeverSeeAPart() async throws {
        let path = folder["a"]
        let texts = (0..<2).map { digit in [UInt8](repeating: UInt8(ascii: "0") + UInt8(digit), count: 300_000) }
        try FileSystem.replace(path, with: texts[0])
        async let writing: Void = {
            for round in 1...40 { try FileSystem.replace(path, with: texts[round % 2]) }
        }()
        for _ in 0..<40 {
            let bytes = try FileSystem.read(path)
            #expect(bytes == texts[0] || bytes == texts[1])
        }
        try await writing
    }
}
