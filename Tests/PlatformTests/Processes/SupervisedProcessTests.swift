// Programs under a supervisor: what is said to them and by them, how they end, and that nothing of them stays.

import Foundation
import Platform
import TestSupport
import Testing

@Suite("SupervisedProcess")
struct SupervisedProcessTests {
    private func shell(_ script: String) throws -> SupervisedProcess {
        try SupervisedProcess(
            "/bin/sh", ["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin", "A": "b c"], folder: "/")
    }

    /// What a program says until its end.
    private func run(
        _ script: String, input: [UInt8] = [], within limit: Duration = .seconds(20)
    ) throws -> (byteCount: Int, text: String, end: SupervisedProcess.Event) {
        let program = try shell(script)
        program.write(input, closing: true)
        var byteCount = 0
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + limit
        while true {
            let event = program.next(before: deadline)
            switch event {
            case .output(let piece):
                byteCount += piece.count
                if bytes.count < 1000 { bytes += piece }
            case .errors, .inputClosed: break
            case .ended, .timedOut:
                program.kill()
                return (byteCount, String(decoding: bytes.prefix(1000), as: UTF8.self), event)
            }
        }
    }

    private func count(holding text: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            guard Int32(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                return false
            }
            return String(decoding: line, as: UTF8.self).contains(text)
        }.count
    }

    private func mark() -> String { "86\(Int.random(in: 100_000...999_999))" }

    @Test("says what the program says, in its folder, with its variables and nothing else open")
    func plain() throws {
        let run = try run("pwd; echo \"$A\"; cat; ls /proc/self/fd | wc -l; exit 7", input: Array("in\n".utf8))
        #expect(run.text == "/\nb c\nin\n4\n")
        #expect(run.end == .ended(.exit(7)))
        #expect(try self.run("kill -9 $$").end == .ended(.signal(9)))
    }

    @Test("takes large inputs whole, and does not mind a program that reads none")
    func input() throws {
        let bytes = [UInt8](repeating: 0x61, count: 3_000_000)
        #expect(try run("wc -c | tr -d ' '", input: bytes).text == "3000000\n")
        let closing = try run("exec 0<&-; sleep 0.2; echo ok", input: bytes)
        #expect(closing.text == "ok\n" && closing.end == .ended(.exit(0)))
        #expect(try run("sleep 0.2; echo ok", input: bytes).end == .ended(.exit(0)))
    }

    @Test("reads as much as there is")
    func output() throws {
        let isLong = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_ALL"] != nil
        let count = isLong ? 1 << 30 : 64 << 20
        let run = try run("head -c \(count) /dev/zero", within: .seconds(120))
        #expect(run.byteCount == count && run.end == .ended(.exit(0)))
    }

    @Test("ends what hangs, and whatever it has started")
    func hang() throws {
        let mark = mark()
        let run = try run(
            "trap '' TERM INT HUP; setsid sh -c 'sleep \(mark) & sleep \(mark)' & (setsid sleep \(mark) &) & sleep \(mark)",
            within: .milliseconds(600))
        #expect(run.end == .timedOut)
        #expect(count(holding: mark) == 0)
    }

    @Test("ends what a program leaves behind")
    func children() throws {
        let mark = mark()
        let run = try run("(setsid sh -c '(setsid sleep \(mark) &) ; sleep \(mark)' &) ; sleep 0.3; echo done")
        #expect(run.text == "done\n" && run.end == .ended(.exit(0)))
        #expect(count(holding: mark) == 0)
    }

    @Test("ends a crowd of processes that start others")
    func crowd() throws {
        let mark = mark()
        let script = """
            i=0; while [ $i -lt 40 ]; do
              setsid sh -c 'while :; do sleep \(mark) & sleep 0.05; done' \(mark) &
              i=$((i+1))
            done; sleep \(mark)
            """
        #expect(try run(script, within: .milliseconds(1200)).end == .timedOut)
        #expect(count(holding: mark) == 0)
    }

    @Test("says why a program can't be started")
    func failure() throws {
        func reason(_ path: String, folder: String = "/") -> String? {
            do {
                _ = try SupervisedProcess(path, [path], environment: [:], folder: folder)
                return nil
            } catch { return (error as PlatformError).reason }
        }
        #expect(reason("/no/such/program") == "no such file or folder")
        #expect(reason("/bin/sh", folder: "/no/such/folder") == "no such file or folder")
        #expect(reason("/etc/passwd")?.hasPrefix("permission denied") == true)
    }

    @Test("is gone when its value is")
    func release() throws {
        let mark = mark()
        do {
            let program = try shell("sleep \(mark) & sleep \(mark)")
            program.write(Array("x".utf8))
            _ = program.next(before: .now + .milliseconds(200))
        }
        #expect(count(holding: mark) == 0)
    }

    @Test("talks to a program that answers line by line")
    func conversation() throws {
        let program = try shell("while read line; do echo \"got $line\"; done")
        for word in ["one", "two", "three"] {
            program.write(Array("\(word)\n".utf8))
            #expect(program.next(before: .now + .seconds(10)) == .output(Array("got \(word)\n".utf8)))
        }
        program.write([], closing: true)
        #expect(program.next(before: .now + .seconds(10)) == .ended(.exit(0)))
    }
}
