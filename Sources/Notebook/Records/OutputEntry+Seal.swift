// The seal of an entry: a hash of all that it says. It tells a record that a run wrote from one that was changed by hand; it
// is no signature, and keeps nobody out who computes it anew.

internal import Platform

extension OutputEntry {
    /// 16 hexadecimal digits over every field of the entry, each with its length in front.
    var seal: String {
        var hash = SHA256()
        func add(_ fields: String...) {
            for field in fields {
                hash.update("\(field.utf8.count):")
                hash.update(field)
            }
        }
        add("seal 1", key)
        for part in KeyPart.allCases where part != .schema && part != .tools { add(part.rawValue, parts[part] ?? "") }
        add(continues ?? "")
        let fields = options.fields
        add("\(fields.count)")
        for (name, value) in fields { add(name, value) }
        add(prompt, content, finish, "\(inputTokenCount)", "\(outputTokenCount)")
        add(model.name, model.sha256, engine.version, "\(engine.numerics)")
        // Only where there is one: answers in text have the seals that they always had.
        if schema != nil || parts[.schema] != nil {
            add("schema", parts[.schema] ?? "", schema?.name ?? "", schema?.isShown == false ? "hidden" : "shown")
        }
        if !calls.isEmpty || parts[.tools] != nil {
            add("tools", parts[.tools] ?? "", "\(calls.count)")
            for call in calls { for field in call.fields { add(field) } }
        }
        if let trimming { add("trimmed", "\(trimming.droppedTurnCount)", trimming.summary ?? "") }
        return hash.finish().prefix(16)
    }
}
