// What is written as YAML. The layout is part of the value, so that the writer of a file decides how it looks and the
// emitter decides nothing.

/// A value to be written.
package indirect enum EmittedValue: Sendable, Equatable {
    /// A hash or version, always quoted, so that all of them look alike.
    case quoted(String)
    /// A name: plain where no reader of YAML 1.1 or 1.2 takes it for something else than text, else quoted.
    case word(String)
    case integer(Int)
    /// A number that is spelled by its writer.
    case number(String)
    /// Text of people and models: a literal block where that is exact, else one quoted line.
    case text(String)
    /// A list in one line. Its items are written as words, numbers or flow values.
    case flowList([EmittedValue])
    /// A list with a line or more an item. An item that is itself a list stands in one line.
    case blockList([EmittedValue])
    /// A mapping in one line.
    case flow([Member])
    /// A mapping with a line or more an entry.
    case block([Member])
    /// A mapping with an empty line between its entries, so that changes to two of them are two hunks of a diff.
    case spaced([Member])

    /// A key with its value. Keys are written as words.
    package struct Member: Sendable, Equatable {
        package var key: String
        package var value: EmittedValue

        package init(_ key: String, _ value: EmittedValue) {
            self.key = key
            self.value = value
        }
    }
}
