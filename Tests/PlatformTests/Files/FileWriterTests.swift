// Writing a big file in pieces, going on where an earlier attempt stopped.

import Platform
import TestSupport
import Testing

@Suite struct FileWriterTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func goesOnAtTheEndOfWhatIsKept() throws {
        try folder.write("0123456789", to: "a")
        var writer = try FileWriter(folder["a"], keeping: 4)
        #expect(writer.byteCount == 4)
        try writer.write(Array("xyz".utf8))
        try writer.sync()
        #expect(writer.byteCount == 7)
        #expect(try folder.text(of: "a") == "0123xyz")
    }

    @Test func neverKeepsMoreThanThereIs() throws {
        let writer = try FileWriter(folder["new"], keeping: 9)
        #expect(writer.byteCount == 0)
        #expect(try folder.text(of: "new") == "")
    }

    @Test func aMovedFileTakesThePlaceOfAnother() throws {
        try folder.write("new", to: "a")
        try folder.write("old", to: "b")
        try FileSystem.move(folder["a"], to: folder["b"])
        #expect(folder.files() == ["b"])
        #expect(try folder.text(of: "b") == "new")
    }

    @Test func piecesAddUpToTheFile() throws {
        let text = String(repeating: "0123456789", count: 250_000)
        try folder.write(text, to: "a")
        var counts: [Int] = []
        var bytes: [UInt8] = []
        try FileSystem.read(folder["a"]) { piece in
            counts.append(piece.count)
            bytes += piece
        }
        #expect(counts == [1 << 20, 1 << 20, 2_500_000 - (2 << 20)])
        #expect(bytes == Array(text.utf8))
    }

    @Test func aStatusTellsAChangedFile() throws {
        try folder.write("one", to: "a")
        let before = try #require(FileStatus(folder["a"]))
        #expect(before.byteCount == 3)
        #expect(FileStatus(folder["a"]) == before)
        try folder.write("two", to: "a")
        #expect(FileStatus(folder["a"]) != before)
        #expect(FileStatus(folder.path) == nil)
        #expect(FileStatus(folder["none"]) == nil)
    }
}
