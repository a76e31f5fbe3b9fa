// `playground model` word for word on a folder of its own, and the bar that shows progress.

import Models
import Platform
import Synchronization
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite struct ModelVerbTests {
    let folder: ScratchFolder
    let weights = TinyModel(.llama).bytes()

    init() throws {
        folder = try ScratchFolder()
        try FileSystem.replace(folder["Tiny.gguf"], with: weights)
    }

    private func playground(_ words: String...) async -> (status: Int32, out: String, err: String) {
        let texts = Mutex(["", ""])
        let console = Console(isTerminal: false, usesColor: false) { stream, text in
            texts.withLock { $0[stream == .output ? 0 : 1] += text }
            return true
        }
        let environment = ["HOME": folder.path, "PLAYGROUND_CACHE": folder["cache"], "PATH": folder["bin"]]
        let status = await PlaygroundCommand.run(
            words, console: console, models: .installed(console: console, environment: environment))
        return texts.withLock { (status.rawValue, $0[0], $0[1]) }
    }

    @Test func listIsATable() async {
        let result = await playground("model", "list")
        #expect(
            result.out == """
                NAME                             WEIGHTS  SIZE      LICENSE
                smollm2-135m-instruct (default)  -        98.4 MB   Apache-2.0
                gemma-3-270m                     -        253.1 MB  Gemma

                """)
        #expect(result.status == 0)
    }

    @Test func aFileIsPulledListedAndDescribed() async throws {
        let path = folder["cache/models/tiny.gguf"]
        let pull = await playground("model", "pull", "--from", folder["Tiny.gguf"])
        #expect(pull.status == 0)
        #expect(pull.out == "tiny  \(path)\n")
        #expect(pull.err.hasPrefix("fetching tiny from \(folder["Tiny.gguf"]), "))
        #expect(pull.err.hasSuffix(", verified\n"))
        let list = await playground("model", "list", "--json")
        let sha256 = SHA256.hash(weights).description
        #expect(
            list.out.split(separator: "\n").last.map(String.init)
                == """
                {"name":"tiny","displayName":"tiny","installed":true,"bytes":\(weights.count),"sha256":"\(sha256)",\
                "languages":[],"default":false,"path":"\(path)","source":"\(folder["Tiny.gguf"])"}
                """)
        let info = await playground("model", "info", "tiny")
        #expect(info.status == 0)
        #expect(info.out.contains("sha256        \(sha256) (as registered)\n"))
        #expect(info.out.contains("architecture  llama\n"))
        #expect(info.out.contains("context       2048 tokens\n"))
    }

    @Test func theLicenceOfEveryModelIsToldOnceBeforeAnythingComes() async throws {
        let texts = Mutex("")
        let console = Console(isTerminal: false, usesColor: false) { _, text in
            texts.withLock { $0 += text }
            return true
        }
        let store = try ModelStore(environment: ["PLAYGROUND_CACHE": folder["cache"]])
        for entry in try store.registry().entries {
            let printer = PullPrinter(console, isTerminal: false)
            if let license = entry.license, license.needsAcceptance {
                #expect(!printer.conversation(accepts: { false }).accepts(entry, license))
            }
            printer.report(.started(entry: entry, byteCount: nil, done: 0))
        }
        let lines = texts.withLock { $0 }.split(separator: "\n").filter { !$0.hasPrefix("fetching ") }
        #expect(
            lines == [
                "SmolLM2 135M Instruct comes under the Apache License 2.0: https://www.apache.org/licenses/LICENSE-2.0",
                "Gemma 3 270M comes under the Gemma Terms of Use: https://ai.google.dev/gemma/terms",
            ])
    }

    @Test func aRunFetchesNothingUnderTermsThatNobodyHasAccepted() async throws {
        try folder.write(
            "playground: 1\nmodel: gemma-3-270m\ncells:\n  - {id: a, prompt: Hi.}\n", to: "a.playground.yaml")
        let run = await playground("run", folder["a.playground.yaml"])
        #expect(run.status == 4)
        #expect(
            run.err == """
                Gemma 3 270M comes under the Gemma Terms of Use: https://ai.google.dev/gemma/terms
                \(folder["a.playground.yaml"]):2:8: error: model 'gemma-3-270m' comes under the Gemma Terms of Use, \
                https://ai.google.dev/gemma/terms, which nobody has accepted here; read them, then \
                'playground model pull gemma-3-270m --accept-license' [model.license]
                a  failed   the model could not be opened [run.model]

                """)
        #expect(!folder.files().contains { $0.hasPrefix("cache/") })
    }

    private static let mistakes: [(words: [String], status: Int32, message: String)] = [
        (
            ["model"], 2,
            "playground model: error: 'model' takes list, pull NAME or URL, info NAME or PATH, bench NAME or PATH, "
                + "or quantize IN OUT [usage]\n"
        ),
        (
            ["model", "quantize", "in.gguf", "out.gguf", "--type", "Q4_K_M"], 2,
            "playground model: error: 'Q4_K_M' is no format that is written; 'model quantize' takes --type with one of "
                + "Q8_0, Q6_K, Q5_1, Q5_K, Q5_0, Q4_1, IQ4_NL, Q4_K, Q4_0, IQ4_XS, Q3_K, Q2_K [usage]\n"
        ),
        (
            ["model", "pull", "smolm2-135m-instruct"], 2,
            "playground model: error: no model named 'smolm2-135m-instruct' is registered; did you mean "
                + "'smollm2-135m-instruct'? [usage]\n"
        ),
        (
            ["model", "info", "gemma-3-270m"], 4,
            "error: the weights of model 'gemma-3-270m' are not on this machine; fetch them with "
                + "'playground model pull gemma-3-270m' [model.not-installed]\n"
        ),
        (
            ["model", "pull", "gemma-3-270m", "--sha256", "00"], 2,
            "playground model: error: '--name' and '--sha256' go with an address or with --from [usage]\n"
        ),
    ]

    @Test(arguments: mistakes)
    func mistakesAreTold(words: [String], status: Int32, message: String) async {
        let texts = Mutex("")
        let console = Console(isTerminal: false, usesColor: false) { stream, text in
            if stream == .error { texts.withLock { $0 += text } }
            return true
        }
        let environment = ["HOME": folder.path, "PLAYGROUND_CACHE": folder["cache"]]
        let result = await PlaygroundCommand.run(
            words, console: console, models: .installed(console: console, environment: environment))
        #expect(result.rawValue == status)
        #expect(texts.withLock { $0 } == message)
    }
}

