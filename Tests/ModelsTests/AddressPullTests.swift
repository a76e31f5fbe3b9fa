// Weights from an address: continued transfers, checksums, registering what was pulled, and remedies.

import Foundation
import Platform
import TestSupport
import Testing

@testable import Models

struct AddressPullTests {
    let folder: ScratchFolder
    let fixture: PullFixture
    let store: ModelStore
    let listener = Listener()
    let sha256 = SHA256.hash(PullFixture.weights).description

    init() throws {
        folder = try ScratchFolder()
        fixture = try PullFixture(root: folder.path)
        try fixture.write(PullFixture.weights, to: "offer.gguf")
        try FileSystem.makeFolder(fixture.models)
        store = try fixture.store(fixture.entry(.url("file://\(fixture.root)/offer.gguf")))
    }

    /// A `curl` that serves `offer.gguf` from where it is asked to continue, after a piece of shell script.
    private func fakeCurl(_ script: String = "") throws {
        try fixture.program(
            "curl",
            """
            while [ $# -gt 0 ]; do
                if [ "$1" = --continue-at ]; then offset=$2; fi
                shift
            done
            echo "$offset" >> '\(fixture.root)/calls'
            \(script)
            tail -c +$((offset + 1)) '\(fixture.root)/offer.gguf'
            """)
    }

    @Test(.enabled(if: PullFixture.realCurl != nil, "needs curl"))
    func curlContinuesWhatIsThere() async throws {
        let half = PullFixture.weights.count / 2
        try fixture.write(Array(PullFixture.weights[..<half]), to: "cache/models/tiny.gguf.partial")
        try await store.ensureInstalled("tiny", with: listener.user())
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(
            listener.steps.first
                == .started(
                    entry: try store.registry().entry(named: "tiny"), byteCount: PullFixture.weights.count, done: half))
        #expect(!listener.steps.contains(.restarted))
    }

    @Test(arguments: [("503", false), ("416", true)])
    func anErrorOfTheServerCostsWhatHasComeOnlyWhereItIsOfTheRange(code: String, restarts: Bool) async throws {
        try fixture.write(Array(PullFixture.weights[..<5000]), to: "cache/models/tiny.gguf.partial")
        try fakeCurl(
            "if [ $offset -gt 0 ]; then "
                + "echo 'curl: (22) The requested URL returned error: \(code)' >&2; exit 22; fi")
        if restarts {
            try await store.ensureInstalled("tiny", with: listener.user())
            #expect(listener.steps.contains(.restarted))
        } else {
            await #expect(throws: ModelError.self) {
                try await store.ensureInstalled("tiny", with: listener.user())
            }
            #expect(try FileSystem.read("\(fixture.target).partial") == Array(PullFixture.weights[..<5000]))
            #expect(!listener.steps.contains(.restarted))
        }
    }

    @Test func anInterruptedTransferIsContinuedByTheNextPull() async throws {
        try fakeCurl("head -c 5000 '\(fixture.root)/offer.gguf'; echo 'curl: (56) Connection reset' >&2; exit 56")
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user())
        }
        #expect(
            error?.description
                == "error: curl failed to fetch file://\(fixture.root)/offer.gguf, with status 56: "
                + "curl: (56) Connection reset [model.fetch]")
        #expect(try fixture.modelFiles() == ["tiny.gguf.partial"])
        try fakeCurl()
        try await store.ensureInstalled("tiny", with: listener.user())
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(try fixture.calls() == ["0", "5000"])
    }

    @Test func aServerThatCannotContinueServesFromTheStart() async throws {
        try fixture.write([1, 2, 3], to: "cache/models/tiny.gguf.partial")
        try fakeCurl("if [ \"$offset\" != 0 ]; then exit 33; fi")
        try await store.ensureInstalled("tiny", with: listener.user())
        #expect(try FileSystem.read(fixture.target) == PullFixture.weights)
        #expect(try fixture.calls() == ["3", "0"])
        #expect(listener.steps.contains(.restarted))
    }

    @Test func aFailureThatIsNobodysFaultKeepsThePartialFile() async throws {
        try fixture.write(Array(PullFixture.weights[..<3]), to: "cache/models/tiny.gguf.partial")
        try fakeCurl("exit 6")
        await #expect(throws: ModelError.self) { try await store.ensureInstalled("tiny", with: listener.user()) }
        #expect(try FileSystem.read(fixture.partial) == Array(PullFixture.weights[..<3]))
    }

    @Test func aPulledAddressIsAModelFromThenOn() async throws {
        try fakeCurl()
        let entry = try await store.pull(
            url: "https://host.example/models/Mine.GGUF?download=1", name: nil, sha256: sha256.uppercased(),
            with: listener.user())
        #expect(entry.name == "mine")
        #expect(entry.byteCount == PullFixture.weights.count)
        let later = try fixture.store(fixture.entry(.file("/nowhere")))
        #expect(try later.registry().entries.map(\.name) == ["tiny", "mine"])
        #expect(try later.registry().entry(named: "mine") == entry)
        _ = try later.open(named: "mine", threads: 1)
    }

    @Test func nothingIsRegisteredWhenTheBytesAreWrong() async throws {
        try fakeCurl()
        await #expect(throws: ModelError.self) {
            try await store.pull(
                url: "https://host.example/mine.gguf", name: nil, sha256: String(repeating: "1", count: 64),
                with: listener.user())
        }
        #expect(try store.registry().entries.map(\.name) == ["tiny"])
        #expect(try fixture.modelFiles() == [])
    }

    @Test(arguments: [
        (
            "ftp://host.example/a.gguf", "a", "00",
            "error: 'ftp://host.example/a.gguf' is no address of a file: https://, http:// or file:// is wanted "
                + "[model.address]"
        ),
        (
            "https://host.example/a.gguf", "a", nil,
            "error: https://host.example/a.gguf needs --sha256 with the SHA-256 of the file, to tell it from a damaged "
                + "one; who offers the file states it [model.sha256]"
        ),
        (
            "https://host.example/a.gguf", "a", "12",
            "error: '12' is no SHA-256: 64 hexadecimal digits are wanted [model.sha256]"
        ),
        (
            "https://host.example/a.gguf", "tiny", String(repeating: "0", count: 64),
            "error: 'tiny' is the name of a built-in model; give another one with --name [model.name]"
        ),
        (
            "https://host.example/a.gguf", "../a", String(repeating: "0", count: 64),
            "error: '../a' can't be the name of a model: wanted are 1 to 100 lower-case letters, digits, '.', '_' and "
                + "'-', and no '.gguf' at the end; give one with --name [model.name]"
        ),
    ])
    func whatCannotBePulledIsToldBeforeAnythingIsFetched(
        url: String, name: String, sha256: String?, message: String
    ) async throws {
        try fakeCurl()
        let error = await #expect(throws: ModelError.self) {
            try await store.pull(url: url, name: name, sha256: sha256, with: listener.user())
        }
        #expect(error?.description == message)
        #expect(try fixture.calls() == [])
    }

    @Test func aMachineWithoutCurlGetsARemedy() async throws {
        let store = try fixture.store(fixture.entry(.url("https://host.example/tiny.gguf")), seesMachine: false)
        let error = await #expect(throws: ModelError.self) {
            try await store.ensureInstalled("tiny", with: listener.user())
        }
        #expect(
            error?.description
                == "error: curl is needed to fetch https://host.example/tiny.gguf, and is not in PATH; install it, or "
                + "fetch the file yourself and use --from FILE [model.no-program]")
    }
}
