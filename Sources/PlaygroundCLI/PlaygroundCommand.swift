// The command line: finds the verb, runs it, and says how it went. Everything that a verb does lies in `Verbs/`.

internal import FoundationEssentials
internal import Models
internal import Notebook
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

package struct PlaygroundCommand {
    package static func main() async {
        StandardStream.openClosed()
        let environment = ProcessInfo.processInfo.environment
        let console = Console.standard(environment: environment)
        let words = Array(CommandLine.arguments.dropFirst())
        let work = Task {
            await run(words, console: console, models: .installed(console: console, environment: environment))
        }
        let interruption = Interruption { work.cancel() }
        let status = await finish(work.value, console)
        withExtendedLifetime(interruption) {}
        exit(status.rawValue)
    }

    /// Waits for what is still to be written of the prefix cache, and says what was the matter with it.
    private static func finish(_ status: ExitStatus, _ console: Console) -> ExitStatus {
        PrefixActivity.ofProcess.waitForWrites()
        let figures = PrefixActivity.ofProcess.figures
        for line in PrefixReport.lines(figures) { console.progress(line) }
        return figures.defects[.comparison] == nil ? status : status.and(.failed)
    }

    /// Runs one command. Results that could not be written make it fail.
    static func run(_ words: [String], console: Console, models: ModelAccess) async -> ExitStatus {
        let status = await perform(words, console: console, models: models)
        return console.hasFailed ? status.and(.failed) : status
    }

    private static func perform(_ words: [String], console: Console, models: ModelAccess) async -> ExitStatus {
        guard let name = words.first, name != "--help", name != "-h", name != "help" else {
            console.result(Verb.overview)
            return words.isEmpty ? .usage : .good
        }
        if name == "--version" {
            console.result("playground \(InstalledCellModels.engineVersion)\n")
            return .good
        }
        guard let verb = Verb.all.first(where: { $0.name == name }) else {
            let rest = Suggestion.phrase(for: name, among: Verb.all.map(\.name))
            console.progress("playground: error: unknown verb '\(name)'\(rest) [usage]")
            return .usage
        }
        do {
            let arguments = try ParsedArguments(Array(words.dropFirst()), flags: verb.allFlags)
            if arguments.has(.help) {
                console.result(verb.help)
                return .good
            }
            return try await verb.body(Invocation(arguments: arguments, console: console, models: models))
        } catch let error as UsageError {
            console.progress("playground \(name): error: \(error.message) [usage]")
            return .usage
        } catch is CancellationError {
            return .interrupted
        } catch {
            console.progress((error as? any LocalizedError)?.errorDescription ?? "\(error)")
            return .failed
        }
    }
}
