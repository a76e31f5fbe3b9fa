// How much a template may ask for. Real templates stay far below; a hostile one ends with an error instead of a hang, a
// crash or a full memory.

struct TemplateLimits: Sendable {
    /// Brackets, blocks and unary operators inside each other in the source.
    var sourceDepth = 64
    /// Expressions, statements and macro calls inside each other while rendering.
    var callDepth = 200
    /// Lists and dictionaries inside each other.
    var valueDepth = 100
    /// One step an expression or statement, and one for every 16 scalars or elements it touches: about two seconds.
    var steps = 4_000_000
    /// Unicode scalars of any one text, the output included.
    var textLength = 4_000_000
    /// Numbers of one `range`: the bound of Jinja's sandbox.
    var rangeLength = 100_000

    static let standard = TemplateLimits()
    /// For finding out what a template can do, which takes two dozen short prompts: all of them in a second or so at worst.
    static let probe = TemplateLimits(steps: 100_000, textLength: 400_000)
}
