// The words of a command line as flags and operands, held against what the verb understands.

internal import Notebook

/// A command line that can't be understood; in words for people.
struct UsageError: Error, Equatable {
    let message: String
}

/// Flags and operands.
struct ParsedArguments: Sendable, Equatable {
    /// Values by flag, in the order given; an empty text for a switch.
    private(set) var flags: [String: [String]] = [:]
    private(set) var operands: [String] = []

    /// Understands `--flag value`, `--flag=value`, and `--` before operands that start with a dash.
    init(_ words: [String], flags known: [Flag]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0] == "-h" ? "--help" : parts[0]
            guard let flag = known.first(where: { $0.name == name }) else {
                if let reason = Flag.later[name] {
                    throw UsageError(message: "'\(name)' is not in this version: \(reason)")
                }
                throw UsageError(
                    message: "unknown flag '\(name)'" + Suggestion.phrase(for: name, among: known.map(\.name)))
            }
            if flag.isValueOptional {
                self.flags[name, default: []].append(parts.count > 1 ? parts[1] : "")
            } else if let value = flag.value {
                guard let text = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw UsageError(message: "'\(name)' needs a value: \(name) \(value)")
                }
                self.flags[name, default: []].append(text)
            } else if parts.count > 1 {
                throw UsageError(message: "'\(name)' takes no value, found '\(parts[1])'")
            } else {
                self.flags[name, default: []].append("")
            }
        }
    }

    func has(_ flag: Flag) -> Bool { flags[flag.name] != nil }
    func has(_ name: String) -> Bool { flags[name] != nil }
    func values(_ name: String) -> [String] { flags[name] ?? [] }

    /// The number of threads that is asked for. More than there are CPUs give the same bits, later.
    func threads() throws(UsageError) -> Int? {
        guard let text = flags[Flag.threads.name]?.last else { return nil }
        guard let number = Int(text), (1...1024).contains(number) else {
            throw UsageError(message: "'--threads' must be a whole number from 1 to 1024, found '\(text)'")
        }
        return number
    }
}
