// News of files, by events and by looking.

import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct FileWatchingTests {
    private final class News: Sendable {
        let changes = Mutex<[FileChange]>([])
        func wait(_ isSo: ([FileChange]) -> Bool) async {
            for _ in 0..<1000 where !isSo(changes.withLock { $0 }) { try? await Task.sleep(for: .milliseconds(5)) }
        }
        func add(_ change: FileChange) { changes.withLock { $0.append(change) } }
        var all: [FileChange] { changes.withLock { $0 } }
    }

    private static let ways: [FileWatching] = [.events, .polling(every: .milliseconds(20))]

    @Test("A change is told, of watched files alone", arguments: ways)
    func changes(watching: FileWatching) async throws {
        let folder = try ScratchFolder()
        let news = News()
        let source = try watching.source(news.add)
        source.watch([folder["a"]])
        try folder.write("x", to: "b")
        try folder.write("x", to: "a")
        await news.wait { $0.contains { $0.path == folder["a"] } }
        #expect(news.all.contains { $0.path == folder["a"] })
        #expect(!news.all.contains { $0.path != folder["a"] })
        source.stop()
    }

    @Test("A folder that comes into being is watched", arguments: ways)
    func laterFolder(watching: FileWatching) async throws {
        let folder = try ScratchFolder()
        let news = News()
        let source = try watching.source(news.add)
        source.watch([folder["later/a"]])
        try folder.write("x", to: "later/a")
        await news.wait { !$0.isEmpty }
        #expect(news.all.contains { $0.path == folder["later/a"] })
        source.stop()
    }

    @Test("Where a link leads is watched", arguments: ways)
    func links(watching: FileWatching) async throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "there/a")
        try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["there/a"])
        let news = News()
        let source = try watching.source(news.add)
        source.watch([folder["link"]])
        await news.wait { $0.count > 0 || watching != .events }
        let count = news.all.count
        try folder.write("longer", to: "there/a")
        await news.wait { $0.count > count }
        #expect(news.all.count > count && news.all.allSatisfy { $0.path == folder["link"] })
        source.stop()
    }

    #if os(Linux)
        @Test func aClosedFileIsWhole() async throws {
            let folder = try ScratchFolder()
            let news = News()
            let source = try FileWatching.events.source(news.add)
            source.watch([folder["a"]])
            try folder.write("x", to: "a")
            await news.wait { $0.contains(FileChange(folder["a"], isWhole: true)) }
            #expect(news.all.contains(FileChange(folder["a"], isWhole: true)))
            source.stop()
        }
    #endif
}
