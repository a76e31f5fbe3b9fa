// `#Playground`: the blocks of this very program.

import Playgrounds
import Synchronization
import Testing

private let ran = Mutex<[String]>([])

#Playground("with a name") {
    ran.withLock { $0.append("named") }
}

#Playground {
    try await Task.sleep(for: .zero)
    ran.withLock { $0.append("unnamed") }
}

private struct Failure: Error {}

#Playground("failing", body: { throw Failure() })

@Suite("Playground")
struct PlaygroundTests {
    private var blocks: [PlaygroundBlock] {
        PlaygroundBlock.all.filter { $0.fileID.hasSuffix("PlaygroundTests.swift") }
    }

    @Test("All blocks are found, in the order of their lines")
    func all() {
        #expect(blocks.map(\.name) == ["with a name", nil, "failing"])
        #expect(blocks.map(\.line) == [9, 13, 20])
        #expect(blocks.map(\.fileID) == Array(repeating: "GenerableTests/PlaygroundTests.swift", count: 3))
    }

    @Test("A block runs when it is told, and throws what it throws")
    func run() async throws {
        try #require(blocks.count == 3)
        #expect(ran.withLock { $0 } == [])
        try await blocks[0].run()
        try await blocks[1].run()
        #expect(ran.withLock { $0 } == ["named", "unnamed"])
        await #expect(throws: Failure.self) { try await blocks[2].run() }
    }
}
