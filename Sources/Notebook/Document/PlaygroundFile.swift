// What loading a playground file gives: the document where there is one, what is wrong with it, and which files were read
// to find out. Reads files and nothing else: no model, no network.

/// The result of loading a playground file.
package struct PlaygroundFile: Sendable {
    /// Nil where there is any error.
    package var document: PlaygroundDocument?
    /// Errors and warnings in the order of the file.
    package var diagnostics: [Diagnostic]
    /// The playground first, then what it includes, in the order of the first use. Read also where an error was found.
    package var sources: [SourceText]
}
