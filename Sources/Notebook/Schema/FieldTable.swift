// Which keys a mapping of the format has and what stands under them. One table for two readers: the parser takes key names,
// requiredness and allowed words from it, and the JSON Schema for editors is generated from it, so that they can't differ.

/// The keys of one kind of mapping, in the order in which documentation shows them.
struct FieldTable: Sendable {
    /// What the mapping is, for messages: `a cell`, `options`.
    var name: String
    var fields: [Field]
    /// The keys are alternatives: a mapping has one of them, and one only.
    var holdsOneKey = false

    func field(_ name: String) -> Field? {
        fields.first { $0.name == name }
    }
}

/// One key.
struct Field: Sendable {
    var name: String
    /// One sentence for editors.
    var summary: String
    var shape: ValueShape
    var isRequired = false
    /// Part of the format, but not of this version of the program.
    var isPlanned = false
    /// What people who know other formats write instead, with what to say to them.
    var otherNames: [String: String] = [:]
}

/// What may stand under a key.
indirect enum ValueShape: Sendable {
    /// Any scalar, read as text.
    case text
    /// Any scalar, or null.
    case nullableText
    case word([String])
    case boolean
    case integer(minimum: Int)
    case number(minimum: Double, maximum: Double?)
    /// The format version.
    case constant(Int)
    /// An id: of a cell.
    case identifier
    case list(ValueShape, minimumCount: Int)
    case mapping(FieldTable)
    /// Names chosen by the author.
    case named(FieldTable)
    case either([ValueShape])
    /// JSON Schemas under names chosen by the author.
    case schemas
    /// One of them, or a file.
    case schema
    /// Texts under names chosen by the author.
    case texts
    /// Axes under names chosen by the author, `exclude` and `include`.
    case matrix
    /// Not looked at: planned fields.
    case anything
}
