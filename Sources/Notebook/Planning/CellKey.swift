// What an answer depends on, as one hash and as one short hash a part. Equal keys mean equal questions; where keys differ,
// the parts say what has changed.

internal import Platform

/// A part of what an answer depends on. The raw values stand in records; the order is that of reports.
package enum KeyPart: String, Sendable, Hashable, CaseIterable {
    /// The form of records, and how a source reaches the model.
    case format
    /// The bytes of the weights.
    case model
    /// Precision of keys and values, size of the context, and what happens when it is full.
    case context
    case instructions
    /// The texts of the earlier turns, whatever cells they came from.
    case history
    case prompt
    /// The resolved options, the seed included.
    case options
    /// The schema of the answer, and whether the model is shown it. Only of cells that have one.
    case schema
    /// What the model is told of tools, and where their answers come from. Only of cells that have any.
    case tools
}

/// The key of one cell's answer.
package struct CellKey: Sendable, Hashable {
    /// Raised when records change their form.
    static let formatVersion = 1
    /// Raised when the same source would reach the model differently.
    static let assemblyVersion = 1

    /// 32 hexadecimal digits, the first half of a SHA-256.
    package let text: String
    /// 8 hexadecimal digits a part; no `schema` where the answer is text.
    package let parts: [KeyPart: String]

    /// - Parameters:
    ///   - model: the SHA-256 of the weights, or what stands for it where that is not known.
    ///   - conversation: what was said before.
    ///   - context: of files and cells that say something of it.
    init(
        model: String, conversation: Conversation, prompt: String, options: ResolvedOptions, schema: CellSchema? = nil,
        context: ContextWindow? = nil
    ) {
        var whole = SHA256()
        var parts: [KeyPart: String] = [:]
        func add(_ part: KeyPart, _ fields: [String]) {
            var hash = FieldHash()
            for field in fields { hash.update(field) }
            add(part, hash.finish())
        }
        func add(_ part: KeyPart, _ digest: SHA256Digest) {
            parts[part] = digest.prefix(8)
            whole.update("\(part.rawValue):")
            whole.update(digest.bytes)
        }
        add(.format, ["\(Self.formatVersion)", "\(Self.assemblyVersion)"])
        add(.model, [model])
        add(.context, context?.fields ?? ["f16", "model", "error"])
        add(.instructions, conversation.instructions.map { ["text", $0] } ?? ["none"])
        add(.history, conversation.turns.digest)
        add(.prompt, [prompt])
        add(.options, options.fields.flatMap { [$0.name, $0.value] })
        if let schema { add(.schema, schema.fields) }
        if !conversation.tools.isEmpty { add(.tools, conversation.tools.flatMap(\.fields)) }
        text = whole.finish().prefix(32)
        self.parts = parts
    }

    /// What differs from recorded parts, in the order of `KeyPart`.
    func changes(since recorded: [KeyPart: String]) -> [KeyPart] {
        KeyPart.allCases.filter { parts[$0] != recorded[$0] }
    }
}

extension CellKey {
    /// The names of the parts that differ from recorded ones.
    package func names(ofChangesSince recorded: [KeyPart: String]) -> [String] {
        changes(since: recorded).map(\.rawValue)
    }
}
