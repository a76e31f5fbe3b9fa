// `target:` holds a file to what runs on a system of Apple's: schemas in its dialect, and settings that it has.

internal import FoundationModels

extension DocumentParser {
    /// Refuses what a schema says beyond the dialect of Apple's systems.
    mutating func checkDialect(of schema: WrittenSchema, on target: TargetSystem) {
        for place in schema.json.schemaPlaces {
            guard case .object(let members) = place.schema else {
                if place.keyword != .additionalProperties {
                    let location = schema.location(of: place.pointer, isAboutKeyword: false)
                    error(
                        "target", "a schema of \(target.rawValue) can't be 'true' or 'false'; say its type",
                        at: location)
                }
                continue
            }
            for member in members {
                guard let keyword = JSONSchemaKeyword(rawValue: member.key) else { continue }
                let pointer = "\(place.pointer)/\(SchemaReader.escaped(member.key))"
                let location = schema.location(of: pointer, isAboutKeyword: true)
                if !keyword.isInAppleDialect {
                    error(
                        "target",
                        "'\(member.key)' is not in the dialect of \(target.rawValue); say it otherwise, or remove 'target'",
                        at: location)
                } else if keyword == .type, case .array = member.value {
                    error(
                        "target", "a schema of \(target.rawValue) has one type; use 'anyOf' for several", at: location)
                } else if keyword == .additionalProperties, case .object = member.value {
                    error(
                        "target", "'additionalProperties' of \(target.rawValue) is true or false, found a schema",
                        at: location)
                }
            }
        }
    }

    /// Refuses settings that came after the target.
    mutating func checkSettings(_ cells: [CellDeclaration], _ profiles: [ProfileDeclaration], on target: TargetSystem) {
        guard target == .ios26 else { return }
        for level in profiles.compactMap(\.reasoningLevel) + cells.compactMap(\.settings.reasoningLevel) {
            error(
                "target", "'reasoningLevel' is not there on ios26; remove it, or write 'target: ios27'",
                at: level.location)
        }
    }

    /// Refuses a context that is larger than the target's.
    mutating func checkContext(_ context: ContextDeclaration?, on target: TargetSystem) {
        guard let size = context?.size, size.value > target.contextSize else { return }
        error(
            "target", "the context of \(target.rawValue) has \(target.contextSize) tokens, found \(size.value)",
            at: size.location)
    }
}

extension JSONSchemaKeyword {
    /// Whether Apple's framework writes and reads it, or it constrains nothing.
    fileprivate var isInAppleDialect: Bool {
        switch self {
        case .type, .properties, .required, .additionalProperties, .order, .items, .enum, .const, .anyOf, .reference,
            .defs, .minItems, .maxItems, .minimum, .maximum, .pattern:
            true
        case .title, .description, .default, .examples, .deprecated, .readOnly, .writeOnly, .schema, .id, .comment: true
        default: false
        }
    }
}
