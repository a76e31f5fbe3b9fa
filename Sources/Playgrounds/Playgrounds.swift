// The `#Playground` macro, and how the blocks of a program are found and run. The plug-in `FoundationModelsMacros` expands
// the macro to a record in a section of the program; `CPlaygrounds` finds the records.

internal import CPlaygrounds
internal import Synchronization

/// A block of code to be run by itself. It stands at the top of a file.
///
/// ```swift
/// #Playground("haiku") {
///     let answer = try await LanguageModelSession().respond(to: "A haiku on rain")
///     print(answer.content)
/// }
/// ```
/// - Parameters:
///   - name: the block's name; without one it is known by its file and line.
///   - body: what it does.
@freestanding(declaration)
public macro Playground(_ name: String? = nil, body: @escaping @MainActor @Sendable () async throws -> Void) =
    #externalMacro(module: "FoundationModelsMacros", type: "PlaygroundMacro")

/// A `#Playground` of this program.
public struct PlaygroundBlock: Sendable {
    public let name: String?
    /// The module and the file, as `#fileID` tells them.
    public let fileID: String
    /// Where `#Playground` stands, from 1.
    public let line: Int
    private let body: @MainActor @Sendable () async throws -> Void

    /// Runs the block once.
    /// - Throws: what the block throws.
    @MainActor
    public func run() async throws { try await body() }

    /// All blocks of this program, by file and line.
    public static var all: [PlaygroundBlock] { blocks }

    private static let added = Mutex<[PlaygroundBlock]>([])

    private static let blocks: [PlaygroundBlock] = {
        cpg_add_all()
        return added.withLock { $0.sorted { ($0.fileID, $0.line) < ($1.fileID, $1.line) } }
    }()

    /// For the expansion of `#Playground` only: adds a block to the list.
    public static func __add(
        name: String?, fileID: String, line: Int, body: @escaping @MainActor @Sendable () async throws -> Void
    ) {
        added.withLock { $0.append(PlaygroundBlock(name: name, fileID: fileID, line: line, body: body)) }
    }
}
