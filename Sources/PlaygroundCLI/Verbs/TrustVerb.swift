// `playground trust`: what a playground's tools would start and ask, and the user's approval of exactly that.

internal import FoundationModels
internal import Notebook
internal import Platform

extension Verb {
    static let trust = Verb(
        name: "trust", operands: "PATH",
        summary: "Show what the tools of a playground would start or ask, and approve exactly that.",
        flags: [
            Flag("--print", nil, "only show it, with its hash; approve nothing"),
            Flag("--revoke", nil, "take an approval back"),
            Flag("--yes", nil, "approve without a question"),
        ]
    ) { call in
        guard call.arguments.operands.count == 1 else { throw UsageError(message: "'trust' needs one PATH") }
        let path = try Target.file(call.arguments.operands[0])
        let store = TrustStore(environment: call.models.environment)
        if call.arguments.has("--revoke") {
            let had = try store.remove(path)
            call.console.progress("\(path): " + (had ? "its tools are trusted no more" : "nothing was approved"))
            return .good
        }
        guard let playground = try LoadedPlayground.load(Target(path: path), call) else { return .usage }
        var document = playground.document
        guard var surface = document.trustSurface else {
            call.console.progress("\(path): no tool of it needs trust")
            return .good
        }
        tell(document, surface, path, call)
        if call.arguments.has("--print") { return .good }
        if !call.arguments.has("--yes"), !asks(call) {
            call.console.progress("\(path): nothing was approved; say so at a terminal, or with --yes")
            return .failed
        }
        // What servers can do is known only from themselves. Their programs have been approved just now.
        var environment = ToolEnvironment()
        environment.variables = call.models.environment
        let pins = try await document.listServers(environment)
        for pin in pins {
            try FileSystem.makeFolder(FileSystem.folder(of: pin.path))
            try FileSystem.replace(pin.path, with: pin.bytes)
            call.console.progress("written: \(pin.path)")
        }
        if !pins.isEmpty {
            guard let again = try LoadedPlayground.load(Target(path: path), call) else { return .usage }
            document = again.document
            surface = document.trustSurface ?? surface
        }
        try store.add(surface, of: path)
        call.console.progress("\(path): trusted, \(surface)")
        return .good
    }

    private static func tell(_ document: PlaygroundDocument, _ surface: String, _ path: String, _ call: Invocation) {
        if call.isJSON {
            call.console.result(
                JSONLine.text([
                    "playground": .string(path), "surface": .string(surface), "review": .string(document.trustReview),
                ]))
        } else {
            call.console.result("\(document.trustReview)\n\(surface)  \(path)\n")
        }
    }

    /// Asks a person; nobody there is a no.
    private static func asks(_ call: Invocation) -> Bool {
        guard StandardStream.error.isTerminal, StandardInput.isTerminal else { return false }
        call.console.diagnostics("Do you trust these tools? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}

extension Flag {
    static let tools = Flag(
        "--tools", "MODE", "replay: recorded answers of tools alone; live: ask them all anew")
    static let trustHash = Flag("--trust-hash", "HASH", "trust the tools of this hash, as 'trust --print' shows it")
    static let trustFile = Flag("--trust-file", "FILE", "trust the tools whose hashes the file lists")
}

extension ToolEnvironment {
    /// What the command line allows.
    init(_ call: Invocation) throws {
        self.init()
        variables = call.models.environment
        if let word = call.arguments.values(Flag.tools.name).last {
            guard let mode = Mode(rawValue: word), mode != .recorded else {
                throw UsageError(message: "'--tools' is replay or live, found '\(word)'")
            }
            self.mode = mode
        }
        var given: Set<String> = []
        for hash in call.arguments.values(Flag.trustHash.name) {
            guard TrustStore.isSurface(hash) else {
                throw UsageError(
                    message: "'--trust-hash' needs the 64 digits that 'trust --print' shows, found '\(hash)'")
            }
            given.insert(hash)
        }
        for file in call.arguments.values(Flag.trustFile.name) { given.formUnion(try TrustStore.surfaces(at: file)) }
        let store = TrustStore(environment: call.models.environment, given: given)
        isTrusted = { store.contains($0, of: $1) }
    }
}
