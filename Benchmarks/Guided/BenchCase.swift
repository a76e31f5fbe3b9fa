// One schema with documents, and what became of it.

/// A line of input. Other members of the line are ignored.
struct BenchCase: Decodable {
    struct Instance: Decodable {
        /// JSON text.
        var data: String
        /// Whether the document satisfies the schema; nil: not known.
        var label: Bool?
    }

    var name: String
    /// JSON text.
    var schema: String
    var tests: [Instance]
}

/// A line of a judge's output.
struct BenchVerdict: Encodable {
    struct Instance: Encodable {
        /// Whether the grammar spells the value at all, in its own order of members.
        var isSpelled = false
        var spelling: String?
        /// Whether that spelling is taken token by token.
        var isAccepted = false
        /// Whether the document is taken with its members as they stand.
        var isAcceptedAsWritten = false
        /// Bytes of the spelling before the token that is refused.
        var refusedAt: Int?
        /// Whether some mask lacked a token that was taken, or held one that was not.
        var maskDiffers: Bool?
        /// Why the document can't be read, such as a name that stands twice.
        var unreadable: String?
    }

    var name: String
    /// A refusal, as `POINTER: error: MESSAGE [CODE]`; nil where the schema is enforced.
    var refusal: String?
    var code: String?
    var schemaMilliseconds = 0.0
    var grammarMilliseconds = 0.0
    var tests: [Instance] = []
    var byteCount: Int?
}
