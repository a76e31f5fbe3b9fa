// What is no regular file, or larger than it may be: pipes, devices, folders, files that grow. Nothing of it may block the
// process or fill its memory, and each is called what it is.

import Foundation
import TestSupport
import Testing

@testable import Platform

/// One thing that is no file to be read, and the words for it.
private struct UnusualFile: CustomTestStringConvertible, Sendable {
    var name: String
    /// Of the path; nil: the thing lies in the test's folder.
    var path: String?
    var reason: String
    var make: @Sendable (String) -> Void = { _ in }
    var testDescription: String { name }

    static let all = [
        UnusualFile(name: "pipe", reason: "it is not a regular file [platform.not-regular]") {
            unsafe _ = mkfifo($0, 0o600)
        },
        UnusualFile(name: "link to a pipe", reason: "it is not a regular file [platform.not-regular]") {
            unsafe _ = mkfifo($0 + ".pipe", 0o600)
            unsafe _ = symlink($0 + ".pipe", $0)
        },
        UnusualFile(
            name: "endless device", path: "/dev/zero", reason: "it is not a regular file [platform.not-regular]"),
        UnusualFile(name: "empty device", path: "/dev/null", reason: "it is not a regular file [platform.not-regular]"),
        UnusualFile(name: "folder", reason: "it is a folder [platform.system]") { unsafe _ = mkdir($0, 0o700) },
        UnusualFile(name: "dangling link", reason: "no such file or folder [platform.system]") {
            unsafe _ = symlink("nowhere", $0)
        },
        UnusualFile(name: "link to itself", reason: "too many symbolic links [platform.system]") {
            unsafe _ = symlink($0, $0)
        },
    ]
}

@Suite struct UnusualFilesTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(arguments: UnusualFile.all)
    private func isRefusedUnread(_ file: UnusualFile) throws {
        let path = file.path ?? folder["x"]
        file.make(path)
        let error = #expect(throws: PlatformError.self) { try FileSystem.read(path) }
        #expect(error?.description == "\(path): error: cannot read the file: \(file.reason)")
        #expect(throws: PlatformError.self) { try FileSystem.read(path) { _ in Issue.record("bytes were read") } }
        #expect(throws: PlatformError.self) { try SHA256.hash(fileAt: path) }
    }

    @Test func isNeitherWrittenToNorReplaced() throws {
        let pipe = folder["pipe"]
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let append = #expect(throws: PlatformError.self) { try FileSystem.append([1], to: pipe) }
        #expect(
            append?.description
                == "\(pipe): error: cannot append to the file: it is not a regular file [platform.system]")
        let replace = #expect(throws: PlatformError.self) { try FileSystem.replace(pipe, with: [1]) }
        #expect(
            replace?.description
                == "\(pipe): error: cannot read the file: it is not a regular file [platform.not-regular]")
        #expect(throws: PlatformError.self) { _ = try FileWriter(pipe, keeping: 0) }
        #expect(throws: PlatformError.self) { _ = try FileLock(pipe) }
        #expect(folder.files() == ["pipe"])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/smaps"), "needs a file without a size"))
    func aFileThatDoesNotSayItsSizeIsReadToTheLimitAndNoFurther() throws {
        let error = #expect(throws: PlatformError.self) { try FileSystem.read("/proc/self/smaps", limit: 100) }
        #expect(error?.kind == .tooLarge(limit: 100))
        #expect(error?.reason == "it is larger than 100 bytes, the most that is read")
        #expect(try FileSystem.read("/proc/self/smaps").count > 100)
    }

    @Test func aSparseFileOfATerabyteIsRefusedByItsSize() throws {
        try folder.write("", to: "sparse")
        #expect(unsafe truncate(folder["sparse"], 1 << 40) == 0)
        let error = #expect(throws: PlatformError.self) { try FileSystem.read(folder["sparse"], limit: 1 << 20) }
        #expect(error?.kind == .tooLarge(limit: 1 << 20))
    }

    @Test func aFileInTheWayOfAFolderIsCalledOne() throws {
        try folder.write("", to: "a")
        for path in ["a", "a/b", "a/b/c"] {
            let error = #expect(throws: PlatformError.self) { try FileSystem.makeFolder(folder[path]) }
            #expect(
                error?.description == "\(folder["a"]): error: cannot make the folder: a file of that name is there; "
                    + "move it away [platform.not-folder]")
        }
        let error = #expect(throws: PlatformError.self) { try FileSystem.append([1], to: folder["a/b"]) }
        #expect(
            error?.description == "\(folder["a/b"]): error: cannot append to the file: a part of the path is a file, "
                + "not a folder [platform.system]")
    }
}
