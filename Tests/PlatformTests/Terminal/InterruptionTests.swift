// Signals: the first is an event, the second ends the process; a closed pipe is an answer.

import Foundation
import Platform
import Synchronization
import Testing

@Suite(.serialized) struct InterruptionTests {
    @Test func theFirstSignalIsAnEventAndTheSecondEndsTheProcess() async {
        await #expect(processExitsWith: .exitCode(130)) {
            let (events, continuation) = AsyncStream<Void>.makeStream()
            let interruption = Interruption { continuation.yield() }
            kill(getpid(), SIGINT)
            for await _ in events { break }
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(60))
            withExtendedLifetime(interruption) {}
        }
    }

    @Test func aClosedPipeIsAnAnswer() async {
        await #expect(processExitsWith: .exitCode(7)) {
            StandardStream.survivesBrokenPipes()
            let pipe = Pipe()
            dup2(pipe.fileHandleForWriting.fileDescriptor, 1)
            try pipe.fileHandleForReading.close()
            exit(try StandardStream.output.write("text") ? 8 : 7)
        }
    }
}
