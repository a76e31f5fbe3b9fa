// `PATH` and `PATH#ID` of a command line, and the playgrounds that they mean.

internal import Notebook
internal import Platform

/// One playground, and the cells of it that are meant.
struct Target: Sendable, Equatable {
    var path: String
    /// In the order given; empty: all.
    var ids: [String] = []

    /// The targets of operands: a file, a cell of one, a folder with playgrounds in it; the working folder where there are none.
    static func expand(_ operands: [String]) throws(UsageError) -> [Target] {
        var targets: [Target] = []
        for operand in operands.isEmpty ? ["."] : operands {
            let target = try Target(operand)
            if FileSystem.isFolder(target.path) {
                guard target.ids.isEmpty else {
                    throw UsageError(message: "'\(operand)' names a cell of a folder; name its file")
                }
                targets += try playgrounds(in: target.path).map { Target(path: $0) }
            } else if let index = targets.firstIndex(where: { $0.path == target.path }) {
                // A whole file stays whole; two cells of one file are one target.
                if !targets[index].ids.isEmpty {
                    targets[index].ids = target.ids.isEmpty ? [] : targets[index].ids + target.ids
                }
            } else {
                try refuseBareCell(operand, after: targets)
                targets.append(target)
            }
        }
        return targets
    }

    /// Exactly one cell.
    static func cell(_ operand: String?, verb: String) throws(UsageError) -> (path: String, id: String) {
        let target = try operand.map { operand throws(UsageError) in try Target(operand) }
        guard let target, let id = target.ids.first, !id.isEmpty else {
            let found = operand.map { ", found '\($0)'" } ?? ""
            throw UsageError(message: "'\(verb)' needs a cell, PATH#ID\(found)")
        }
        return (target.path, id)
    }

    /// The file of an operand that can't name a cell.
    static func file(_ operand: String) throws(UsageError) -> String {
        let target = try Target(operand)
        guard target.ids.isEmpty else { throw UsageError(message: "'\(operand)' names a cell; name its file") }
        return target.path
    }

    /// - Throws: for the record of a playground, which looks like one.
    static func refuseRecord(_ path: String) throws(UsageError) {
        let ending = [".outputs.yaml", ".outputs.yml"].first { path.hasSuffix($0) }
        guard let ending else { return }
        let playground = "\(path.dropLast(ending.count)).playground.yaml"
        throw UsageError(message: "'\(path)' is a record, not a playground; the playground is '\(playground)'")
    }

    /// - Throws: for a word that names no file, but a cell of a file before it.
    private static func refuseBareCell(_ operand: String, after targets: [Target]) throws(UsageError) {
        guard !targets.isEmpty, !FileSystem.exists(operand) else { return }
        for target in targets {
            let cells = PlaygroundFile.load(path: target.path).document?.cells ?? []
            guard cells.contains(where: { $0.id.value == operand }) else { continue }
            throw UsageError(message: "there is no file '\(operand)'; did you mean '\(target.path)#\(operand)'?")
        }
    }

    private init(_ operand: String) throws(UsageError) {
        let parts = operand.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard !parts[0].isEmpty else { throw UsageError(message: "'\(operand)' names no file; write PATH or PATH#ID") }
        try Self.refuseRecord(parts[0])
        self.init(path: parts[0], ids: parts.count > 1 ? [parts[1]] : [])
    }

    init(path: String, ids: [String] = []) {
        self.path = path
        self.ids = ids
    }

    private static func playgrounds(in folder: String) throws(UsageError) -> [String] {
        let names: [String]
        do throws(PlatformError) {
            names = try FileSystem.list(folder)
        } catch {
            throw UsageError(message: "can't look into the folder '\(folder)': \(error.reason)")
        }
        let found = names.filter { $0.hasSuffix(".playground.yaml") || $0.hasSuffix(".playground.yml") }
        guard !found.isEmpty else {
            let place = folder == "." ? "here" : "in '\(folder)'"
            throw UsageError(message: "no *.playground.yaml \(place); name a file, or make one with 'playground init'")
        }
        return found.map { folder == "." ? $0 : "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\($0)" }
    }
}
