// Where the environment puts the user's cache and state folders.

import Platform
import Testing

@Suite struct UserFoldersTests {
    static let cases: [(environment: [String: String], cache: String)] = [
        (["PLAYGROUND_CACHE": "/c", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/c"),
        (["PLAYGROUND_CACHE": "", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/prompt-notebook"),
        (["XDG_CACHE_HOME": "/x"], "/x/prompt-notebook"),
    ]

    @Test(arguments: cases)
    func theCacheFolderFollowsTheEnvironment(_ row: (environment: [String: String], cache: String)) throws {
        #expect(try UserFolders(environment: row.environment).cache() == row.cache)
    }

    @Test func relativeFoldersAreIgnored() throws {
        let folders = UserFolders(environment: ["XDG_STATE_HOME": "x", "HOME": "/h"])
        #expect(try folders.state() == "/h/.local/state/prompt-notebook")
    }

    @Test func withoutAHomeTheErrorNamesTheVariable() {
        let error = #expect(throws: PlatformError.self) { try UserFolders(environment: [:]).cache() }
        #expect(
            error?.description == "error: no folder for cached files: neither HOME nor XDG_CACHE_HOME is set; "
                + "set XDG_CACHE_HOME [platform.no-home]")
    }
}
