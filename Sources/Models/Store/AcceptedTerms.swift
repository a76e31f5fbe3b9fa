// Which licences the user has agreed to. A decision of the user: it outlives the cache, and is asked for once.

internal import Platform

/// The identifiers of accepted licences, one a line of a file.
struct AcceptedTerms: Sendable {
    private let path: String

    init(environment: [String: String]) throws(PlatformError) {
        path = "\(try UserFolders(environment: environment).state())/accepted-licenses"
    }

    func contain(_ license: ModelLicense) throws -> Bool { try lines().contains(Self.line(license)) }

    mutating func add(_ license: ModelLicense) throws {
        let lines = try lines()
        guard !lines.contains(Self.line(license)) else { return }
        try FileSystem.makeFolder(FileSystem.folder(of: path))
        try FileSystem.replace(path, with: Array((lines + [Self.line(license), ""]).joined(separator: "\n").utf8))
    }

    private func lines() throws -> [String] {
        let bytes = try FileSystem.readIfPresent(path, limit: 1 << 16) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Terms at another address are other terms.
    private static func line(_ license: ModelLicense) -> String { "\(license.identifier) \(license.url)" }
}
