// The streams of a process that was started without some of them.

import Foundation
import Platform
import TestSupport
import Testing

@Suite struct StandardStreamTests {
    @Test func aFileThatIsOpenedLaterNeverTakesTheNumberOfAClosedStream() async {
        await #expect(processExitsWith: .success) {
            for number in Int32(0)...2 { close(number) }
            StandardStream.openClosed()
            let next = unsafe open("/dev/null", O_RDONLY)
            guard next > 2 else { exit(1) }
            guard (try? StandardStream.output.write("gone")) == true else { exit(2) }
            guard (try? StandardStream.error.write("gone")) == true else { exit(3) }
            var status = stat()
            guard unsafe fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { exit(4) }
            exit(0)
        }
    }

    @Test func openStreamsStayWhatTheyAre() async throws {
        let folder = try ScratchFolder()
        await #expect(processExitsWith: .success) { [path = folder["out"] as String] in
            close(1)
            guard unsafe open(path, O_WRONLY | O_CREAT, 0o600) == 1 else { exit(1) }
            close(0)
            StandardStream.openClosed()
            guard (try? StandardStream.output.write("kept")) == true else { exit(2) }
            exit(0)
        }
        #expect(try folder.text(of: "out") == "kept")
    }
}
