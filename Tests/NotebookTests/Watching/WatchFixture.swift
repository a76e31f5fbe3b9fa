// A loop on a real folder with a model that answers at once or slowly, and what it told.

import Foundation
import Notebook
import Platform
import Synchronization
import TestSupport
import Testing

/// A watch under way.
final class WatchFixture: Sendable {
    let workspace: Workspace
    let models: FakeModels
    private let log: Mutex<[String]> = Mutex([])
    /// How often each line was told, by each of its beginnings that ends with a word.
    private let counts: Mutex<[String: Int]> = Mutex([:])
    /// How the notebook stood when that was told last.
    let standing: Mutex<Standing?> = Mutex(nil)
    private let task: Mutex<Task<Void, any Error>?> = Mutex(nil)
    private let command: Mutex<(@Sendable (WatchCommand) -> Void)?> = Mutex(nil)

    /// What was told: `ran greet`, `kept greet`, `loaded`, `broken`, `ended`.
    var told: [String] { log.withLock { $0 } }
    func count(_ words: String) -> Int { counts.withLock { $0[words] ?? 0 } }

    private func tell(_ line: String) {
        log.withLock { $0.append(line) }
        counts.withLock { counts in
            var words = ""
            for word in line.split(separator: " ") {
                words += (words.isEmpty ? "" : " ") + word
                counts[words, default: 0] += 1
            }
        }
    }

    init(
        _ source: String = "playground: 1\nmodel: fake\ncells:\n  - id: greet\n    prompt: Hello\n",
        models: FakeModels = FakeModels(), watching: FileWatching? = nil, isChecking: Bool = false,
        others: [String: String] = [:], tools: ToolEnvironment = ToolEnvironment(), watchesFolder: Bool = false,
        approve: @escaping @Sendable (TrustRequest) throws -> Void = { _ in }
    ) async throws {
        workspace = try Workspace(source)
        self.models = models
        for (name, text) in others { try workspace.folder.write(text, to: name) }
        let path = workspace.paths.source
        let running = Task { [self] in
            let loop = WatchLoop(
                [path], source: models, watching: watching, isChecking: isChecking,
                resolve: { file in
                    let playground = file.document.map {
                        RunnablePlayground(
                            document: $0, parameters: $0.parameterValues(given: []).values,
                            model: $0.model?.value ?? .registered("fake"), isOverridden: false,
                            tools: tools)
                    }
                    return (playground, file.renderedDiagnostics)
                },
                discover: watchesFolder
                    ? {
                        ((try? FileSystem.list(FileSystem.folder(of: path))) ?? [])
                            .filter { $0.hasSuffix(".playground.yaml") }
                            .map { "\(FileSystem.folder(of: path))/\($0)" }
                    } : nil,
                approve: approve,
                report: { event in
                    if case .loaded(_, let standing, _) = event { self.standing.withLock { $0 = standing } }
                    if case .runEnded(_, _, let standing?, _) = event { self.standing.withLock { $0 = standing } }
                    let line = Self.line(event)
                    if let line { self.tell(line) }
                })
            command.withLock { $0 = loop.command }
            try await loop.run()
        }
        task.withLock { $0 = running }
        await wait { self.count("ended") + self.count("broken") > 0 }
    }

    func send(_ command: WatchCommand) { self.command.withLock { $0 }?(command) }

    func quit() async throws {
        send(.quit)
        try await task.withLock { $0 }?.value
    }

    /// Waits until something is so, at most ten seconds.
    func wait(_ isSo: () -> Bool) async {
        for _ in 0..<2000 where !isSo() { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Waits until nothing was told for so long.
    func quiet(_ duration: Duration = .milliseconds(350)) async {
        var count = -1
        while count != told.count {
            count = told.count
            try? await Task.sleep(for: duration)
        }
    }

    private static func line(_ event: WatchEvent) -> String? {
        switch event {
        case .watching: nil
        case .loaded(_, _, let edited): "loaded \(edited.sorted().joined(separator: ","))"
        case .trusted: "trusted"
        case .rejudged(_, let standing): "rejudged \(standing.plan.steps.map(\.state.rawValue).joined(separator: ","))"
        case .broken: "broken"
        case .runStarted: nil
        case .run(_, .started(let cell, _)): "asked \(cell)"
        case .run(_, .finished(let outcome)):
            outcome.origin == .fresh ? nil : "\(outcome.origin.rawValue) \(outcome.cell)"
        case .run(_, .failed(let cell, _)): "failed \(cell)"
        case .run: nil
        case .runEnded(_, let summary, _, _): summary.isInterrupted ? "ended early" : "ended"
        case .runFailed(_, let message): "run failed \(message)"
        case .refused(let words): "refused \(words)"
        case .note(let words): "note \(words)"
        case .paused(let isPaused): "paused \(isPaused)"
        }
    }
}

extension WatchFixture {
    var path: String { workspace.paths.source }

    /// A source whose one cell asks this.
    static func source(_ prompt: String) -> String {
        "playground: 1\nmodel: fake\ncells:\n  - id: greet\n    prompt: \(prompt)\n"
    }
}