@Suite struct ProgressBarTests {
    @Test(arguments: [
        (
            50_000_000, 100_000_000 as Int?, 80,
            "[==============               ] 50 %  50.0 MB of 100.0 MB  10.0 MB/s  0:05 left"
        ),
        (50_000_000, 100_000_000, 40, "50 %  50.0 MB of 100.0 MB  10.0 MB/s  0:05 left"),
        (50_000_000, nil, 80, "50.0 MB  10.0 MB/s"),
    ])
    func aLineTellsHowFarItIs(done: Int, byteCount: Int?, width: Int, text: String) {
        let bar = ProgressBar(done: done, byteCount: byteCount, fetched: 50_000_000, elapsed: .seconds(5))
        #expect(bar.text(width: width) == text)
    }

    @Test func withoutATerminalEveryQuarterIsALine() {
        let texts = Mutex("")
        let console = Console(isTerminal: false, usesColor: false) { _, text in
            texts.withLock { $0 += text }
            return true
        }
        let printer = PullPrinter(console, isTerminal: false)
        for done in stride(from: 0, through: 1000, by: 10) { printer.report(.progress(done: done, byteCount: 1000)) }
        #expect(
            texts.withLock { $0 } == """
                25 %: 250 bytes of 1.0 kB
                50 %: 500 bytes of 1.0 kB
                75 %: 750 bytes of 1.0 kB
                100 %: 1.0 kB of 1.0 kB

                """)
    }
}
