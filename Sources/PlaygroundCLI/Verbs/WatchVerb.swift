// `playground watch`: run what a save has changed, for as long as a person edits.

internal import FoundationEssentials
internal import Notebook
internal import Platform
internal import Synchronization

extension Verb {
    static let watch = Verb(
        name: "watch", operands: "[PATH…]",
        summary: "Run stale cells, and again whenever a file is saved; records as 'run' does.",
        flags: [
            Flag("--check", nil, "leave the sidecars alone until the answers are accepted with 'u'"),
            Flag("--poll", "MS", isValueOptional: true, "look every MS milliseconds instead of waiting for events"),
            Flag("--view", nil, "write a page for the browser that follows the run, and say where it is"),
            Flag("--stdin-quit", nil, "end when standard input ends"),
            .parameter, .parameterFile, .model, .threads,
        ]
    ) { call in
        let targets = try Target.expand(call.arguments.operands)
        if let target = targets.first(where: { !$0.ids.isEmpty }) {
            throw UsageError(message: "'watch' takes whole files; name '\(target.path)' without a cell")
        }
        let source = call.models.source(try call.arguments.threads())
        let view: any WatchView =
            if call.isJSON {
                WatchLines(call)
            } else if WatchScreen.canShow(call.console) {
                WatchScreen(call)
            } else {
                WatchPrinter(call)
            }
        let pages =
            call.arguments.has("--view")
            ? try LivePages(
                targets.map(\.path), variables: call.models.environment, complain: call.console.progress) : nil
        // Behind the screen, so that it is there once that is gone.
        if view.readsKeys { for path in pages?.paths ?? [] { call.console.progress("view: \(path)") } }
        await call.openModels(of: targets, from: source)
        let operands = call.arguments.operands
        let hasFolder = operands.isEmpty || operands.contains(where: FileSystem.isFolder)
        let approvals = TrustStore(environment: call.models.environment)
        let loop = WatchLoop(
            targets.map(\.path), source: source, watching: try call.arguments.watching(),
            isChecking: call.arguments.has("--check"), resolve: { call.resolve($0, targets) },
            discover: hasFolder ? { (try? Target.expand(operands))?.map(\.path) ?? [] } : nil,
            approve: { try approvals.add($0.surface, of: $0.playground) },
            report: { event in
                pages?.show(event)
                view.show(event)
            })
        view.start(loop.command)
        if let show = view.showsWaiting { call.models.waiting.show(show) }
        defer {
            pages?.end()
            view.end()
        }
        for path in pages?.paths ?? [] { view.show(.note("view: \(path)")) }
        var input: InputReader?
        if !view.readsKeys, call.arguments.has("--stdin-quit") {
            input = InputReader { [command = loop.command] in if $0 == nil { command(.quit) } }
        }
        try await loop.run()
        withExtendedLifetime(input) {}
        return Task.isCancelled ? .interrupted : .good
    }
}

/// What shows a watch. `show` is called on one task; keys may come from others.
protocol WatchView {
    /// Whether standard input is the view's.
    var readsKeys: Bool { get }
    func start(_ command: @escaping @Sendable (WatchCommand) -> Void)
    func show(_ event: WatchEvent)
    /// Of a view that draws on the whole terminal; from any thread.
    var showsWaiting: (@Sendable (Waiting) -> Void)? { get }
    func end()
}

extension WatchView {
    var readsKeys: Bool { false }
    var showsWaiting: (@Sendable (Waiting) -> Void)? { nil }
    func start(_ command: @escaping @Sendable (WatchCommand) -> Void) {}
    func end() {}
}

extension ParsedArguments {
    /// How files are watched; nil: as it suits their folder.
    fileprivate func watching() throws(UsageError) -> FileWatching? {
        guard let text = flags["--poll"]?.last else { return nil }
        if text.isEmpty { return .usual }
        guard let number = Int(text), (10...60_000).contains(number) else {
            throw UsageError(message: "'--poll' must be a whole number from 10 to 60000, found '\(text)'")
        }
        return .polling(every: .milliseconds(number))
    }
}

extension Invocation {
    /// Opens the models before anything is watched, so that the first save finds them warm, and so that a licence is asked for
    /// while the terminal is still free. What goes wrong, the first run says.
    fileprivate func openModels(of targets: [Target], from source: any CellModelSource) async {
        for target in targets {
            guard let playground = resolve(PlaygroundFile.load(path: target.path), targets).playground else { continue }
            _ = try? await source.open(playground.model, for: PlaygroundPaths(source: target.path))
        }
    }

    /// What a file comes to with this command line, and what is to be said about it.
    fileprivate func resolve(
        _ file: PlaygroundFile, _ targets: [Target]
    ) -> (playground: RunnablePlayground?, complaints: String) {
        let said = Mutex("")
        let listening = Console(isTerminal: console.isTerminal, usesColor: console.usesColor) { _, text in
            said.withLock { $0 += text }
            return true
        }
        let path = file.document?.path ?? file.sources.first?.path ?? file.diagnostics.first?.location.file
        let target = targets.first { $0.path == path } ?? Target(path: path ?? "")
        let call = Invocation(arguments: arguments, console: listening, models: models)
        var loaded: LoadedPlayground?
        do {
            loaded = try LoadedPlayground.accept(file, target, call)
        } catch let error as UsageError {
            listening.progress("\(target.path): error: \(error.message) [usage]")
        } catch {
            listening.progress("\(error)")
        }
        let playground = loaded.map {
            RunnablePlayground(
                document: $0.document, parameters: $0.parameters, model: $0.model, isOverridden: $0.isOverridden,
                tools: $0.tools, isModelOverridden: $0.isModelOverridden)
        }
        return (playground, said.withLock { $0 })
    }
}
