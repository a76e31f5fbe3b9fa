// One piece of source text that the compiler hands over, and where it stands in its file.

/// Source text with its place.
struct SourceSyntax: Equatable, Sendable {
    /// The text, leading comments and blanks included.
    var source: String
    /// As the compiler was given it.
    var fileName: String
    /// Where the first byte of `source` stands, in bytes from the file's start.
    var offset: Int
    /// The line of that byte, from 1.
    var line: Int
    /// The column of that byte, from 1.
    var column: Int

    init(source: String, fileName: String = "test.swift", offset: Int = 0, line: Int = 1, column: Int = 1) {
        self.source = source
        self.fileName = fileName
        self.offset = offset
        self.line = line
        self.column = column
    }

    init?(_ json: JSON?) {
        guard let source = json?["source"]?.string else { return nil }
        let location = json?["location"]
        self.init(
            source: source, fileName: location?["fileName"]?.string ?? "", offset: location?["offset"]?.int ?? 0,
            line: location?["line"]?.int ?? 0, column: location?["column"]?.int ?? 0)
    }

    /// The line and column in the file of a byte of `source`; columns count bytes.
    func position(of byte: Int) -> (line: Int, column: Int) {
        var (line, column) = (line, column)
        for unit in source.utf8.prefix(byte) {
            if unit == 0x0A {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return (line, column)
    }
}
