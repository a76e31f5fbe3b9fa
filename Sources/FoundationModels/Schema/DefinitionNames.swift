// Keys under `$defs`. A name that only one shape has is its key; shapes that share a name are told apart by the types that
// enclose them, and where that does not do, by numbers in the order of their first mention.

/// The keys of the definitions of one document: letters and digits of ASCII, `_`, `-` and `.`, so that references need no
/// escapes.
struct DefinitionNames {
    private(set) var names: [SchemaDocument.Key: String] = [:]

    init(_ definitions: [(key: SchemaDocument.Key, value: SchemaDocument.Definition)]) {
        var taken: Set<String> = []
        let plainNames = definitions.map { Self.key($0.value.name) }
        let groups = Dictionary(grouping: definitions.indices, by: { plainNames[$0] })
        for (index, definition) in definitions.enumerated() {
            let rivals = (groups[plainNames[index]] ?? []).filter { $0 != index }.map { definitions[$0].value }
            let name = Self.qualified(definition.value, among: rivals) ?? plainNames[index]
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name)_\(number)"
                number += 1
            }
            names[definition.key] = unique
        }
    }

    /// The name with as many of the enclosing types as tell it from its rivals; nil where it needs none or has none.
    private static func qualified(
        _ definition: SchemaDocument.Definition, among rivals: [SchemaDocument.Definition]
    ) -> String? {
        guard !rivals.isEmpty, let path = definition.type?.enclosing, !path.isEmpty else { return nil }
        let others = rivals.map { $0.type?.enclosing ?? [] }
        for count in 1...path.count {
            let suffix = path.suffix(count)
            if count == path.count || !others.contains(where: { $0.suffix(count) == suffix }) {
                return key((suffix + [definition.name]).joined(separator: "."))
            }
        }
        return nil
    }

    private static func key(_ name: String) -> String {
        let key = name.unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": Character(scalar)
            default: Character("_")
            }
        }
        return key.isEmpty ? "_" : String(key)
    }
}
