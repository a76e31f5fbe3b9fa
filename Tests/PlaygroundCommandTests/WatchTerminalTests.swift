// The program itself on a pseudo-terminal, by way of Python's pty: what it shows, and that it gives the terminal back however it
// ends. Skipped where there is no Python or the program was not built beside the tests.

import Foundation
import Platform
import TestSupport
import Testing

private enum Terminal {
    static let program = [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) }]
        .compactMap { $0?.deletingLastPathComponent().appending(path: "playground").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Arguments: the program, a playground, and what ends it: `q` or the name of a signal. Prints a line a fact.
    static let script = #"""
        import fcntl, os, pty, select, signal, struct, sys, termios, time
        program, path, end = sys.argv[1:]
        pid, fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
            os.execv(program, [program, "watch", "--view", path])
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 90, 0, 0))
        shown = b""
        def wait(found, seconds=60):
            global shown
            limit = time.time() + seconds
            while not found() and time.time() < limit:
                if not select.select([fd], [], [], 0.05)[0]: continue
                try: piece = os.read(fd, 65536)
                except OSError: return
                if not piece: return
                shown += piece
        wait(lambda: b"ran  " in shown)
        print("shows a run:", b"\x1b[?1049h" in shown and b"ran  " in shown)
        print("unseen keys:", termios.tcgetattr(fd)[3] & (termios.ECHO | termios.ICANON) == 0)
        text = open(path).read()
        count = len(shown)
        open(path, "w").write(text.replace("Hi.", "Ho."))
        wait(lambda: b"edited a" in shown[count:] or b"after the save" in shown[count:])
        print("shows a save:", b"after the save" in shown[count:] or b"edited a" in shown[count:])
        count = len(shown)
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 8, 20, 0, 0))
        wait(lambda: b"? help  q quit" in shown[count:])
        print("follows a resize:", b"? help  q quit" in shown[count:])
        if end == "q": os.write(fd, b"q")
        else: os.kill(pid, getattr(signal, end))
        status = None
        def over():
            global status
            if status is None:
                found, code = os.waitpid(pid, os.WNOHANG)
                if found: status = code
            return status is not None
        wait(over)
        if status is None: status = os.waitpid(pid, 0)[1]
        wait(lambda: False, 0.3)
        print("gives it back:", termios.tcgetattr(fd)[3] & (termios.ECHO | termios.ICANON) == termios.ECHO | termios.ICANON
            and shown.rstrip().endswith(b"\x1b[?1049l"))
        pages = os.path.join(os.path.dirname(path), ".playground", "runs", "a.")
        followed = os.path.exists(pages + "html") and b"view(" in open(pages + "js", "rb").read()
        says = b"the watch has ended" in open(pages + "js", "rb").read()
        print("has a page:", followed and says == (end in ("q", "SIGINT", "SIGTERM")))
        print("ends:", -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
        """#
}

@Suite(
    "Watching on a terminal", .serialized,
    .enabled(if: Terminal.program != nil && Terminal.python != nil, "needs the program beside the tests, and Python"))
struct WatchTerminalTests {
    @Test(
        "The terminal is given back however it ends",
        arguments: [
            ("q", "0"), ("SIGINT", "130"), ("SIGTERM", "130"), ("SIGSEGV", "-11"), ("SIGABRT", "-6"), ("SIGHUP", "-1"),
        ])
    func terminal(end: String, status: String) throws {
        let folder = try ScratchFolder()
        try FileSystem.replace(folder["tiny.gguf"], with: TinyModel(.llama).bytes())
        try folder.write(
            """
            playground: 1
            model: tiny.gguf
            options: {maximumResponseTokens: 3}
            cells:
              - {id: a, prompt: Hi.}

            """, to: "a.playground.yaml")
        try folder.write(Terminal.script, to: "drive.py")
        var output = ""
        let process = Process()
        process.executableURL = URL(filePath: try #require(Terminal.python))
        process.arguments = [folder["drive.py"], try #require(Terminal.program), folder["a.playground.yaml"], end]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(
            output
                == """
                shows a run: True
                unseen keys: True
                shows a save: True
                follows a resize: True
                gives it back: True
                has a page: True
                ends: \(status)

                """)
    }
}
