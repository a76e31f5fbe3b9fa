// Child processes: output, status, environment, and how they are ended.

import Platform
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    private func shell(
        _ script: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"],
        output: ([UInt8]) throws -> Void = { _ in }
    ) throws -> ProcessEnd {
        try ChildProcess.run(
            "/bin/sh", ["-c", script], environment: environment, isCancelled: { false }, tick: {}, output: output)
    }

    @Test func bothStreamsAndTheStatusComeBack() throws {
        var text: [UInt8] = []
        let end = try shell("echo out; echo err >&2; exit 7") { text += $0 }
        #expect(end == ProcessEnd(status: 7, complaint: "err\n"))
        #expect(text == Array("out\n".utf8))
    }

    @Test func aMegabyteComesWholeAndInOrder() throws {
        var bytes: [UInt8] = []
        let end = try shell(
            "i=0; while [ $i -lt 64 ]; do head -c 16384 /dev/zero | tr '\\0' $((i % 10)); i=$((i+1)); done"
        ) {
            bytes += $0
        }
        #expect(end.status == 0)
        #expect(bytes == (0..<64).flatMap { [UInt8](repeating: 48 + UInt8($0 % 10), count: 16384) })
    }

    @Test func onlyTheEndOfALongComplaintIsKept() throws {
        let end = try shell("head -c 10000 /dev/zero | tr '\\0' a >&2; printf end >&2")
        #expect(end.complaint == String(repeating: "a", count: 4093) + "end")
    }

    @Test func aSignalIsAStatusAbove128() throws { #expect(try shell("kill -9 $$").status == 137) }

    @Test func theEnvironmentIsTheOneGiven() throws {
        var text: [UInt8] = []
        _ = try shell("echo $GREETING", environment: ["GREETING": "hello"]) { text += $0 }
        #expect(text == Array("hello\n".utf8))
    }

    @Test func cancellingEndsItAtOnce() throws {
        var looks = 0
        #expect(throws: CancellationError.self) {
            try ChildProcess.run(
                "/bin/sleep", ["600"], environment: [:],
                isCancelled: {
                    looks += 1
                    return looks > 2
                }, tick: {}, output: { _ in })
        }
    }

    @Test func anErrorOfTheReaderEndsItAndIsThrownOn() throws {
        struct Enough: Error {}
        #expect(throws: Enough.self) { try shell("echo x; sleep 600") { _ in throw Enough() } }
    }

    @Test func whatItLeavesRunningIsNotWaitedFor() throws {
        #expect(try shell("sleep 5 & exit 3").status == 3)
    }

    @Test func aMissingProgramIsToldByItsPath() {
        let error = #expect(throws: PlatformError.self) {
            try ChildProcess.run(
                "/nowhere/tool", [], environment: [:], isCancelled: { false }, tick: {}, output: { _ in })
        }
        #expect(
            error?.description
                == "/nowhere/tool: error: cannot run the program: no such file or folder [platform.system]")
    }
}
