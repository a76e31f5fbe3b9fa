// Locks of files: refusal that names the holder, waiting, cancelling.

import Foundation
import Platform
import TestSupport
import Testing

@Suite struct FileLockTests {
    let path: String
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        path = folder["lock"]
    }

    @Test func aSecondHolderIsRefusedByName() throws {
        let lock = try FileLock(path)
        let path = path
        let error = #expect(throws: PlatformError.self) { _ = try FileLock(path) }
        #expect(
            error?.description
                == "\(path): error: another process (\(ProcessInfo.processInfo.processIdentifier)) works on "
                + "this playground; wait for it with --wait [platform.locked]")
        _ = consume lock
    }

    @Test func lettingGoLetsTheNextIn() throws {
        do { _ = try FileLock(path) }
        _ = try FileLock(path)
    }

    @Test func waitingEndsWhenTheHolderLetsGo() async throws {
        let path = path
        let lock = try FileLock(path)
        let waiting = Task { _ = try await FileLock.waiting(path) }
        try await Task.sleep(for: .milliseconds(20))
        _ = consume lock
        try await waiting.value
    }

    @Test func waitingCanBeCancelled() async throws {
        let path = path
        let lock = try FileLock(path)
        let waiting = Task { _ = try await FileLock.waiting(path) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        _ = consume lock
    }
}
