// Programs of the machine by name.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Where programs are looked for.
struct ProgramPath: Sendable {
    private let folders: [String]

    /// - Parameter environment: of which `PATH` counts; empty parts of it are ignored.
    init(environment: [String: String]) {
        folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    }

    /// The first of the programs that is there, by its path.
    func first(of names: [String]) -> String? {
        names.lazy.compactMap { name in
            folders.lazy.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        }.first
    }
}
