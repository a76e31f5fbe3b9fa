// Where this product keeps things of the user that belong to no playground: weights and other data that can be made again
// in the cache folder, decisions of the user in the state folder. Reference: XDG Base Directory Specification 0.8.

/// The user's folders, as the environment names them. None is made here.
package struct UserFolders: Sendable {
    private let environment: [String: String]

    /// - Parameter environment: the variables of the process.
    package init(environment: [String: String]) { self.environment = environment }

    /// `PLAYGROUND_CACHE` itself, else `prompt-notebook` in the user's cache folder.
    package func cache() throws(PlatformError) -> String {
        if let folder = environment["PLAYGROUND_CACHE"], !folder.isEmpty { return folder }
        #if os(macOS)
            return try folder("XDG_CACHE_HOME", inHome: "Library/Caches", for: "cached files")
        #else
            return try folder("XDG_CACHE_HOME", inHome: ".cache", for: "cached files")
        #endif
    }

    /// `prompt-notebook` in the user's state folder.
    package func state() throws(PlatformError) -> String {
        try folder("XDG_STATE_HOME", inHome: ".local/state", for: "the user's decisions")
    }

    private func folder(_ variable: String, inHome place: String, for purpose: String) throws(PlatformError) -> String {
        // The specification: a relative path in these variables is invalid and to be ignored.
        if let folder = environment[variable], folder.hasPrefix("/") { return "\(folder)/prompt-notebook" }
        guard let home = environment["HOME"], !home.isEmpty else {
            throw PlatformError(.noHome(variable: variable), path: purpose)
        }
        return "\(home)/\(place)/prompt-notebook"
    }
}
