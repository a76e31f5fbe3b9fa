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
    /// How many operands there are before `--`; all, without it.
    private(set) var plainOperandCount = 0

    /// Understands `--flag value`, `--flag=value`, and `--` before operands that start with a dash.
    init(_ words: [String], flags known: [Flag]) throws(UsageError) {
        var rest = words[...]
        var plain: Int?
        defer { plainOperandCount = plain ?? operands.count }
        while let word = rest.popFirst() {
            if word == "--" {
                plain = operands.count
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
    func threads() throws(UsageError) -> Int? { try number(Flag.threads.name, in: 1...1024) }

    /// A whole number; nil where the flag is absent.
    func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = flags[name]?.last else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                message: "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "found '\(text)'")
        }
        return number
    }
}
